import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { LeaderLock } from '../database/leader-lock';
import { toRecorded } from '../domain/domain-event';
import type { EventStore, Position, Subscription } from '../event-store/event-store';
import { catchUp } from './catch-up';
import type { PoisonEvent } from './fold-batch';
import { retryParked } from './retry-parked';
import { type AnyView, tableName } from './view';
import { lowestOf, readCheckpoints } from './view-checkpoints';
import { ViewTable } from './view-table';
import { ViewWriter } from './view-writer';
import { Waiters } from './waiters';

const BATCH = 1_000;
const FOLLOW_MS = 50;

export interface ViewRunnerOptions {
  pool: Pool;
  events: EventStore;
  views: readonly AnyView[];
  log: { info(message: string): void; error(error: unknown, message: string): void };
}

/**
 * Keeps the views up to date. Of the nodes with the same views one leads (an advisory lock says which); the others
 * learn from the checkpoints how far it is. `start` resolves when every view shows the whole log as it was at that
 * moment. A release with a new version of a view has a leader of its own, which builds the new table while the nodes
 * of the old release serve the old one; for the views they share, the writer keeps the two leaders apart.
 */
export class ViewRunner {
  private readonly waiters = new Waiters();
  private readonly lock: LeaderLock;
  private subscription: Subscription | null = null;
  private follower: NodeJS.Timeout | null = null;
  private stopped = false;
  private following = false;

  constructor(private readonly options: ViewRunnerOptions) {
    this.lock = new LeaderLock(options.pool, lockOf(options.views), () => void this.stepDown());
  }

  async start(): Promise<void> {
    const head = await this.options.events.head();
    for (const view of this.options.views) await new ViewTable(view).create(this.options.pool);
    await this.lead();
    if (head !== null && !(await this.waitFor(head, 10 * 60_000))) throw new Error('The views did not catch up.');
  }

  /** True when every view, but for those that a poison event has stopped, has passed the position within the time. */
  async waitFor(position: Position, timeoutMs: number): Promise<boolean> {
    return this.waiters.wait(position, timeoutMs);
  }

  /** The position that all views have passed; null before the first event. */
  get position(): Position | null {
    return this.waiters.position;
  }

  async stop(): Promise<void> {
    this.stopped = true;
    if (this.follower) clearInterval(this.follower);
    await this.subscription?.stop();
    await this.lock.release();
  }

  private async lead(): Promise<void> {
    if (this.stopped) return;
    if (await this.lock.tryAcquire()) {
      await this.catchUpAndSubscribe();
      if (this.follower) clearInterval(this.follower);
      this.follower = null;
    } else if (!this.follower) {
      this.follower = setInterval(() => void this.follow(), FOLLOW_MS);
    }
  }

  /** The lock went with its connection, and another node may lead by now. */
  private async stepDown(): Promise<void> {
    const { subscription } = this;
    this.subscription = null;
    try {
      await subscription?.stop();
    } catch (error) {
      this.options.log.error(error, 'Leading the views ended with an error.');
    }
    if (!this.stopped) this.follower ??= setInterval(() => void this.follow(), FOLLOW_MS);
  }

  private async follow(): Promise<void> {
    if (this.following) return;
    this.following = true;
    try {
      const checkpoints = await readCheckpoints(this.options.pool, this.options.views.map(tableName));
      const lowest = lowestOf(checkpoints.values());
      if (lowest !== null) this.waiters.advance(lowest);
      await this.lead();
    } catch (error) {
      this.options.log.error(error, 'Following the view leader failed; trying again.');
    } finally {
      this.following = false;
    }
  }

  private async catchUpAndSubscribe(): Promise<void> {
    const writer = new ViewWriter(this.options.pool, this.options.views, { onPoison: (poison) => this.park(poison) });
    await retryParked(this.options);
    await writer.open();
    await catchUp(this.options.events, writer);
    if (this.stopped) return;
    const from = writer.position;
    if (from !== null) this.waiters.advance(from);
    this.subscription = this.options.events.subscribeAll({
      from: from ?? 'start',
      batchSize: BATCH,
      onBatch: async (events, checkpoint) => {
        await writer.write(events.map(toRecorded), checkpoint);
        if (writer.position !== null) this.waiters.advance(writer.position);
      },
      onDropped: (error, retryInMs) => this.options.log.error(error, `Views dropped; again in ${retryInMs} ms.`),
    });
    this.subscription.closed.catch((error: unknown) => {
      this.options.log.error(error, 'The views have stopped.');
    });
  }

  private park(poison: PoisonEvent): void {
    const what = poison.view.stopOnPoison ? 'A view has stopped' : 'A view parked a row';
    this.options.log.error(poison, `${what}: an event cannot be folded.`);
  }
}

/** The same number for the same set of tables, whatever their order. */
function lockOf(views: readonly AnyView[]): number {
  const names = views.map(tableName).sort().join(' ');
  return createHash('sha256').update(`views: ${names}`).digest().readInt32BE(0);
}
