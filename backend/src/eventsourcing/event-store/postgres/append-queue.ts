import { StoreUnavailable } from '../event-store';
import { toError } from '../../../lib/errors';
import type { AppendOutcome, QueuedAppend } from './flush';
import type { FlushResult } from './append-connection';

interface Waiting {
  append: QueuedAppend;
  bytes: number;
  settle: (outcome: AppendOutcome) => void;
  fail: (error: unknown) => void;
}

const MAX_APPENDS = 512;
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * Group commit: one flush runs at a time, and appends that arrive during it form the next flush, in order of arrival.
 */
export class AppendQueue {
  private waiting: Waiting[] = [];
  private busy: Promise<void> | null = null;
  private closed = false;

  constructor(
    private readonly flush: (appends: readonly QueuedAppend[]) => Promise<FlushResult[]>,
    /** Called as soon as the appends are durable, before their callers are notified. */
    private readonly onAppended: (appends: readonly QueuedAppend[], results: FlushResult[]) => void,
  ) {}

  add(append: QueuedAppend, signal?: AbortSignal): Promise<AppendOutcome> {
    return new Promise((resolve, reject) => {
      if (this.closed) throw new StoreUnavailable('the event store is closed');
      signal?.throwIfAborted();
      const withdraw = () => {
        const place = this.waiting.indexOf(entry);
        if (place < 0) return;
        this.waiting.splice(place, 1);
        reject(toError(signal?.reason));
      };
      const bytes = append.events.reduce((sum, { data, metadata }) => sum + data.length + (metadata?.length ?? 0), 0);
      const entry: Waiting = { append, bytes, settle: resolve, fail: (error) => reject(toError(error)) };
      if (signal) {
        signal.addEventListener('abort', withdraw, { once: true });
        const done = () => signal.removeEventListener('abort', withdraw);
        entry.settle = (outcome) => (done(), resolve(outcome));
        entry.fail = (error) => (done(), reject(toError(error)));
      }
      this.waiting.push(entry);
      if (!this.busy) this.startSoon();
    });
  }

  /** Finishes the current flush and rejects the waiting appends. */
  async close(): Promise<void> {
    this.closed = true;
    const rest = this.waiting;
    this.waiting = [];
    for (const { fail } of rest) fail(new StoreUnavailable('the event store is closed'));
    await this.busy;
  }

  /**
   * Starts a flush after all ready promises, so that appends made in one tick share a flush, along with appends of
   * callers that were answered just now.
   */
  private startSoon(): void {
    process.nextTick(() => this.start());
  }

  private start(): void {
    if (this.busy || this.waiting.length === 0) return;
    const batch = this.takeBatch();
    this.busy = this.run(batch).finally(() => {
      this.busy = null;
      this.startSoon();
    });
  }

  private takeBatch(): Waiting[] {
    let bytes = 0;
    let count = 0;
    for (const entry of this.waiting) {
      bytes += entry.bytes;
      if (count > 0 && (count === MAX_APPENDS || bytes > MAX_BYTES)) break;
      count += 1;
    }
    return this.waiting.splice(0, count);
  }

  private async run(batch: Waiting[]): Promise<void> {
    try {
      const appends = batch.map(({ append }) => append);
      const results = await this.flush(appends);
      this.onAppended(appends, results);
      const outcomes = results.flatMap((result) => result.appends);
      batch.forEach(({ settle, fail }, index) => {
        const outcome = outcomes[index];
        if (outcome && outcome.kind !== 'failed') settle(outcome);
        else fail(outcome?.error ?? new Error('the append function left out an append'));
      });
    } catch (error) {
      for (const { fail } of batch) fail(error);
    }
  }
}
