import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { Leadership } from '../../infra/postgres/leadership';
import type { LeaderTerm } from '../../infra/postgres/leader-term';
import { toRecorded } from '../domain/domain-event';
import type { EventStore, Position, Subscription } from '../event-store/event-store';
import { logDropped, type DropLog } from '../event-store/subscription';
import { catchUp } from './catch-up';
import { mustNotSkip, type PoisonEvent } from './poison-event';
import { retryParked } from './retry-parked-rows';
import { type AnyView, tableName } from './view';
import { lowestOf, readCheckpoints } from './view-checkpoints';
import { ViewTable } from './view-table';
import { ViewWriter } from './view-writer';
import { PositionWaiters } from './position-waiters';

const BATCH = 1_000;
const FOLLOW_MS = 50;

export interface ViewRunnerOptions {
  pool: Pool;
  events: EventStore;
  views: readonly AnyView[];
  log: DropLog & { info(message: string): void };
}

/**
 * Keeps the views up to date. Among nodes with the same views, the lease holder leads; the other nodes read its
 * progress from the checkpoints. `start` resolves when every view shows the whole log as it was at that moment. A
 * release with a new version of a view has a separate leader, which builds the new table while nodes of the old release
 * serve the old one. For the views that both releases have, the writer keeps the two leaders from interfering.
 */
export class ViewRunner {
  private readonly waiters = new PositionWaiters();
  private readonly leadership: Leadership;
  private readonly tables: ViewTable[];

  constructor(private readonly options: ViewRunnerOptions) {
    this.tables = options.views.map((view) => new ViewTable(view));
    this.leadership = new Leadership({
      pool: options.pool,
      name: leaseOf(options.views),
      retryMs: FOLLOW_MS,
      lead: (leaderTerm) => this.lead(leaderTerm),
      follow: () => this.follow(),
      onError: (error) => options.log.error(error, 'Updating the views failed; trying again.'),
    });
  }

  async start(): Promise<void> {
    const head = await this.options.events.head();
    for (const table of this.tables) await table.create(this.options.pool);
    await this.leadership.start();
    if (head !== null && !(await this.waitFor(head, 10 * 60_000))) throw new Error('The views did not catch up.');
  }

  /** Resolves to true if every view, except those stopped by a poison event, passes the position within the time. */
  async waitFor(position: Position, timeoutMs: number): Promise<boolean> {
    return this.waiters.wait(position, timeoutMs);
  }

  /**
   * Resolves to true if, within the time, every view shows all events that are in the log now, including those of other
   * nodes.
   */
  async reachHead(timeoutMs: number): Promise<boolean> {
    const head = await this.options.events.head();
    return head === null || this.waitFor(head, timeoutMs);
  }

  /**
   * Like `waitFor`, for an untrusted position: returns 'unknown' at once if the log has not reached the position. Waits
   * even if the log does not answer.
   */
  async waitForNamed(position: Position, timeoutMs: number): Promise<'reached' | 'late' | 'unknown'> {
    if (this.waiters.hasReached(position)) return 'reached';
    const waited = this.waiters.wait(position, timeoutMs).then((reached) => (reached ? 'reached' : 'late'));
    const judged = this.options.events.head().then(
      (head) => (head === null || position > head ? 'unknown' : waited),
      () => waited,
    );
    return Promise.race([waited, judged]);
  }

  stop(): Promise<void> {
    return this.leadership.stop();
  }

  /** Reads the leader's progress from the checkpoints. */
  private async follow(): Promise<void> {
    const checkpoints = await readCheckpoints(
      this.options.pool,
      this.tables.map(({ name }) => name),
    );
    const lowest = lowestOf([...checkpoints.values()].filter(({ stopped }) => !stopped));
    if (lowest !== null) this.waiters.advance(lowest);
  }

  private async lead(leaderTerm: LeaderTerm): Promise<Subscription> {
    const { pool, events, log } = this.options;
    const writer = new ViewWriter(pool, this.tables, { onPoison: (poison) => this.park(poison), leaderTerm });
    await retryParked({ ...this.options, leaderTerm });
    await writer.open();
    await catchUp(events, writer, { signal: leaderTerm.signal });
    const from = writer.position;
    if (from !== null) this.waiters.advance(from);
    return events.subscribeAll({
      from: from ?? 'start',
      batchSize: BATCH,
      onBatch: async (batch, checkpoint) => {
        await writer.write(batch.map(toRecorded), checkpoint);
        if (writer.position !== null) this.waiters.advance(writer.position);
      },
      onDropped: (error, retryInMs) => logDropped(log, 'Views', error, retryInMs),
    });
  }

  private park(poison: PoisonEvent): void {
    const what = mustNotSkip(poison.view, poison) ? 'A view has stopped' : 'A view parked a row';
    this.options.log.error(poison, `${what}: it cannot process an event.`);
  }
}

/** Returns the same name for the same set of tables, in any order. */
function leaseOf(views: readonly AnyView[]): string {
  const names = views.map(tableName).sort().join(' ');
  return `views ${createHash('sha256').update(names).digest('hex').slice(0, 16)}`;
}
