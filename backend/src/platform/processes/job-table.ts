import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../database/transaction';
import type { Job, JobHandler, JobRequest } from './process';

const CLAIM_LOCK = 7_104_100;

interface JobRow {
  id: string;
  queue: string;
  dedup_key: string;
  owner_id: string;
  payload: Record<string, unknown>;
  attempts: number;
  correlation_id: string;
  causation_id: string;
}

export async function enqueue(db: Pool | PoolClient, jobs: JobRequest[]): Promise<void> {
  await db.query(
    `insert into platform.jobs (queue, dedup_key, owner_id, payload, run_at, correlation_id, causation_id)
     select q, k, o, p::jsonb, coalesce(r, now()), c, a
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::text[], $7::text[]) as u(q, k, o, p, r, c, a)
     on conflict (queue, dedup_key) do nothing`,
    [
      jobs.map((job) => job.queue),
      jobs.map((job) => job.dedupKey),
      jobs.map((job) => job.ownerId),
      jobs.map((job) => JSON.stringify(job.payload)),
      jobs.map((job) => job.runAt ?? null),
      jobs.map((job) => job.correlationId),
      jobs.map((job) => job.causationId),
    ],
  );
}

/**
 * The next job of a queue, leased to `worker`; null when there is none or the queue's concurrency is used up. Claims of
 * one queue are serialised by a lock, so that the count of running jobs holds across the installation.
 */
export function claim(
  pool: Pool,
  handler: JobHandler,
  worker: string,
  leaseMs: number,
  now: Date,
): Promise<Job | null> {
  return inTransaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock($1, hashtext($2))', [CLAIM_LOCK, handler.queue]);
    await client.query(
      `update platform.jobs set state = 'queued', leased_by = null, lease_until = null
       where queue = $1 and state = 'running' and lease_until < $2`,
      [handler.queue, now],
    );
    const running = await client.query<{ count: string }>(
      `select count(*) from platform.jobs where queue = $1 and state = 'running'`,
      [handler.queue],
    );
    if (Number(running.rows[0]?.count) >= handler.concurrency) return null;
    const fairness = handler.fair
      ? `(select count(*) from platform.jobs r where r.queue = j.queue and r.state = 'running' and r.owner_id = j.owner_id), `
      : '';
    const { rows } = await client.query<JobRow>(
      `update platform.jobs set state = 'running', attempts = attempts + 1, leased_by = $2, lease_until = $3
       where id = (select j.id from platform.jobs j where j.queue = $1 and j.state = 'queued' and j.run_at <= $4
                   order by ${fairness}j.run_at, j.id limit 1 for update skip locked)
       returning *`,
      [handler.queue, worker, new Date(now.getTime() + leaseMs), now],
    );
    return rows[0] ? toJob(rows[0], handler) : null;
  });
}

export async function heartbeat(pool: Pool, job: Job, worker: string, until: Date): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update platform.jobs set lease_until = $3 where id = $1 and leased_by = $2 and state = 'running'`,
    [job.id, worker, until],
  );
  return rowCount === 1;
}

export async function finish(
  pool: Pool,
  job: Job,
  worker: string,
  state: 'done' | 'dead',
  error?: string,
): Promise<void> {
  await pool.query(
    `update platform.jobs set state = $3, finished_at = now(), lease_until = null, last_error = $4
     where id = $1 and leased_by = $2`,
    [job.id, worker, state, error ?? null],
  );
}

export async function retryLater(pool: Pool, job: Job, worker: string, runAt: Date, error: string): Promise<void> {
  await pool.query(
    `update platform.jobs set state = 'queued', run_at = $3, leased_by = null, lease_until = null, last_error = $4
     where id = $1 and leased_by = $2`,
    [job.id, worker, runAt, error],
  );
}

/** After a crash: what this worker held is free at once instead of when its lease ends. */
export async function releaseLeases(pool: Pool, worker: string): Promise<void> {
  await pool.query(
    `update platform.jobs set state = 'queued', leased_by = null, lease_until = null
     where leased_by = $1 and state = 'running'`,
    [worker],
  );
}

/** Jobs that are not finished and could run now. */
export async function countUnfinished(pool: Pool, now: Date): Promise<number> {
  const { rows } = await pool.query<{ count: string }>(
    `select count(*) from platform.jobs where state = 'running' or (state = 'queued' and run_at <= $1)`,
    [now],
  );
  return Number(rows[0]?.count);
}

const toJob = (row: JobRow, handler: JobHandler): Job => ({
  id: row.id,
  queue: row.queue,
  dedupKey: row.dedup_key,
  ownerId: row.owner_id,
  payload: row.payload,
  attempt: row.attempts,
  maxAttempts: handler.maxAttempts,
  correlationId: row.correlation_id,
  causationId: row.causation_id,
});
