import type { PoolClient } from 'pg';
import { isRefusedData, storableReason } from '../../infra/postgres/pg-errors';
import { toError } from '../../lib/errors';
import { type RecordedEvent, toRecorded } from '../domain/domain-event';
import { readable } from '../domain/upcast';
import type { StoredEvent } from '../event-store/event-store';
import { enqueue, type JobRow, toJobRow } from './job-table';
import type { Reactor } from './reactor';

/** A reactor's result for an event: jobs, or an error. */
export interface Reaction {
  process: Reactor;
  event: RecordedEvent;
  jobs: JobRow[];
  /** The error with which the reactor failed on the event. */
  error: Error | null;
}

/**
 * Returns a reactor's reaction to an event. Never throws: an error of `react` or an invalid job becomes the reaction's
 * error.
 */
export function reactTo(process: Reactor, stored: StoredEvent): Reaction {
  const event = toRecorded(stored);
  const { position, created } = stored;
  try {
    const jobs = process
      .react(readable(event))
      .map((job) => toJobRow(job, { process: process.name, position, created }));
    return { process, event, jobs, error: null };
  } catch (error) {
    return { process, event, jobs: [], error: toError(error) };
  }
}

/** Writes the requested jobs, and parks the events on which reactors failed. */
export async function writeReactions(client: PoolClient, reactions: readonly Reaction[]): Promise<void> {
  const jobs = reactions.flatMap((reaction) => reaction.jobs);
  if (jobs.length > 0) await enqueue(client, jobs);
  for (const reaction of reactions) if (reaction.error) await park(client, reaction, reaction.error);
}

/**
 * Like `writeReactions`, for one reaction at a time: reactions whose rows the database rejects are also parked, and
 * returned.
 */
export async function writeOneByOne(client: PoolClient, reactions: readonly Reaction[]): Promise<Reaction[]> {
  const refused: Reaction[] = [];
  for (const reaction of reactions) {
    await client.query('savepoint reaction');
    try {
      await writeReactions(client, [reaction]);
    } catch (error) {
      if (!isRefusedData(error)) throw error;
      await client.query('rollback to savepoint reaction');
      const failed = { ...reaction, jobs: [], error: toError(error) };
      await park(client, failed, failed.error);
      refused.push(failed);
    }
  }
  return refused;
}

async function park(client: PoolClient, { process, event }: Reaction, error: Error): Promise<void> {
  await client.query(
    `insert into platform.parked_reactions (process, position, event_id, error) values ($1, $2, $3, $4)
     on conflict (process, position) do update set error = excluded.error, attempts = parked_reactions.attempts + 1`,
    [process.name, event.position, event.id, storableReason(error)],
  );
}
