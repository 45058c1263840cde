import type { Pool } from 'pg';
import { ensurePlatformSchema } from '../eventsourcing/platform-schema';
import type { Position } from '../eventsourcing/event-store/event-store';
import { claim, DatabaseContact, enqueue, toJobRow } from '../eventsourcing/reactors/job-table';
import type { JobOrigin } from '../eventsourcing/reactors/job-table';
import { JobRunner, type JobRunnerOptions } from '../eventsourcing/reactors/job-runner';
import type { Job, JobHandler, JobRequest } from '../eventsourcing/reactors/reactor';
import { createTestDatabase, type TestDatabase } from './test-database';

interface Asked extends JobRequest {
  origin?: JobOrigin;
}
export const LEASE = 6_000;
export const request = (dedupKey: string, changes: Partial<Asked> = {}): Asked => ({
  queue: 'images',
  dedupKey,
  ownerId: 'ada',
  payload: {},
  correlationId: 'c',
  causationId: 'e',
  ...changes,
});
export const handler = (changes: Partial<JobHandler> = {}): JobHandler => ({
  queue: 'images',
  concurrency: 3,
  maxAttempts: 3,
  run: () => Promise.resolve(),
  ...changes,
});
export const start = (node: string, name = 'first') => ({ node, start: name });
export const position = (n: number) => String(n).padStart(20, '0') as Position;
/** Simulates a node that has been up for as long as a lease lasts. */
const steady = () => {
  const contact = new DatabaseContact(Number.MAX_SAFE_INTEGER);
  contact.seen(new Date(0));
  return contact;
};

/** A table of jobs in a database of its own, with nodes that run them. */
export class JobsStage {
  /** Errors reported by the runners. */
  readonly errors: string[] = [];
  private readonly runners: JobRunner[] = [];

  private constructor(private readonly database: TestDatabase) {}

  static async open(): Promise<JobsStage> {
    const database = await createTestDatabase();
    await ensurePlatformSchema(database.pool);
    return new JobsStage(database);
  }

  async close(): Promise<void> {
    for (const runner of this.runners) await runner.stop();
    await this.database.drop();
  }

  get pool(): Pool {
    return this.database.pool;
  }

  enqueue(...jobs: Asked[]): Promise<unknown> {
    return enqueue(
      this.pool,
      jobs.map(({ origin, ...job }) => toJobRow(job, origin)),
    );
  }

  claimAs(node: string, given = handler(), contact = steady()): Promise<Job | null> {
    return claim(this.pool, given, { worker: start(node), leaseMs: LEASE, contact });
  }

  /** @throws Error when there is no job to claim */
  async claimed(node: string, given = handler()): Promise<Job> {
    const job = await this.claimAs(node, given);
    if (!job) throw new Error('There was nothing to claim.');
    return job;
  }

  async launch(
    given: JobHandler,
    node: string,
    name = 'first',
    more: Partial<JobRunnerOptions> = {},
  ): Promise<JobRunner> {
    const log = { error: (error: unknown, message: string) => void this.errors.push(`${message} ${String(error)}`) };
    const runner = new JobRunner({ pool: this.pool, handlers: [given], worker: start(node, name), log, ...more });
    this.runners.push(runner);
    await runner.start();
    return runner;
  }

  async rows(columns: string): Promise<Record<string, unknown>[]> {
    const text = `select ${columns} from platform.jobs order by id`;
    return (await this.pool.query<Record<string, unknown>>(text)).rows;
  }

  /** Simulates that time has passed by shifting one of the columns. */
  async elapse(column: string, seconds: number): Promise<void> {
    await this.pool.query(`update platform.jobs set ${column} = ${column} - $1 * interval '1 second'`, [seconds]);
  }
}
