import type { Pool } from 'pg';
import { listen } from '../../database/listen';
import { Pause } from '../../pause';
import { retryDelay, type RetryPolicy } from '../../retry-policy';
import { toError } from '../../to-error';
import type { LogReader } from './log-reader';
import { NOTIFY_CHANNEL } from './schema';

export interface HeadWatcher {
  /** The head is further than it was, or known for the first time. */
  onAdvanced(): void;
  onDropped?(error: Error, retryInMs: number): void;
}

/**
 * Knows how far the log reaches: from our own appends at once, from other nodes' by NOTIFY, and by asking now and
 * then, should a notification be lost. Listens while somebody watches, and comes back by itself.
 */
export class HeadTracker {
  /** Position of the newest event known; everything up to it can be read. */
  known: bigint | null = null;
  private readonly watchers = new Set<HeadWatcher>();
  private readonly pause = new Pause();
  private listening: Promise<void> | null = null;
  private hangUp: (() => void) | null = null;
  private closed = false;

  constructor(
    private readonly pool: Pool,
    private readonly reader: LogReader,
    /** Notifications of ours are ignored: the answer to the append itself brings the news, with the events. */
    private readonly origin: string,
    private readonly reconnect: RetryPolicy,
    private readonly pollMs: number,
  ) {}

  watch(watcher: HeadWatcher): void {
    this.watchers.add(watcher);
    this.listening ??= this.listen();
  }

  unwatch(watcher: HeadWatcher): void {
    this.watchers.delete(watcher);
  }

  advance(position: bigint): void {
    if (this.known !== null && position <= this.known) return;
    this.known = position;
    for (const watcher of this.watchers) watcher.onAdvanced();
  }

  /** Look now instead of at the next poll. */
  refresh(): void {
    this.pause.wake();
  }

  async close(): Promise<void> {
    this.closed = true;
    this.pause.end();
    await this.listening;
  }

  private async listen(): Promise<void> {
    for (let failures = 0; !this.closed;) {
      try {
        this.hangUp ??= await this.connect();
        this.advance(await this.reader.head());
        failures = 0;
        await this.pause.for(this.pollMs);
      } catch (error) {
        failures += 1;
        const delayMs = retryDelay(this.reconnect, failures);
        this.tellDropped(toError(error), delayMs);
        await this.pause.for(delayMs);
      }
    }
    this.hangUp?.();
    this.hangUp = null;
  }

  private connect(): Promise<() => void> {
    return listen(this.pool, NOTIFY_CHANNEL, {
      notified: (payload) => {
        const [position = '0', origin] = payload.split(' ');
        if (origin !== this.origin) this.advance(BigInt(position));
      },
      lost: (error) => {
        this.hangUp = null;
        if (this.closed) return;
        this.tellDropped(error, 0);
        this.pause.wake();
      },
    });
  }

  private tellDropped(error: Error, retryInMs: number): void {
    for (const watcher of this.watchers) watcher.onDropped?.(error, retryInMs);
  }
}
