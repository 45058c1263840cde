/** Replaces BroadcastChannel, which jsdom lacks. Delivers messages synchronously. */
export class FakeBroadcastChannel {
  private static open = new Set<FakeBroadcastChannel>();
  onmessage: ((event: { data: unknown }) => void) | null = null;

  constructor(private readonly name: string) {
    FakeBroadcastChannel.open.add(this);
  }

  static install(): void {
    globalThis.BroadcastChannel = FakeBroadcastChannel as unknown as typeof BroadcastChannel;
  }
  static uninstall(): void {
    FakeBroadcastChannel.open.clear();
    Reflect.deleteProperty(globalThis, 'BroadcastChannel');
  }

  postMessage(data: unknown): void {
    for (const other of FakeBroadcastChannel.open) {
      if (other !== this && other.name === this.name) other.onmessage?.({ data });
    }
  }

  close(): void {
    FakeBroadcastChannel.open.delete(this);
  }
}
