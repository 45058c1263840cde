import { Injectable } from '@nestjs/common';
import { SqlConditions } from '../../infra/postgres/sql-conditions';
import { ENTRY_COLUMNS } from '../ledger/views/ledger-entry.view';
import { entryConditions, LedgerFilters, type ResolvedFilter } from '../ledger/ledger-filter';
import { MAKERS, Sql, TABLES } from '../ledger/tables';
import type { ExportedEntry, ExportHead } from './export-format';
import type { ExportSource } from './write-export';

/** Number of entries fetched at once; this bounds memory for files of any size. */
const PAGE = 1_000;

/**
 * Reads the entries of a filter up to a log position, in log order. Entries never change, so pages read one after
 * another are consistent, and no query stays open while a slow client reads.
 */
@Injectable()
export class TableSource implements ExportSource {
  constructor(
    private readonly sql: Sql,
    private readonly filters: LedgerFilters,
  ) {}

  /** Returns the newest entry's position. */
  async newest(): Promise<string> {
    const [row] = await this.sql.query<{ last: string | null }[]>(
      `select max(last_position) as last from ${TABLES.hours}`,
    );
    return row?.last ?? '0';
  }

  async *entries(filter: ResolvedFilter, upTo: string): AsyncGenerator<ExportedEntry> {
    const range = await this.filters.positionRange(filter);
    for (let after = ''; ;) {
      const conditions = entryConditions(new SqlConditions(), filter, range);
      conditions.add('position > ?', after).add('position <= ?', upTo);
      const rows = await this.sql.query<(Omit<ExportedEntry, 'at'> & { at: Date })[]>(
        `select ${ENTRY_COLUMNS}, a.email, m.email as "madeByEmail", o.email as "approvedByEmail" from (
           select * from ${TABLES.entries} where ${conditions.text} order by position limit ${PAGE}) e
         left join ${TABLES.emails} a on a.user_id = e.user_id
         ${MAKERS} order by e.position`,
        conditions.values,
      );
      for (const row of rows) yield { ...row, at: row.at.toISOString() };
      after = rows.at(-1)?.position ?? '';
      if (rows.length < PAGE) return;
    }
  }

  /** Yields each wallet's newest entry that matches the filter. */
  async *heads(filter: ResolvedFilter, upTo: string): AsyncGenerator<ExportHead> {
    const range = await this.filters.positionRange(filter);
    for (let after: string | undefined; ;) {
      const conditions = entryConditions(new SqlConditions(), filter, range).add('position <= ?', upTo);
      conditions.add('user_id > ?', after);
      const rows = await this.sql.query<ExportHead[]>(
        `select distinct on (user_id) user_id as "userId", revision, hash from ${TABLES.entries}
         where ${conditions.text} order by user_id, revision desc limit ${PAGE}`,
        conditions.values,
      );
      yield* rows;
      after = rows.at(-1)?.userId;
      if (rows.length < PAGE) return;
    }
  }
}
