import type { Snapshot, WantedSnapshot } from './snapshot';

/** States that wait keep their memory; past this a stream waits for its next turn. */
const MAX_WAITING = 50;

/** Saves snapshots in the background: one at a time, of each stream only the newest that waits. */
export class SnapshotWriter {
  private readonly waiting = new Map<string, WantedSnapshot>();
  private running: Promise<void> | null = null;
  private closed = false;

  constructor(
    /** @returns the size of the state as JSON */
    private readonly write: (streamId: string, fold: string, snapshot: Snapshot) => Promise<number>,
    private readonly log: { error(error: unknown, message: string): void },
  ) {}

  /** @returns false when too many wait already */
  save(streamId: string, wanted: WantedSnapshot): boolean {
    if (this.closed) return false;
    if (!this.waiting.has(streamId) && this.waiting.size >= MAX_WAITING) return false;
    this.waiting.set(streamId, wanted);
    this.running ??= this.run();
    return true;
  }

  /** Resolves when none waits any more. */
  async idle(): Promise<void> {
    await this.running;
  }

  /** Finishes the one that is being written. */
  async close(): Promise<void> {
    this.closed = true;
    this.waiting.clear();
    await this.running;
  }

  private async run(): Promise<void> {
    // Whoever asked is answered first.
    await new Promise((resolve) => setImmediate(resolve));
    for (const [streamId, wanted] of this.waiting) {
      this.waiting.delete(streamId);
      await this.saveOne(streamId, wanted);
    }
    this.running = null;
  }

  private async saveOne(streamId: string, { fold, snapshot, onSaved }: WantedSnapshot): Promise<void> {
    try {
      onSaved(await this.write(streamId, fold, snapshot));
    } catch (error) {
      this.log.error(error, `${streamId}: its snapshot was not saved; the next one will be.`);
    }
  }
}
