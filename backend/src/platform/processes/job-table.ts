import { cutText } from '@storyreel/contracts';
import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../database/transaction';
import { cleanText } from '../text/clean-text';
import type { DatabaseContact } from './database-contact';
import { enqueue, toJobRow } from './enqueue';
import { waitAfterDeath } from './node-died';
import type { Job, JobHandler, JobRequest } from './process';

/** Of the locks on queues: the first half of their key. */
export const CLAIM_LOCK = 7_104_100;
const MAX_ERROR = 1_000;

interface StoredJob {
  id: string;
  queue: string;
  dedup_key: string;
  owner_id: string;
  payload: Record<string, unknown>;
  attempts: number;
  deaths: number;
  correlation_id: string;
  causation_id: string;
}

/** Who holds a lease: a start of a node. */
export interface Worker {
  /** The same over restarts, and no other node's: what an earlier start of it held is free. */
  node: string;
  /** Differs with every start. */
  start: string;
}

const nameOf = ({ node, start }: Worker): string => `${node}#${start}`;

const NEXT_OF_ALL = `
  select id from platform.jobs where queue = $1 and state = 'queued' and run_at <= now() order by run_at, id limit 1`;

/** One step for each user who waits, by the index, however many jobs they have. */
const NEXT_OF_FEWEST = `
  with recursive owners as (
    (select owner_id from platform.jobs where queue = $1 and state = 'queued' order by owner_id limit 1)
    union all
    select (select j.owner_id from platform.jobs j
            where j.queue = $1 and j.state = 'queued' and j.owner_id > o.owner_id order by j.owner_id limit 1)
    from owners o where o.owner_id is not null
  )
  select next.id
  from owners o
  cross join lateral (select id, run_at from platform.jobs j
                      where j.queue = $1 and j.state = 'queued' and j.owner_id = o.owner_id and j.run_at <= now()
                      order by run_at, id limit 1) next
  cross join lateral (select count(*) as jobs from platform.jobs r
                      where r.queue = $1 and r.state = 'running' and r.owner_id = o.owner_id) busy
  where busy.jobs < $4
  order by busy.jobs, next.run_at, next.id limit 1`;

/**
 * Those of the queues in which a job is due, or held by a lease that has ended. Most have neither at most times, and one
 * statement says so of all of them.
 */
export async function queuesWithWork(
  pool: Pool,
  queues: readonly string[],
  contact: DatabaseContact,
): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ now: Date; queues: string[] }>(
    `select now(), array(
       select queue from unnest($1::text[]) wanted(queue)
       where exists (select from platform.jobs j where j.queue = wanted.queue and state = 'queued' and run_at <= now())
          or exists (select from platform.jobs j where j.queue = wanted.queue and state = 'running' and lease_until < now())
     ) as queues`,
    [queues],
  );
  contact.seen(rows[0]?.now ?? new Date(0));
  return new Set(rows[0]?.queues);
}

/** Whoever held it has died, or has hung for as long: it counts, and each further try waits longer. */
const AFTER_DEATH = `state = 'queued', leased_by = null, lease_until = null, deaths = deaths + 1,
  run_at = now() + ${waitAfterDeath('deaths')}`;

/** What a node needs to take jobs, and to take those of nodes that have died. */
export interface Claimant {
  worker: Worker;
  leaseMs: number;
  contact: DatabaseContact;
}

/**
 * The next job of a queue, leased to the worker; null when none may run. Claims of one queue are serialised by a lock,
 * so that the count of running jobs holds across the installation. All times are the database's. A lease that has ended
 * frees its job once this node has been in contact for as long as a lease lasts: whoever lives has renewed it by then.
 */
export function claim(pool: Pool, handler: JobHandler, claimant: Claimant): Promise<Job | null> {
  const { worker, leaseMs, contact } = claimant;
  const { queue, concurrency, fair = false, perUser = concurrency } = handler;
  const choose = fair || handler.perUser !== undefined ? NEXT_OF_FEWEST : NEXT_OF_ALL;
  return inTransaction(pool, async (client) => {
    const locked = await client.query<{ now: Date }>('select now(), pg_advisory_xact_lock($1, hashtext($2))', [
      CLAIM_LOCK,
      queue,
    ]);
    if (contact.seen(locked.rows[0]?.now ?? new Date(0)) >= leaseMs)
      await client.query(
        `update platform.jobs set ${AFTER_DEATH} where queue = $1 and state = 'running' and lease_until < now()`,
        [queue],
      );
    const running = await client.query<{ count: string }>(
      `select count(*) from platform.jobs where queue = $1 and state = 'running'`,
      [queue],
    );
    if (Number(running.rows[0]?.count) >= concurrency) return null;
    const { rows } = await client.query<StoredJob>(
      `update platform.jobs set state = 'running', attempts = attempts + 1, leased_by = $2,
              lease_until = now() + $3 * interval '1 millisecond'
       where id = (${choose}) and state = 'queued' returning *`,
      [queue, nameOf(worker), leaseMs, ...(choose === NEXT_OF_FEWEST ? [perUser] : [])],
    );
    return rows[0] ? toJob(rows[0], handler) : null;
  });
}

/** False when the lease is somebody else's by now. */
export async function heartbeat(pool: Pool, job: Job, worker: Worker, leaseMs: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update platform.jobs set lease_until = now() + $3 * interval '1 millisecond'
     where id = $1 and leased_by = $2 and state = 'running'`,
    [job.id, nameOf(worker), leaseMs],
  );
  return rowCount === 1;
}

/**
 * Done, together with the jobs that follow it. The row goes as soon as its event is behind the stored checkpoint of its
 * process, which never asks for it again; rows of releases before that have no process and were behind it from the first.
 */
export async function complete(pool: Pool, job: Job, worker: Worker, following: JobRequest[] = []): Promise<void> {
  await inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      `update platform.jobs set state = 'done', finished_at = now(), lease_until = null, last_error = null
       where id = $1 and leased_by = $2 and state = 'running'`,
      [job.id, nameOf(worker)],
    );
    if (rowCount !== 1) return;
    if (following.length > 0)
      await enqueue(
        client,
        following.map((next) => toJobRow(next)),
      );
    await deleteDone(client, job.id);
  });
}

/** Tried too often. The row stays, for people to see. */
export async function bury(pool: Pool, job: Job, worker: Worker, error: string): Promise<void> {
  await pool.query(
    `update platform.jobs set state = 'dead', finished_at = now(), lease_until = null, last_error = $3
     where id = $1 and leased_by = $2 and state = 'running'`,
    [job.id, nameOf(worker), storable(error)],
  );
}

export async function retryLater(
  pool: Pool,
  job: Job,
  worker: Worker,
  { delayMs, error }: { delayMs: number; error: string },
): Promise<void> {
  await pool.query(
    `update platform.jobs set state = 'queued', run_at = now() + $3 * interval '1 millisecond',
            leased_by = null, lease_until = null, last_error = $4
     where id = $1 and leased_by = $2 and state = 'running'`,
    [job.id, nameOf(worker), delayMs, storable(error)],
  );
}

/** Stopping: others may have it at once, and this run does not count as an attempt. */
export async function handBack(pool: Pool, job: Job, worker: Worker): Promise<void> {
  await pool.query(
    `update platform.jobs set state = 'queued', attempts = attempts - 1, leased_by = null, lease_until = null
     where id = $1 and leased_by = $2 and state = 'running'`,
    [job.id, nameOf(worker)],
  );
}

/** After a crash: what earlier starts of this node held is free now instead of when its lease ends. */
export async function releaseEarlierLeases(pool: Pool, worker: Worker): Promise<void> {
  await pool.query(
    `update platform.jobs set ${AFTER_DEATH}
     where state = 'running' and starts_with(leased_by, $1 || '#') and leased_by <> $2`,
    [worker.node, nameOf(worker)],
  );
}

/** Deletes what is done and behind its process, and dead jobs that people had `deadForDays` to see. Answers how many. */
export async function sweepJobs(pool: Pool, options: { deadForDays: number }): Promise<number> {
  const done = await deleteDone(pool);
  const dead = await pool.query(
    `delete from platform.jobs where state = 'dead' and finished_at < now() - $1 * interval '1 day'`,
    [options.deadForDays],
  );
  return done + (dead.rowCount ?? 0);
}

/** Jobs that are not finished and could run now. */
export async function countUnfinished(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: string }>(
    `select count(*) from platform.jobs where state = 'running' or (state = 'queued' and run_at <= now())`,
  );
  return Number(rows[0]?.count);
}

async function deleteDone(db: Pool | PoolClient, id?: string): Promise<number> {
  const { rowCount } = await db.query(
    `delete from platform.jobs j where ${id === undefined ? '' : 'j.id = $1 and'} j.state = 'done'
     and (j.process is null or exists (select from platform.process_checkpoints c
          where c.name = j.process and c.position collate "C" >= j.position collate "C"))`,
    id === undefined ? [] : [id],
  );
  return rowCount ?? 0;
}

const storable = (error: string): string => cutText(cleanText(error), MAX_ERROR);

const toJob = (row: StoredJob, handler: JobHandler): Job => ({
  id: row.id,
  queue: row.queue,
  dedupKey: row.dedup_key,
  ownerId: row.owner_id,
  payload: row.payload,
  attempt: row.attempts,
  maxAttempts: handler.maxAttempts,
  deaths: row.deaths,
  correlationId: row.correlation_id,
  causationId: row.causation_id,
});
