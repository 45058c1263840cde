import { Inject, Injectable } from '@nestjs/common';
import { type LedgerLine, type LedgerQuery } from '@storyreel/contracts';

import { z } from 'zod';
import { keyFrom, type Page, pageOf } from '../../platform/paging/page';
import { Sql } from './sql';
import { ENTRY_COLUMNS } from './columns';
import type { LedgerEntry } from './entry-of';
import { LedgerFilters } from './ledger-filter';
import { type Named, presentLine } from './present-line';
import { TABLES } from './tables';

/** Where a list that goes along the log was left. */
export const positionCursor = z.tuple([z.string().regex(/^\d{1,40}$/)]);

@Injectable()
export class LedgerQueries {
  constructor(
    @Inject(Sql) private readonly database: Sql,
    @Inject(LedgerFilters) private readonly filters: LedgerFilters,
  ) {}

  /** Newest first. */
  async page({ limit, cursor, ...filter }: LedgerQuery): Promise<Page<LedgerLine>> {
    const conditions = await this.filters.conditions(await this.filters.resolve(filter));
    conditions.add('position < ?', cursor && keyFrom(cursor, positionCursor)[0]);
    const rows = await this.database.query<Named<LedgerEntry>[]>(
      `select ${ENTRY_COLUMNS}, a.email, p.title as "projectTitle", p.deleted as "projectDeleted"
       from (select * from ${TABLES.entries} where ${conditions.text}
         order by position desc limit ${conditions.value(limit + 1)}) e
       left join ${TABLES.emails} a on a.user_id = e.user_id
       left join ${TABLES.projects} p on p.id = e.project_id
       order by e.position desc`,
      conditions.values,
    );
    const { items, next } = pageOf(rows, limit, ({ position }) => [position]);
    return { items: items.map(presentLine), next };
  }
}
