import { Injectable } from '@nestjs/common';
import { idSchema } from '@storyreel/contracts';
import type { LedgerFilter } from '@storyreel/contracts';
import { SqlConditions } from '../../infra/postgres/sql-conditions';
import { hourOf, instantOf, wholeDays } from './moments';
import type { Span } from './moments';
import { Sql, TABLES } from './tables';

/** A filter with its names resolved: user ids instead of e-mail addresses, instants instead of days. */
export interface ResolvedFilter extends Omit<LedgerFilter, 'user' | 'from' | 'to'>, Span {
  userId?: string;
}

/** The widest range of log positions that a period can have. */
export interface PositionRange {
  first?: string;
  last?: string;
}

const NOBODY = '00000000-0000-0000-0000-000000000000';

@Injectable()
export class LedgerFilters {
  constructor(private readonly database: Sql) {}

  async resolve({ user, from, to, projectId, jobId, ...same }: LedgerFilter): Promise<ResolvedFilter> {
    return {
      ...same,
      // Exports read from the log compare ids as texts, so the ids need one letter case.
      ...(projectId && { projectId: projectId.toLowerCase() }),
      ...(jobId && { jobId: jobId.toLowerCase() }),
      ...(from && { from: instantOf(from) }),
      ...(to && { to: instantOf(to) }),
      ...(user && { userId: await this.userId(user) }),
    };
  }

  /** Returns the user's id; for an address without an account, an id that nobody has. */
  private async userId(user: string): Promise<string> {
    if (idSchema.safeParse(user).success) return user.toLowerCase();
    const sql = `select user_id as "userId" from ${TABLES.emails} where email = $1`;
    const [found] = await this.database.query<{ userId: string }[]>(sql, [user.toLowerCase()]);
    return found?.userId ?? NOBODY;
  }

  /**
   * Returns the range of positions that holds the hours of a period. Entries are ordered by position, while their times
   * come from several nodes' clocks, so the range may hold other entries, which are then filtered out by time.
   */
  async positionRange({ from, to }: Span): Promise<PositionRange> {
    const hours = new SqlConditions();
    hours.add('hour >= ?', from && hourOf(from)).add('hour <= ?', to && hourOf(to));
    if (from === undefined && to === undefined) return {};
    const sql = `select min(first_position) as first, max(last_position) as last from ${TABLES.hours} where ${hours.text}`;
    const [found] = await this.database.query<{ first: string | null; last: string | null }[]>(sql, hours.values);
    // Without entries in those hours the range is empty.
    if (!found?.first || !found.last) return { first: '1', last: '0' };
    return { ...(from && { first: found.first }), ...(to && { last: found.last }) };
  }

  /** Returns the SQL conditions of a filter. */
  async conditions(filter: ResolvedFilter): Promise<SqlConditions> {
    return entryConditions(new SqlConditions(), filter, await this.positionRange(filter));
  }
}

type Columns = Pick<ResolvedFilter, 'userId' | 'projectId' | 'kind' | 'provider' | 'model' | 'priceVersion'>;

/** Conditions on the columns that entries share with their sums. */
function columnConditions(conditions: SqlConditions, filter: Columns): SqlConditions {
  return conditions
    .add('user_id = ?', filter.userId)
    .add('project_id = ?', filter.projectId)
    .add('kind = ?', filter.kind)
    .add('provider = ?', filter.provider)
    .add('model = ?', filter.model)
    .add('price_version = ?', filter.priceVersion);
}

export function entryConditions(
  conditions: SqlConditions,
  filter: ResolvedFilter,
  stretch: PositionRange,
): SqlConditions {
  return columnConditions(conditions, filter)
    .add('job_id = ?', filter.jobId)
    .add('position >= ?', stretch.first)
    .add('position <= ?', stretch.last)
    .add('at >= ?', filter.from)
    .add('at < ?', filter.to);
}

const COLUMNS = `day, user_id, kind, project_id, provider, model, category, price_version, entries, units, usd,
  sandbox_usd, returned`;
const OF_ONE_ENTRY = `to_char(at at time zone 'UTC', 'YYYY-MM-DD'), user_id, kind, project_id, provider, model, category,
  price_version, 1, units, coalesce(usd, 0), case when sandbox then coalesce(usd, 0) else 0 end,
  case when kind = 'settlement' then available else 0 end`;

/** Sources of sums: the stored sums of whole days, and the entries of the partial days at a period's ends. */
@Injectable()
export class SumSources {
  constructor(private readonly filters: LedgerFilters) {}

  /** Returns a common table expression `picked`, and adds its parameters to `values`. */
  async picked(values: unknown[], filter: ResolvedFilter): Promise<string> {
    return `picked (${COLUMNS}) as materialized (${(await this.sources(values, filter)).join(' union all ')})`;
  }

  private async sources(values: unknown[], filter: ResolvedFilter): Promise<string[]> {
    // The stored sums are not kept per job, so a filter by job reads the entries.
    if (filter.jobId !== undefined) return [await this.entries(values, filter)];
    const { days, edges } = wholeDays(filter);
    const none = days || edges.length > 0 ? [] : [`select ${COLUMNS} from ${TABLES.rollups} where false`];
    const sources = days ? [this.rollups(values, filter, days)] : none;
    for (const edge of edges) sources.push(await this.entries(values, { ...filter, ...edge }));
    return sources;
  }

  private rollups(values: unknown[], filter: ResolvedFilter, { from, to }: { from?: string; to?: string }): string {
    const where = columnConditions(new SqlConditions(values), filter).add('day >= ?', from).add('day < ?', to);
    return `select ${COLUMNS} from ${TABLES.rollups} where ${where.text}`;
  }

  private async entries(values: unknown[], filter: ResolvedFilter): Promise<string> {
    const where = entryConditions(new SqlConditions(values), filter, await this.filters.positionRange(filter));
    return `select ${OF_ONE_ENTRY} from ${TABLES.entries} where ${where.text}`;
  }
}
