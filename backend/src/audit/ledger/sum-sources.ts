import { Inject, Injectable } from '@nestjs/common';
import { SqlConditions } from '../../platform/database/sql-conditions';
import { columnConditions, entryConditions, LedgerFilters, type ResolvedFilter } from './ledger-filter';
import { wholeDays } from './moments';
import { TABLES } from './tables';

const COLUMNS = `day, user_id, kind, project_id, provider, model, category, price_version, entries, units, usd,
  sandbox_usd, returned`;
const OF_ONE_ENTRY = `to_char(at at time zone 'UTC', 'YYYY-MM-DD'), user_id, kind, project_id, provider, model, category,
  price_version, 1, units, coalesce(usd, 0), case when sandbox then coalesce(usd, 0) else 0 end,
  case when kind = 'settlement' then available else 0 end`;

/** What figures are made of: the sums of whole days, and the entries of what is left at the ends of a period. */
@Injectable()
export class SumSources {
  constructor(@Inject(LedgerFilters) private readonly filters: LedgerFilters) {}

  /** A common table `picked`, with its parameters among `values`. */
  async picked(values: unknown[], filter: ResolvedFilter): Promise<string> {
    return `picked (${COLUMNS}) as materialized (${(await this.sources(values, filter)).join(' union all ')})`;
  }

  private async sources(values: unknown[], filter: ResolvedFilter): Promise<string[]> {
    // Sums do not tell jobs apart.
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
    const where = entryConditions(new SqlConditions(values), filter, await this.filters.stretch(filter));
    return `select ${OF_ONE_ENTRY} from ${TABLES.entries} where ${where.text}`;
  }
}
