import type { StuckKind } from '@storyreel/contracts';
import type { Pool } from 'pg';
import { STUCK_AT_ATTEMPT } from '../processes/dead-jobs';
import { NO_KEY } from '../views/poison-event';

/** Of an error's text, in characters. */
const MAX_REASON = 4_000;

export interface StuckRow {
  kind: StuckKind;
  /** Names it among those of its kind. */
  id: string;
  name: string;
  subject: string;
  events: number;
  eventId: string | null;
  reason: string;
  attempts: number;
  since: Date;
}

/** Newest first, so that what has just broken is seen; times in milliseconds, which is what a cursor can hold. */
const LIST = `
with stuck as (
  select 'reaction' as kind, process || '@' || position as id, process as name, position as subject, 1 as events,
         event_id as "eventId", error as reason, attempts, parked_at as since
  from platform.parked_reactions
  union all
  select 'row', view || '_v' || version || '@' || key, view || '_v' || version, key, count(*)::int,
         (array_agg(event_id order by position))[1]::text, (array_agg(error order by position))[1],
         max(attempts), min(parked_at)
  from platform.parked_events group by view, version, key
  union all
  select 'view', name, name, stopped_at, 1, null, coalesce(stopped_reason, ''), 1, stopped_since
  from platform.view_checkpoints where stopped_at is not null
  union all
  select 'job', id::text, queue, dedup_key, 1, null, coalesce(last_error, ''), attempts, finished_at
  from platform.jobs where state = 'dead'
  union all
  select 'job', id::text, queue, dedup_key, 1, null, coalesce(last_error, ''), attempts, created_at
  from platform.jobs where state in ('queued', 'running') and attempts >= ${STUCK_AT_ATTEMPT}
)
select kind, id, name, subject, events, "eventId", left(reason, ${MAX_REASON}) as reason, attempts,
       date_trunc('milliseconds', since) as since
from stuck
where $1::timestamptz is null or (date_trunc('milliseconds', since), kind, id) < ($1::timestamptz, $2::text, $3::text)
order by date_trunc('milliseconds', since) desc, kind desc, id desc limit $4`;

/** @param behind the place of the last one of the page before */
export async function listDeadLetters(
  pool: Pool,
  limit: number,
  behind: { since: string; kind: string; id: string } | null = null,
): Promise<StuckRow[]> {
  const place = behind ? [behind.since, behind.kind, behind.id] : [null, null, null];
  return (await pool.query<StuckRow>(LIST, [...place, limit])).rows;
}

/** A view that stopped goes on by itself, and events without a row need the view to be built anew. */
export const isRetryable = ({ kind, subject }: Pick<StuckRow, 'kind' | 'subject'>): boolean =>
  kind === 'reaction' || kind === 'job' || (kind === 'row' && subject !== NO_KEY);
