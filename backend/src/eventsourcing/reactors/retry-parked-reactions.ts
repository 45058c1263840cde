import type { Pool } from 'pg';
import { isRefusedData, storableReason } from '../../infra/postgres/pg-errors';
import { inTransaction } from '../../infra/postgres/transaction';
import { eventAt } from '../event-store/event-store';
import type { EventStore, Position, StoredEvent } from '../event-store/event-store';
import type { Reactor } from './reactor';
import { reactTo, writeReactions } from './reaction';

export interface ParkedReaction {
  process: string;
  position: Position;
  eventId: string;
  error: string;
  /** Number of times the reactor has failed on the event. */
  attempts: number;
  parkedAt: Date;
}

/** Maximum number per call; parked events are rare, and each raises an alarm. */
const LIMIT = 1_000;

/** Lists parked events, oldest first. */
export async function listParked(pool: Pool): Promise<ParkedReaction[]> {
  const { rows } = await pool.query<ParkedReaction>(
    `select process, position, event_id as "eventId", error, attempts, parked_at as "parkedAt"
     from platform.parked_reactions order by position, process limit $1`,
    [LIMIT],
  );
  return rows;
}

/**
 * Retries parked events with their reactors, which a new release may have fixed. Events on which a reactor still fails
 * stay parked. May run at the same time as the leader or another retry.
 * @returns the events that are no longer parked
 */
export async function retryParkedReactions(options: {
  pool: Pool;
  events: Pick<EventStore, 'head' | 'readAll'>;
  processes: readonly Reactor[];
}): Promise<ParkedReaction[]> {
  const mended: ParkedReaction[] = [];
  for (const parked of await listParked(options.pool)) {
    const process = options.processes.find(({ name }) => name === parked.process);
    if (!process) continue;
    if ((await tryAgain({ ...options, process }, parked.position)) === null) mended.push(parked);
  }
  return mended;
}

interface RetryOptions {
  pool: Pool;
  events: Pick<EventStore, 'head' | 'readAll'>;
  process: Reactor;
}

/** Retries one parked event. Returns null when the retry succeeded, undefined when the event was not parked. */
export async function retryParkedReaction(options: RetryOptions, position: string): Promise<Error | null | undefined> {
  const { rowCount } = await options.pool.query(
    'select from platform.parked_reactions where process = $1 and position = $2',
    [options.process.name, position],
  );
  return rowCount === 0 ? undefined : tryAgain(options, position as Position);
}

async function tryAgain({ pool, events, process }: RetryOptions, position: Position): Promise<Error | null> {
  const event = await eventAt(events, position);
  const failure = event ? await retry(pool, process, event) : new Error('The log does not hold this event.');
  if (failure !== null) await countFailure(pool, { process: process.name, position }, failure);
  return failure;
}

/** Retries one event. Returns null when the event is no longer parked. */
async function retry(pool: Pool, process: Reactor, event: StoredEvent): Promise<Error | null> {
  const reaction = reactTo(process, event);
  if (reaction.error) return reaction.error;
  try {
    await inTransaction(pool, async (client) => {
      const { rowCount } = await client.query(
        'delete from platform.parked_reactions where process = $1 and position = $2',
        [process.name, event.position],
      );
      if (rowCount === 1) await writeReactions(client, [reaction]);
    });
    return null;
  } catch (error) {
    if (!isRefusedData(error)) throw error;
    return error;
  }
}

async function countFailure(
  pool: Pool,
  { process, position }: Pick<ParkedReaction, 'process' | 'position'>,
  error: Error,
): Promise<void> {
  await pool.query(
    `update platform.parked_reactions set attempts = attempts + 1, error = $3 where process = $1 and position = $2`,
    [process, position, storableReason(error)],
  );
}
