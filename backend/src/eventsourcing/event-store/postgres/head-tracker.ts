import type { Pool } from 'pg';
import { listen } from '../../../infra/postgres/listen';
import { Pause } from '../../../lib/time';
import { retryDelay, type RetryPolicy } from '../../../lib/retry';
import { toError } from '../../../lib/errors';
import type { LogReader } from './log-reader';
import type { RecentEvents } from './recent-events';
import { NOTIFY_CHANNEL } from './schema';

export interface HeadWatcher {
  /** Called when the head has advanced or has become known. */
  onAdvanced(): void;
  onDropped?(error: Error, retryInMs: number): void;
}

export interface HeadTrackerParts {
  pool: Pool;
  reader: LogReader;
  recent: RecentEvents;
  /** Identifies this node's notifications, which are ignored: the answer to an append already delivers its events. */
  origin: string;
  reconnect: RetryPolicy;
  pollMs: number;
}

/**
 * Tracks the log's head. Our own appends advance it at once, other nodes' appends through NOTIFY, and polling covers
 * lost notifications. Listens while there are watchers, and reconnects.
 * After a lost connection, the known head is discarded, because the newest events may be lost as well: the server that
 * replaces the lost one may never have received them, and reuses their positions.
 */
export class HeadTracker {
  /** Newest known position; all events up to it are readable. Null until the log has been read. */
  known: bigint | null = null;
  /** Incremented whenever the known head is discarded. */
  epoch = 0;
  /** Newest position reported in this epoch; a concurrent read of the head may return an older one. */
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

  /** Discards the known head after a lost connection. The head is then read again. */
  forget(): void {
    this.epoch += 1;
    this.known = null;
    this.told = 0n;
    this.parts.recent.forget();
    this.refresh();
  }

  /** Polls now instead of at the next interval. */
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
        // If null, the head was discarded in the meantime, so it is read again at once.
        if (this.known !== null) await this.pause.for(this.parts.pollMs);
      } catch (error) {
        failures += 1;
        const delayMs = retryDelay(this.parts.reconnect, failures);
        // The listening connection may be dead, too, and might report it much later.
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
