import type { Pool } from 'pg';
import { Leadership } from '../database/leadership';
import { inTransaction } from '../database/transaction';
import { type RecordedEvent, toRecorded } from '../domain/domain-event';
import type { EventStore, Position, Subscription } from '../event-store/event-store';
import { Waiters } from '../views/waiters';
import { enqueue } from './job-table';
import type { Process } from './process';

const LOCK = 7_104_003;
const CHECKPOINT = 'processes';
const CANDIDATE_MS = 500;

export interface ProcessRunnerOptions {
  pool: Pool;
  events: EventStore;
  processes: readonly Process[];
  /** Jobs were written: workers may look. */
  onJobs(): void;
  log: { error(error: unknown, message: string): void };
}

/** Feeds events to the processes and writes the jobs they ask for in the transaction that moves the checkpoint. */
export class ProcessRunner {
  private readonly leadership: Leadership;
  private readonly waiters = new Waiters();
  private readonly types: ReadonlySet<string>;

  constructor(private readonly options: ProcessRunnerOptions) {
    this.types = new Set(options.processes.flatMap((process) => process.types));
    this.leadership = new Leadership({
      pool: options.pool,
      key: LOCK,
      retryMs: CANDIDATE_MS,
      lead: () => this.subscribe(),
      onError: (error) => options.log.error(error, 'Running the processes failed; trying again.'),
    });
  }

  start(): Promise<void> {
    return this.leadership.start();
  }

  /** For tests and shutdown: true when this node's processes have passed the position. */
  waitFor(position: Position, timeoutMs: number): Promise<boolean> {
    return this.waiters.wait(position, timeoutMs);
  }

  stop(): Promise<void> {
    return this.leadership.stop();
  }

  private async subscribe(): Promise<Subscription> {
    const { rows } = await this.options.pool.query<{ position: Position }>(
      'select position from platform.process_checkpoints where name = $1',
      [CHECKPOINT],
    );
    const from = rows[0]?.position;
    if (from) this.waiters.advance(from);
    const subscription = this.options.events.subscribeAll({
      from: from ?? 'start',
      batchSize: 500,
      onBatch: async (events, checkpoint) => {
        await this.react(events.filter((event) => this.types.has(event.type)).map(toRecorded), checkpoint);
        this.waiters.advance(checkpoint);
      },
      onDropped: (error, retryInMs) => this.options.log.error(error, `Processes dropped; again in ${retryInMs} ms.`),
    });
    subscription.closed.catch((error: unknown) => this.options.log.error(error, 'The processes have stopped.'));
    return subscription;
  }

  private async react(events: RecordedEvent[], checkpoint: Position): Promise<void> {
    const jobs = events.flatMap((event) =>
      this.options.processes
        .filter((process) => process.types.includes(event.type))
        .flatMap((process) => process.react(event)),
    );
    // Without jobs a checkpoint that lags is harmless, and a write for every keystroke's event would not be.
    if (jobs.length === 0) return;
    await inTransaction(this.options.pool, async (client) => {
      await enqueue(client, jobs);
      await client.query(
        `insert into platform.process_checkpoints (name, position) values ($1, $2)
         on conflict (name) do update set position = excluded.position, updated_at = now()`,
        [CHECKPOINT, checkpoint],
      );
    });
    this.options.onJobs();
  }
}
