import type { EventStore, Position, StoredEvent, SubscribeOptions, Subscription } from '../event-store';

type Settings = Omit<SubscribeOptions, 'onBatch' | 'onCaughtUp' | 'onDropped'> & {
  /** Runs before a batch counts as handled. */
  handle?: (events: StoredEvent[], checkpoint: Position) => Promise<void> | void;
};

/** A subscriber that records its events and can wait for a condition. */
export class Recorder {
  readonly events: StoredEvent[] = [];
  readonly checkpoints: Position[] = [];
  readonly batches: StoredEvent[][] = [];
  readonly drops: Error[] = [];
  readonly subscription: Subscription;
  readonly caughtUp: Promise<void>;
  private readonly waiting = new Set<() => void>();

  constructor(store: EventStore, { handle, ...options }: Settings) {
    let live: () => void;
    this.caughtUp = new Promise((resolve) => (live = resolve));
    this.subscription = store.subscribeAll({
      ...options,
      onCaughtUp: () => live(),
      onDropped: (error) => this.tell(() => this.drops.push(error)),
      onBatch: async (events, checkpoint) => {
        await handle?.(events, checkpoint);
        this.tell(() => {
          this.events.push(...events);
          this.batches.push(events);
          this.checkpoints.push(checkpoint);
        });
      },
    });
  }

  /** Waits until the condition is true. Rejects when the subscription gives up first. */
  async until(condition: () => boolean): Promise<void> {
    await Promise.race([
      this.subscription.closed,
      new Promise<void>((resolve) => {
        const look = () => {
          if (!condition()) return;
          this.waiting.delete(look);
          resolve();
        };
        this.waiting.add(look);
        look();
      }),
    ]);
  }

  untilPassed(position: Position | null): Promise<void> {
    return this.until(() => position !== null && (this.checkpoints.at(-1) ?? '') >= position);
  }

  stop(): Promise<void> {
    return this.subscription.stop();
  }

  private tell(change: () => void): void {
    change();
    for (const look of [...this.waiting]) look();
  }
}

export interface DeliveryFaults {
  lost: string[];
  duplicated: string[];
  /** Ids whose position is not higher than the previous event's, or whose revision is not the next one. */
  inverted: string[];
}

/** Compares the acknowledged events with those that a subscriber received. */
export function checkDelivery(acknowledged: Iterable<string>, delivered: readonly StoredEvent[]): DeliveryFaults {
  const seen = new Set<string>();
  const revisions = new Map<string, bigint>();
  const faults: DeliveryFaults = { lost: [], duplicated: [], inverted: [] };
  let last = '';
  for (const { id, position, streamId, revision } of delivered) {
    if (seen.has(id)) faults.duplicated.push(id);
    seen.add(id);
    const follows = revision === (revisions.get(streamId) ?? -1n) + 1n;
    if (position <= last || !follows) faults.inverted.push(id);
    revisions.set(streamId, revision);
    last = position;
  }
  for (const id of acknowledged) if (!seen.has(id)) faults.lost.push(id);
  return faults;
}

export const noFaults: DeliveryFaults = { lost: [], duplicated: [], inverted: [] };
