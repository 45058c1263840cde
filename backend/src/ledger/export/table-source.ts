import { Inject, Injectable } from '@nestjs/common';
import { SqlConditions } from '../../infra/postgres/sql-conditions';
import { ENTRY_COLUMNS } from '../ledger/views/ledger-entry.view';
import { entryConditions, LedgerFilters, type ResolvedFilter } from '../ledger/ledger-filter';
import { Sql, TABLES } from '../ledger/tables';
import type { ExportHead } from './export-format';
import type { ExportedEntry, ExportSource } from './write-export';

/** Entries asked for at once: so much is in memory, whatever the file's size. */
const PAGE = 1_000;

/**
 * The entries of a filter up to a place in the log, in its order. Entries never change, so that pages that are read one
 * after the other are those of one moment, and no query runs while a slow reader takes its time.
 */
@Injectable()
export class TableSource implements ExportSource {
  constructor(
    @Inject(Sql) private readonly sql: Sql,
    @Inject(LedgerFilters) private readonly filters: LedgerFilters,
  ) {}

  /** The newest entry's place. */
  async newest(): Promise<string> {
    const [row] = await this.sql.query<{ last: string | null }[]>(
      `select max(last_position) as last from ${TABLES.hours}`,
    );
    return row?.last ?? '0';
  }

  async *entries(filter: ResolvedFilter, upTo: string): AsyncGenerator<ExportedEntry> {
    const stretch = await this.filters.stretch(filter);
    for (let after = ''; ;) {
      const conditions = entryConditions(new SqlConditions(), filter, stretch);
      conditions.add('position > ?', after).add('position <= ?', upTo);
      const rows = await this.sql.query<(Omit<ExportedEntry, 'at'> & { at: Date })[]>(
        `select ${ENTRY_COLUMNS}, a.email from (
           select * from ${TABLES.entries} where ${conditions.text} order by position limit ${PAGE}) e
         left join ${TABLES.emails} a on a.user_id = e.user_id order by e.position`,
        conditions.values,
      );
      for (const row of rows) yield { ...row, at: row.at.toISOString() };
      after = rows.at(-1)?.position ?? '';
      if (rows.length < PAGE) return;
    }
  }

  /** The newest of these entries of each wallet. */
  async *heads(filter: ResolvedFilter, upTo: string): AsyncGenerator<ExportHead> {
    const stretch = await this.filters.stretch(filter);
    for (let after: string | undefined; ;) {
      const conditions = entryConditions(new SqlConditions(), filter, stretch).add('position <= ?', upTo);
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
