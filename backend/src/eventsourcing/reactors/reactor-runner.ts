import type { Pool } from 'pg';
import { Leadership, type Work } from '../../infra/postgres/leadership';
import type { LeaderTerm } from '../../infra/postgres/leader-term';
import { logDropped, type DropLog } from '../event-store/subscription';
import type { EventStore, Position } from '../event-store/event-store';
import { PositionWaiters } from '../views/position-waiters';
import type { Reactor } from './reactor';
import { lowestCheckpoint, ReactorWriter, readReactorCheckpoints } from './reactor-writer';
import { retryParkedReactions } from './retry-parked-reactions';

const LEASE = 'processes';
const CANDIDATE_MS = 500;
/** Maximum delay of writing a checkpoint while its reactor requests no jobs. */
const FLUSH_MS = 1_000;
const BATCH = 500;

export interface ReactorRunnerOptions {
  pool: Pool;
  events: EventStore;
  processes: readonly Reactor[];
  /** Called after jobs were written, so that workers look for them. */
  onJobs(): void;
  log: DropLog & { info(message: string): void };
}

/** Feeds events to the reactors, on one node of the installation at a time. */
export class ReactorRunner {
  private readonly leadership: Leadership;
  private readonly waiters = new PositionWaiters();

  constructor(private readonly options: ReactorRunnerOptions) {
    this.leadership = new Leadership({
      pool: options.pool,
      name: LEASE,
      retryMs: CANDIDATE_MS,
      lead: (leaderTerm) => this.lead(leaderTerm),
      follow: () => this.follow(),
      onError: (error) => options.log.error(error, 'Running the reactors failed; trying again.'),
    });
  }

  start(): Promise<void> {
    return this.leadership.start();
  }

  /** Resolves to true if the reactors pass the position within the time, whichever node leads. */
  waitFor(position: Position, timeoutMs: number): Promise<boolean> {
    return this.waiters.wait(position, timeoutMs);
  }

  stop(): Promise<void> {
    return this.leadership.stop();
  }

  /** Reads the leader's progress from the checkpoints. */
  private async follow(): Promise<void> {
    const names = this.options.processes.map(({ name }) => name);
    const lowest = lowestCheckpoint((await readReactorCheckpoints(this.options.pool, names)).values());
    if (lowest !== null) this.waiters.advance(lowest);
  }

  private async lead(leaderTerm: LeaderTerm): Promise<Work> {
    const { pool, processes, events, log } = this.options;
    const writer = new ReactorWriter({
      pool,
      processes,
      leaderTerm,
      onParked: ({ process, event, error }) =>
        log.error(error, `The reactor ${process.name} parked the event ${event.type} at ${event.position}.`),
    });
    await writer.open();
    for (const { process, position } of await retryParkedReactions(this.options)) {
      log.info(`The reactor ${process} has processed the parked event at ${position}.`);
    }
    this.options.onJobs();
    const from = writer.position;
    if (from !== null) this.waiters.advance(from);
    const subscription = events.subscribeAll({
      from: from ?? 'start',
      batchSize: BATCH,
      onBatch: async (batch, checkpoint) => {
        const news = await writer.take(batch, checkpoint);
        this.waiters.advance(checkpoint);
        if (news) this.options.onJobs();
      },
      onDropped: (error, retryInMs) => logDropped(log, 'Processes', error, retryInMs),
    });
    const flush = (): Promise<void> =>
      writer
        .flush()
        .catch((error: unknown) => log.error(error, 'The checkpoints of the reactors could not be stored.'));
    const timer = setInterval(() => void flush(), FLUSH_MS);
    return {
      closed: subscription.closed,
      async stop() {
        clearInterval(timer);
        await subscription.stop();
        await flush();
      },
    };
  }
}
