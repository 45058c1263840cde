import type { Pool } from 'pg';
import { type RecordedEvent, toRecorded } from '../domain/domain-event';
import type { EventStore, Position, Subscription } from '../event-store/event-store';
import type { PoisonEvent } from './fold-batch';
import { LeaderLock } from '../database/leader-lock';
import { type AnyView, tableName } from './view';
import { ViewTable } from './view-table';
import { ViewWriter } from './view-writer';
import { Waiters } from './waiters';

const LOCK = 7_104_002;
const BATCH = 1_000;
const FOLLOW_MS = 50;

export interface ViewRunnerOptions {
  pool: Pool;
  events: EventStore;
  views: readonly AnyView[];
  log: { info(message: string): void; error(error: unknown, message: string): void };
}

/**
 * Keeps the views up to date. One node of an installation leads (an advisory lock says which); the others learn from
 * the checkpoints how far it is. `start` resolves when every view shows the whole log as it was at that moment.
 */
export class ViewRunner {
  private readonly waiters = new Waiters();
  private readonly lock: LeaderLock;
  private subscription: Subscription | null = null;
  private follower: NodeJS.Timeout | null = null;
  private stopped = false;
  private following = false;
  private lastPoison: PoisonEvent | null = null;

  constructor(private readonly options: ViewRunnerOptions) {
    this.lock = new LeaderLock(options.pool, LOCK, () => void this.stepDown());
  }

  async start(): Promise<void> {
    const head = await this.options.events.head();
    for (const view of this.options.views) await new ViewTable(view).create(this.options.pool);
    await this.lead();
    if (head !== null && !(await this.waitFor(head, 10 * 60_000))) throw new Error('The views did not catch up.');
  }

  /** True when every view has passed the position within the time. */
  async waitFor(position: Position, timeoutMs: number): Promise<boolean> {
    return this.waiters.wait(position, timeoutMs);
  }

  /** The position that all views have passed; null before the first event. */
  get position(): Position | null {
    return this.waiters.position;
  }

  get poison(): PoisonEvent | null {
    return this.lastPoison;
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
      const checkpoints = await this.checkpoints();
      const lowest = [...checkpoints.values()].sort()[0];
      if (lowest && checkpoints.size === this.options.views.length) this.waiters.advance(lowest);
      await this.lead();
    } catch (error) {
      this.options.log.error(error, 'Following the view leader failed; trying again.');
    } finally {
      this.following = false;
    }
  }

  /** Views that are behind catch up on their own, so that a new view does not hold back the others. */
  private async catchUpAndSubscribe(): Promise<void> {
    const checkpoints = await this.checkpoints();
    const positions = this.options.views.map((view) => checkpoints.get(tableName(view)) ?? null);
    const furthest = positions.reduce((a, b) => (b !== null && (a === null || b > a) ? b : a), null);
    for (const [index, view] of this.options.views.entries()) {
      if (positions[index] !== furthest) await this.build([view], positions[index] ?? null, furthest);
    }
    const writer = await this.writer(this.options.views);
    if (furthest !== null) this.waiters.advance(furthest);
    this.subscription = this.options.events.subscribeAll({
      from: furthest ?? 'start',
      batchSize: BATCH,
      onBatch: async (events, checkpoint) => {
        await writer.write(events.map(toRecorded), checkpoint);
        this.lastPoison = null;
        this.waiters.advance(checkpoint);
      },
      onDropped: (error, retryInMs) => this.options.log.error(error, `Views dropped; again in ${retryInMs} ms.`),
    });
    this.subscription.closed.catch((error: unknown) => {
      this.options.log.error(error, 'The views have stopped.');
    });
  }

  private async build(views: AnyView[], from: Position | null, to: Position | null): Promise<void> {
    const writer = await this.writer(views);
    let batch: RecordedEvent[] = [];
    const flush = async () => {
      const last = batch.at(-1);
      if (last) await writer.write(batch, last.position);
      batch = [];
    };
    for await (const event of this.options.events.readAll({ from: from ?? 'start' })) {
      if (to !== null && event.position > to) break;
      batch.push(toRecorded(event));
      if (batch.length >= BATCH) await flush();
    }
    await flush();
    if (to !== null) await writer.write([], to);
  }

  private async writer(views: readonly AnyView[]): Promise<ViewWriter> {
    const writer = new ViewWriter(this.options.pool, views, (poison) => {
      this.lastPoison = poison;
      this.options.log.error(poison, 'A view parked a row: an event cannot be folded.');
    });
    await writer.loadParked();
    return writer;
  }

  private async checkpoints(): Promise<Map<string, Position>> {
    const { rows } = await this.options.pool.query<{ name: string; position: Position }>(
      'select name, position from platform.view_checkpoints where name = any($1)',
      [this.options.views.map(tableName)],
    );
    return new Map(rows.map((row) => [row.name, row.position]));
  }
}
