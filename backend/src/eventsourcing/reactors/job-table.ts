import { cutText } from '@storyreel/contracts';
import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../../infra/postgres/transaction';
import { cleanJson, cleanText } from '../../lib/text';
import type { Position } from '../event-store/event-store';
import type { Job, JobHandler, JobRequest } from './reactor';

/**
 * For how long a node has seen the database's clock go on without a gap. Leases that ended in a gap prove nothing: the
 * database was silent, not those who hold them.
 */
export class DatabaseContact {
  private since = Infinity;
  private last = -Infinity;

  constructor(private readonly gapMs: number) {}

  /** Call with the database's time at each answer. @returns for how many ms it has answered without a gap */
  seen(now: Date): number {
    const time = now.getTime();
    if (time - this.last > this.gapMs) this.since = time;
    this.last = Math.max(this.last, time);
    return time - this.since;
  }
}

/** The event that asked for a job, and the process that it asked. */
export interface JobOrigin {
  process: string;
  position: Position;
  /** By the event store's clock. */
  created: Date;
}

/** A request as its row is written. */
export interface JobRow extends Omit<JobRequest, 'payload'> {
  payload: string;
  origin?: JobOrigin;
}

/** @throws TypeError for what no row can be made of: a payload that is no JSON, a text that is missing */
export const toJobRow = (job: JobRequest, origin?: JobOrigin): JobRow => ({
  ...job,
  dedupKey: cleanText(job.dedupKey),
  ownerId: cleanText(job.ownerId),
  correlationId: cleanText(job.correlationId),
  causationId: cleanText(job.causationId),
  payload: JSON.stringify(cleanJson(job.payload)),
  origin,
});

/** Writes what is not there yet. The delay of an event that waited to be seen has begun with the event. */
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

/** A job was being run when its node died, and again at each further try: nobody tries it once more. */
export class NodeDied extends Error {
  constructor(readonly deaths: number) {
    super(`The node that ran this job died, ${deaths} times in all: it is not tried again.`);
  }
}

/** How long a job waits after its node has died, in SQL, from how often that has been before: 1 s, 10 s, then 30 s. */
const waitAfterDeath = (deathsBefore: string): string =>
  `least(30, power(10, least(2, ${deathsBefore}))) * interval '1 second'`;

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

/** A job that is tried for the fifth time, and not done, is one that people should know of: what passes has passed by then. */
export const STUCK_AT_ATTEMPT = 5;

/** One that waits for another try of many has it now. */
const REVIVE = `update platform.jobs set state = 'queued', attempts = 0, deaths = 0, run_at = now(), finished_at = null, leased_by = null
  where (state = 'dead' or (state = 'queued' and attempts >= ${STUCK_AT_ATTEMPT}))`;

/** Gives them all their attempts again; a job whose work has ended otherwise has nothing to do. Answers how many. */
export async function reviveDead(pool: Pool): Promise<number> {
  return (await pool.query(REVIVE)).rowCount ?? 0;
}

/** One of them. False when no job of this id is dead, or waits after many tries. */
export async function reviveJob(pool: Pool, id: string): Promise<boolean> {
  if (!/^\d{1,18}$/.test(id)) return false;
  return (await pool.query(`${REVIVE} and id = $1`, [id])).rowCount === 1;
}
