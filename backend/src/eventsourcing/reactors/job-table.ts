import { cutText } from '@storyreel/contracts';
import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../../infra/postgres/transaction';
import { cleanJson, cleanText } from '../../lib/text';
import type { Position } from '../event-store/event-store';
import type { Job, JobHandler, JobRequest } from './reactor';

/**
 * Measures how long a node has been in contact with the database without a gap. If a lease expired during a gap, its
 * holder may be alive: the database may have been unreachable for the holder, too.
 */
export class DatabaseContact {
  private since = Infinity;
  private last = -Infinity;

  constructor(private readonly gapMs: number) {}

  /** Call with the database's time after each response. @returns milliseconds of contact without a gap */
  seen(now: Date): number {
    const time = now.getTime();
    if (time - this.last > this.gapMs) this.since = time;
    this.last = Math.max(this.last, time);
    return time - this.since;
  }
}

/** The event and the reactor that requested a job. */
export interface JobOrigin {
  process: string;
  position: Position;
  /** Time of the event by the event store's clock. */
  created: Date;
}

/** A job request in the form of its table row. */
export interface JobRow extends Omit<JobRequest, 'payload'> {
  payload: string;
  origin?: JobOrigin;
}

/** @throws TypeError for an invalid row: a payload that is not JSON, or a missing text */
export const toJobRow = (job: JobRequest, origin?: JobOrigin): JobRow => ({
  ...job,
  dedupKey: cleanText(job.dedupKey),
  ownerId: cleanText(job.ownerId),
  correlationId: cleanText(job.correlationId),
  causationId: cleanText(job.causationId),
  payload: JSON.stringify(cleanJson(job.payload)),
  origin,
});

/**
 * Inserts jobs that do not exist yet. A delay is counted from the time of the event, even if the event was processed
 * late.
 */
export async function enqueue(db: Pool | PoolClient, jobs: readonly JobRow[]): Promise<void> {
  await db.query(
    `insert into platform.jobs
       (queue, dedup_key, owner_id, payload, run_at, correlation_id, causation_id, process, position)
     select q, k, o, p::jsonb, case when d is null then now() else least(now(), e) + d * interval '1 millisecond' end,
            c, a, n, l
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::double precision[], $6::text[], $7::text[],
                 $8::text[], $9::text[], $10::timestamptz[]) as u(q, k, o, p, d, c, a, n, l, e)
     on conflict (queue, dedup_key) do nothing`,
    [
      jobs.map((job) => job.queue),
      jobs.map((job) => job.dedupKey),
      jobs.map((job) => job.ownerId),
      jobs.map((job) => job.payload),
      jobs.map((job) => job.delayMs ?? null),
      jobs.map((job) => job.correlationId),
      jobs.map((job) => job.causationId),
      jobs.map((job) => job.origin?.process ?? null),
      jobs.map((job) => job.origin?.position ?? null),
      jobs.map((job) => job.origin?.created ?? null),
    ],
  );
}

/** A job is not retried any more because its nodes died while they ran it. */
export class NodeDied extends Error {
  constructor(readonly deaths: number) {
    super(`The node that ran this job died, ${deaths} times in all: it is not retried.`);
  }
}

/** SQL for a job's delay after its node died, by the number of earlier deaths: 1 s, 10 s, then 30 s. */
const waitAfterDeath = (deathsBefore: string): string =>
  `least(30, power(10, least(2, ${deathsBefore}))) * interval '1 second'`;

/** First half of the key of the queues' locks. */
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

/** The holder of a lease: a node since its latest start. */
export interface Worker {
  /** Unique to the node and unchanged by restarts, so that the node can release the leases of its earlier starts. */
  node: string;
  /** Id of the node's start, different for every start. */
  start: string;
}

const nameOf = ({ node, start }: Worker): string => `${node}#${start}`;

const NEXT_OF_ALL = `
  select id from platform.jobs where queue = $1 and state = 'queued' and run_at <= now() order by run_at, id limit 1`;

/**
 * SQL for the next job of the user with the fewest running jobs. Takes one index step per waiting user, however many
 * jobs they have.
 */
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
 * Returns the queues that have a due job or an expired lease. Most queues have neither most of the time, and one
 * statement checks all of them.
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

/** The lease's holder died or hung: this counts as a death, and each death delays the retry longer. */
const AFTER_DEATH = `state = 'queued', leased_by = null, lease_until = null, deaths = deaths + 1,
  run_at = now() + ${waitAfterDeath('deaths')}`;

/** Data that a node needs to claim jobs, including those of dead nodes. */
export interface ClaimOptions {
  worker: Worker;
  leaseMs: number;
  contact: DatabaseContact;
}

/**
 * Leases the next job of a queue to the worker; returns null when none may run. A lock serialises the claims of a
 * queue, so that its concurrency limit holds across the installation. All times are the database's. An expired lease
 * frees its job only after this node has been in contact for the duration of a lease, because a live holder has renewed
 * its lease by then.
 */
export function claim(pool: Pool, handler: JobHandler, claimant: ClaimOptions): Promise<Job | null> {
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
      `update platform.jobs set state = 'running', attempts = attempts + 1, leased_by = $2, failed_calls = 0,
              next_call_at = null,
              lease_until = now() + $3 * interval '1 millisecond'
       where id = (${choose}) and state = 'queued' returning *`,
      [queue, nameOf(worker), leaseMs, ...(choose === NEXT_OF_FEWEST ? [perUser] : [])],
    );
    return rows[0] ? toJob(rows[0], handler) : null;
  });
}

/** Renews the lease; returns false when another worker holds it by now. */
export async function heartbeat(pool: Pool, job: Job, worker: Worker, leaseMs: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update platform.jobs set lease_until = now() + $3 * interval '1 millisecond'
     where id = $1 and leased_by = $2 and state = 'running'`,
    [job.id, nameOf(worker), leaseMs],
  );
  return rowCount === 1;
}

/**
 * Completes a job and enqueues its following jobs. The row is deleted once its reactor's stored checkpoint has passed
 * the job's event, after which the reactor never requests the job again. Rows written by early releases have no reactor
 * and can be deleted at once.
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

/** Marks a job as dead after too many attempts. The row stays, so that operators can see it. */
export async function moveToDeadLetters(pool: Pool, job: Job, worker: Worker, error: string): Promise<void> {
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
            leased_by = null, lease_until = null, last_error = $4, failed_at = now()
     where id = $1 and leased_by = $2 and state = 'running'`,
    [job.id, nameOf(worker), delayMs, storable(error)],
  );
}

/** Records that a call within an attempt failed, and when the call is repeated. Times are the database's. */
export async function noteFailedCall(
  pool: Pool,
  job: Pick<Job, 'id'>,
  { delayMs, error }: { delayMs: number; error: string },
): Promise<void> {
  await pool.query(
    `update platform.jobs set failed_calls = failed_calls + 1, failed_at = now(), last_error = $3,
            next_call_at = now() + $2 * interval '1 millisecond'
     where id = $1 and state = 'running'`,
    [job.id, delayMs, storable(error)],
  );
}

/** Progress of a job. */
export interface JobProgress {
  dedupKey: string;
  attempts: number;
  failedCalls: number;
  lastError: string | null;
  failedAt: Date | null;
  nextTryAt: Date | null;
}

/** Returns the progress of unfinished jobs by their keys. */
export async function progressOf(pool: Pool, keys: readonly string[]): Promise<JobProgress[]> {
  if (keys.length === 0) return [];
  const { rows } = await pool.query<JobProgress>(
    `select dedup_key as "dedupKey", attempts, failed_calls as "failedCalls", last_error as "lastError",
            failed_at as "failedAt",
            case when state = 'queued' and attempts > 0 then run_at else next_call_at end as "nextTryAt"
     from platform.jobs
     where state in ('queued', 'running') and dedup_key = any($1::text[])`,
    [keys],
  );
  return rows;
}

/**
 * Returns a job to the queue when the node stops. Another node may claim it at once, and the run does not count as an
 * attempt.
 */
export async function handBack(pool: Pool, job: Job, worker: Worker): Promise<void> {
  await pool.query(
    `update platform.jobs set state = 'queued', attempts = attempts - 1, leased_by = null, lease_until = null
     where id = $1 and leased_by = $2 and state = 'running'`,
    [job.id, nameOf(worker)],
  );
}

/** Frees the jobs of this node's earlier starts after a crash, without waiting for their leases to expire. */
export async function releaseEarlierLeases(pool: Pool, worker: Worker): Promise<void> {
  await pool.query(
    `update platform.jobs set ${AFTER_DEATH}
     where state = 'running' and starts_with(leased_by, $1 || '#') and leased_by <> $2`,
    [worker.node, nameOf(worker)],
  );
}

/**
 * Deletes done jobs whose reactor has passed their event, and dead jobs after `deadForDays`. Returns the number of
 * deleted jobs.
 */
export async function sweepJobs(pool: Pool, options: { deadForDays: number }): Promise<number> {
  const done = await deleteDone(pool);
  const dead = await pool.query(
    `delete from platform.jobs where state = 'dead' and finished_at < now() - $1 * interval '1 day'`,
    [options.deadForDays],
  );
  return done + (dead.rowCount ?? 0);
}

/** Counts jobs that are running or due. */
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

/** A job at its fifth attempt counts as stuck and is reported, since temporary faults are over by then. */
export const STUCK_AT_ATTEMPT = 5;

/** Makes dead jobs, and stuck jobs that wait for their next attempt, due at once. */
const REVIVE = `update platform.jobs set state = 'queued', attempts = 0, deaths = 0, run_at = now(), finished_at = null, leased_by = null
  where (state = 'dead' or (state = 'queued' and attempts >= ${STUCK_AT_ATTEMPT}))`;

/**
 * Gives dead and stuck jobs all their attempts again; a job whose work has ended in some other way does nothing.
 * Returns the number of such jobs.
 */
export async function requeueDeadJobs(pool: Pool): Promise<number> {
  return (await pool.query(REVIVE)).rowCount ?? 0;
}

/** Revives one job. Returns false when no dead or stuck job has this id. */
export async function requeueJob(pool: Pool, id: string): Promise<boolean> {
  if (!/^\d{1,18}$/.test(id)) return false;
  return (await pool.query(`${REVIVE} and id = $1`, [id])).rowCount === 1;
}
