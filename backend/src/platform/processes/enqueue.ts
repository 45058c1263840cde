import type { Pool, PoolClient } from 'pg';
import type { Position } from '../event-store/event-store';
import { cleanJson, cleanText } from '../text/clean-text';
import type { JobRequest } from './process';

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
