import type { StuckKind, StuckRetryOutcome } from '@storyreel/contracts';
import type { Pool } from 'pg';
import type { EventStore } from '../event-store/event-store';
import { requeueJob, STUCK_AT_ATTEMPT } from '../reactors/job-table';
import type { Reactor } from '../reactors/reactor';
import { retryParkedReaction } from '../reactors/retry-parked-reactions';
import { NO_KEY } from '../views/poison-event';
import { retryParkedRow } from '../views/retry-parked-rows';
import { tableName } from '../views/view';
import type { AnyView } from '../views/view';

/** Limit of an error's text, in characters. */
const MAX_REASON = 4_000;

export interface StuckRow {
  kind: StuckKind;
  /** Unique within its kind. */
  id: string;
  name: string;
  subject: string;
  events: number;
  eventId: string | null;
  reason: string;
  attempts: number;
  since: Date;
}

/** Newest first, so that recent failures show first. Times are in milliseconds, the precision of a cursor. */
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

/** @param behind the cursor: the last entry of the previous page */
export async function listDeadLetters(
  pool: Pool,
  limit: number,
  behind: { since: string; kind: string; id: string } | null = null,
): Promise<StuckRow[]> {
  const place = behind ? [behind.since, behind.kind, behind.id] : [null, null, null];
  return (await pool.query<StuckRow>(LIST, [...place, limit])).rows;
}

/**
 * Tells whether an entry can be retried. A stopped view resumes by itself; events without a row need a rebuild of the
 * view.
 */
export const isRetryable = ({ kind, subject }: Pick<StuckRow, 'kind' | 'subject'>): boolean =>
  kind === 'reaction' || kind === 'job' || (kind === 'row' && subject !== NO_KEY);

interface Stores {
  pool: Pool;
  events: EventStore;
}

/** Lists the dead letters of views, reactors and jobs, and retries them one by one. Works on any node and in a tool. */
export class DeadLetters {
  constructor(
    private readonly stores: Stores,
    private readonly readers: { views: readonly AnyView[]; processes: readonly Reactor[] },
  ) {}

  list(...page: Parameters<typeof listDeadLetters> extends [Pool, ...infer Page] ? Page : never): Promise<StuckRow[]> {
    return listDeadLetters(this.stores.pool, ...page);
  }

  /** Returns null when no such entry exists or when it cannot be retried on its own. */
  async retry(kind: StuckKind, id: string): Promise<StuckRetryOutcome | null> {
    switch (kind) {
      case 'job':
        return (await requeueJob(this.stores.pool, id)) ? { outcome: 'queued', reason: null } : null;
      case 'reaction':
        return outcomeOf(await this.retryReaction(id));
      case 'row':
        return outcomeOf(await this.retryRow(id));
      case 'view':
        return null;
    }
  }

  private async retryReaction(id: string): Promise<Tried> {
    const [name, position] = halves(id);
    const process = this.readers.processes.find((each) => each.name === name);
    return process ? retryParkedReaction({ ...this.stores, process }, position) : undefined;
  }

  private async retryRow(id: string): Promise<Tried> {
    const [name, key] = halves(id);
    const view = this.readers.views.find((each) => tableName(each) === name);
    return view && key !== NO_KEY ? retryParkedRow({ ...this.stores, view }, key) : undefined;
  }
}

/** Result of a retry. undefined: there was nothing to retry; null: success. */
type Tried = Error | null | undefined;

const outcomeOf = (tried: Tried): StuckRetryOutcome | null => {
  if (tried === undefined) return null;
  return tried === null ? { outcome: 'taken', reason: null } : { outcome: 'stuck', reason: tried.message };
};

const halves = (id: string): [string, string] => {
  const [name = ''] = id.split('@', 1);
  return [name, id.slice(name.length + 1)];
};
