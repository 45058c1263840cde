import type { Pool } from 'pg';
import { listen } from '../../../infra/postgres/listen';
import { Pause } from '../../../lib/time';
import { retryDelay, type RetryPolicy } from '../../../lib/retry';
import { toError } from '../../../lib/errors';
import type { LogReader } from './log-reader';
import type { RecentEvents } from './recent-events';
import { NOTIFY_CHANNEL } from './schema';

export interface HeadWatcher {
  /** The head is further than it was, or known for the first time. */
  onAdvanced(): void;
  onDropped?(error: Error, retryInMs: number): void;
}

export interface HeadTrackerParts {
  pool: Pool;
  reader: LogReader;
  recent: RecentEvents;
  /** Notifications of ours are ignored: the answer to the append itself brings the news, with the events. */
  origin: string;
  reconnect: RetryPolicy;
  pollMs: number;
}

/**
 * Knows how far the log reaches: from our own appends at once, from other nodes' by NOTIFY, and by asking now and
 * then, should a notification be lost. Listens while somebody watches, and comes back by itself.
 *
 * A connection that was lost may have been to a server whose newest events are lost too: the one that takes its place
 * need not have received them, and gives their positions to others. So nothing that was known before counts then.
 */
export class HeadTracker {
  /** Position of the newest event known; everything up to it can be read. Null until the log was asked. */
  known: bigint | null = null;
  /** Grows whenever what was known is forgotten. */
  epoch = 0;
  /** The newest position that we were told in this epoch, which the log's own answer may be older than. */
  private told = 0n;
  private readonly watchers = new Set<HeadWatcher>();
  private readonly pause = new Pause();
  private listening: Promise<void> | null = null;
  private hangUp: (() => void) | null = null;
  private closed = false;

  constructor(private readonly parts: HeadTrackerParts) {}

  watch(watcher: HeadWatcher): void {
    this.watchers.add(watcher);
    this.listening ??= this.listen();
  }

  unwatch(watcher: HeadWatcher): void {
    this.watchers.delete(watcher);
  }

  advance(position: bigint): void {
    if (position > this.told) this.told = position;
    if (this.known !== null) this.reach(position);
  }

  /** A connection was lost: the log is asked anew. */
  forget(): void {
    this.epoch += 1;
    this.known = null;
    this.told = 0n;
    this.parts.recent.forget();
    this.refresh();
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
        await this.ask();
        failures = 0;
        // Otherwise something was lost meanwhile, and the log is asked once more.
        if (this.known !== null) await this.pause.for(this.parts.pollMs);
      } catch (error) {
        failures += 1;
        const delayMs = retryDelay(this.parts.reconnect, failures);
        // What we listen on may be as dead, and say so much later.
        this.hangUp?.();
        this.hangUp = null;
        this.forget();
        this.tellDropped(toError(error), delayMs);
        await this.pause.for(delayMs);
      }
    }
    this.hangUp?.();
    this.hangUp = null;
  }

  private async ask(): Promise<void> {
    const { epoch, known } = this;
    const head = await this.parts.reader.head();
    if (epoch !== this.epoch) return;
    if (known === null || head >= known) return this.reach(head > this.told ? head : this.told);
    this.forget();
    this.tellDropped(new Error(`the log ends at ${head} and had reached ${known}: its newest events are lost`), 0);
  }

  private reach(position: bigint): void {
    if (this.known !== null && position <= this.known) return;
    this.known = position;
    for (const watcher of this.watchers) watcher.onAdvanced();
  }

  private connect(): Promise<() => void> {
    return listen(this.parts.pool, NOTIFY_CHANNEL, {
      notified: (payload) => {
        const [position = '0', origin] = payload.split(' ');
        if (origin !== this.parts.origin) this.advance(BigInt(position));
      },
      lost: (error) => {
        this.hangUp = null;
        this.forget();
        if (!this.closed) this.tellDropped(error, 0);
      },
    });
  }

  private tellDropped(error: Error, retryInMs: number): void {
    for (const watcher of this.watchers) watcher.onDropped?.(error, retryInMs);
  }
}
