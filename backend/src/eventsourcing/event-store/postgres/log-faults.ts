import type { Pool } from 'pg';
import { settingsFault, toPosition } from '../event-store';
import type { LogFault } from '../event-store';
import { toStoreError } from './store-error';

/** Maximum number of faults to read; with this many, the log is certainly damaged. */
const MOST = 1_000;

/** Finds gaps between positions. An intact log has none, since rows are never deleted: see the append function. */
const POSITIONS = `
  select before::text as "before", position::text as "position" from (
    select position, lag(position, 1, 0::bigint) over (order by position) as before from event_store.events
  ) as placed where position <> before + 1 order by position limit ${MOST}`;

const REVISIONS = `
  select stream_id as "streamId", before::text as "before", revision::text as "revision" from (
    select stream_id, revision, lag(revision, 1, -1::bigint) over (partition by stream_id order by revision) as before
    from event_store.events
  ) as placed where revision <> before + 1 order by stream_id, revision limit ${MOST}`;

/** Finds settings that hide events from readers of the stream; a deletion is one of them. */
const SETTINGS = `
  select stream_id as "streamId", concat_ws(', ', 'deleted_through ' || deleted_through,
    'truncate_before ' || truncate_before, 'max_count ' || max_count, 'max_age_seconds ' || max_age_seconds) as "set"
  from event_store.streams
  where num_nonnulls(deleted_through, truncate_before, max_count, max_age_seconds) > 0
  order by stream_id limit ${MOST}`;

/** Yields the faults of the whole log, then those of its streams. */
export async function* logFaults(pool: Pool): AsyncGenerator<LogFault> {
  for (const { before, position } of await query<{ before: string; position: string }>(pool, POSITIONS)) {
    yield {
      streamId: null,
      revision: null,
      reason: 'has a gap: events were deleted, since no position is ever left out',
      expected: `position ${toPosition(BigInt(before) + 1n)}`,
      found: `position ${toPosition(position)}`,
    };
  }
  const gaps = await query<{ streamId: string; before: string; revision: string }>(pool, REVISIONS);
  for (const { streamId, before, revision } of gaps) {
    const missing = BigInt(before) + 1n;
    const reason = 'has a gap: events were deleted, since no revision is ever left out';
    yield { streamId, revision: missing, reason, expected: `revision ${missing}`, found: `revision ${revision}` };
  }
  for (const { streamId, set } of await query<{ streamId: string; set: string }>(pool, SETTINGS)) {
    yield settingsFault(streamId, set);
  }
}

async function query<Row extends object>(pool: Pool, text: string): Promise<Row[]> {
  try {
    return (await pool.query<Row>(text)).rows;
  } catch (error) {
    throw toStoreError(error);
  }
}
