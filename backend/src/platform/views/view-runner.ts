import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { Leadership } from '../database/leadership';
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
  private readonly leadership: Leadership;
  private readonly tables: ViewTable[];

  constructor(private readonly options: ViewRunnerOptions) {
    this.tables = options.views.map((view) => new ViewTable(view));
    this.leadership = new Leadership({
      pool: options.pool,
      key: lockOf(options.views),
      retryMs: FOLLOW_MS,
      lead: () => this.lead(),
      follow: () => this.follow(),
      onError: (error) => options.log.error(error, 'Keeping the views failed; trying again.'),
    });
  }

  async start(): Promise<void> {
    const head = await this.options.events.head();
    for (const table of this.tables) await table.create(this.options.pool);
    await this.leadership.start();
    if (head !== null && !(await this.waitFor(head, 10 * 60_000))) throw new Error('The views did not catch up.');
  }

  /** True when every view, but for those that a poison event has stopped, has passed the position within the time. */
  async waitFor(position: Position, timeoutMs: number): Promise<boolean> {
    return this.waiters.wait(position, timeoutMs);
  }

  stop(): Promise<void> {
    return this.leadership.stop();
  }

  /** Learns from the checkpoints how far the leader is. */
  private async follow(): Promise<void> {
    const checkpoints = await readCheckpoints(
      this.options.pool,
      this.tables.map(({ name }) => name),
    );
    const lowest = lowestOf(checkpoints.values());
    if (lowest !== null) this.waiters.advance(lowest);
  }

  private async lead(): Promise<Subscription> {
    const { pool, events, log } = this.options;
    const writer = new ViewWriter(pool, this.tables, { onPoison: (poison) => this.park(poison) });
    await retryParked(this.options);
    await writer.open();
    await catchUp(events, writer);
    const from = writer.position;
    if (from !== null) this.waiters.advance(from);
    const subscription = events.subscribeAll({
      from: from ?? 'start',
      batchSize: BATCH,
      onBatch: async (batch, checkpoint) => {
        await writer.write(batch.map(toRecorded), checkpoint);
        if (writer.position !== null) this.waiters.advance(writer.position);
      },
      onDropped: (error, retryInMs) => log.error(error, `Views dropped; again in ${retryInMs} ms.`),
    });
    subscription.closed.catch((error: unknown) => log.error(error, 'The views have stopped.'));
    return subscription;
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
