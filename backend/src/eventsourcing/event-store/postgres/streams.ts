import type { Pool } from 'pg';
import { z } from 'zod';
import { checkName } from '../encode-append';
import { StreamNotFound, WrongExpectedRevision } from '../event-store';
import type { ExpectedRevision, ReadStreamOptions, StoredEvent, StreamMetadata } from '../event-store';
import { expectationCode } from './flush';
import { eventColumns, PageSize, toStoredEvent, withinPage } from './log-reader';
import type { EventRow } from './log-reader';
import { toStoreError } from './store-error';

const MAX_PAGE = 1000;

type StreamState = [lastRevision: string | null, deletedThrough: string | null];
/** The columns of the event are null if the stream has no event in the range. */
type Row = [...StreamState, ...(EventRow | null[])];

/** SQL for the first revision that the stream's metadata leaves visible. */
const SHOWN = `greatest(
        state.deleted_through + 1, state.truncate_before, state.last_revision - state.max_count + 1, 0)`;
/**
 * Bounds of a page's revisions. Revisions of a stream are consecutive, so a page's last revision is known in advance.
 * Without this bound, a planner that expects a short stream reads and sorts all later events. A forward read has no
 * upper bound if events are hidden because of their age, since the number of hidden events is unknown.
 */
const PAGES = {
  asc: `e.revision >= $2 and e.revision < case when state.max_age_seconds is null
      then least(greatest($2::bigint, ${SHOWN}), coalesce(state.last_revision, 0)) + $3::bigint else ${2n ** 63n - 1n} end`,
  desc: `e.revision <= $2 and e.revision > least($2::bigint, coalesce(state.last_revision, 0)) - $3::bigint`,
};

/**
 * Returns a query for a page of events. Its result has at least one row, with the stream's state; events that the
 * stream's metadata hides are left out.
 */
const pageQuery = (order: 'asc' | 'desc') => `
  select state.last_revision, state.deleted_through, e.*
  from (
    select s.*, (
      select e.revision from event_store.events e where e.stream_id = $1 order by e.revision desc limit 1
    ) as last_revision
    from (select) as one left join event_store.streams s on s.stream_id = $1
  ) as state
  left join lateral (${withinPage(
    `select ${eventColumns} from event_store.events e
    where e.stream_id = $1 and ${PAGES[order]} and e.revision >= ${SHOWN}
      and (state.max_age_seconds is null or e.created > now() - make_interval(secs => state.max_age_seconds))
    order by e.revision ${order} limit $3`,
    `revision ${order}`,
  )}) as e on true order by e.revision ${order}`;
const queries = { forwards: pageQuery('asc'), backwards: pageQuery('desc') };

const NEWEST = 2n ** 63n - 1n;

/** @throws StreamNotFound */
export async function* readStream(
  pool: Pool,
  streamId: string,
  options: ReadStreamOptions = {},
): AsyncGenerator<StoredEvent> {
  const { direction = 'forwards', from = direction === 'forwards' ? 'start' : 'end' } = options;
  const step = direction === 'forwards' ? 1n : -1n;
  let place = from === 'start' ? 0n : from === 'end' ? NEWEST : from;
  let left = options.limit ?? Infinity;
  const size = new PageSize(MAX_PAGE);
  do {
    const limit = size.next(left);
    const rows = await page(pool, direction, [streamId, place, limit]);
    checkExists(streamId, rows[0]);
    const events = rows.map(([, , ...event]) => event).filter(isEvent);
    size.saw(events);
    for (const row of events) {
      const event = toStoredEvent(row);
      place = event.revision + step;
      yield event;
    }
    left = events.length === 0 ? 0 : left - events.length;
    if (direction === 'forwards' && place > BigInt(rows[0]?.[0] ?? -1)) return;
  } while (left > 0 && place >= 0n);
}

async function page(pool: Pool, direction: 'forwards' | 'backwards', values: unknown[]): Promise<Row[]> {
  try {
    const query = { name: `event-store-stream-${direction}`, text: queries[direction], values };
    return (await pool.query<Row>({ ...query, rowMode: 'array' })).rows;
  } catch (error) {
    throw toStoreError(error);
  }
}

function checkExists(streamId: string, row: Row | undefined): void {
  const [last = null, deletedThrough = null] = row ?? [];
  if (last === null || (deletedThrough !== null && BigInt(deletedThrough) >= BigInt(last))) {
    throw new StreamNotFound(`there is no stream ${streamId}`);
  }
}

const isEvent = (row: EventRow | null[]): row is EventRow => row[0] !== null;

export async function setStreamMetadata(pool: Pool, streamId: string, metadata: StreamMetadata): Promise<void> {
  checkName('stream', streamId);
  const { maxCount = null, maxAge = null, truncateBefore = null } = metadata;
  const text = `
    insert into event_store.streams as s (stream_id, max_count, max_age_seconds, truncate_before)
    values ($1, $2, $3, $4)
    on conflict (stream_id) do update set max_count = excluded.max_count,
      max_age_seconds = excluded.max_age_seconds, truncate_before = excluded.truncate_before`;
  await query(pool, text, [streamId, maxCount, maxAge, truncateBefore]);
}

const deletion = z.object({ deleted: z.boolean(), revision: z.string().transform(BigInt) });

/** @throws WrongExpectedRevision */
export async function deleteStream(pool: Pool, streamId: string, expected: ExpectedRevision): Promise<void> {
  const text = 'select * from event_store.delete_stream($1, $2)';
  const [row] = await query(pool, text, [streamId, expectationCode(expected)]);
  const { deleted, revision } = deletion.parse(row);
  if (!deleted) throw new WrongExpectedRevision(streamId, expected, revision < 0n ? 'no_stream' : revision);
}

async function query(pool: Pool, text: string, values: unknown[]): Promise<unknown[]> {
  try {
    return (await pool.query<Record<string, unknown>>(text, values)).rows;
  } catch (error) {
    throw toStoreError(error);
  }
}
