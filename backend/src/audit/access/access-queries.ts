import { Inject, Injectable } from '@nestjs/common';
import type { AccessEntry, PageQuery } from '@storyreel/contracts';

import { SqlConditions } from '../../platform/database/sql-conditions';
import { keyFrom, type Page, pageOf } from '../../platform/paging/page';
import { positionCursor } from '../ledger/ledger-queries';
import { Sql } from '../ledger/sql';
import { TABLES } from '../ledger/tables';
import type { AccessEntryRow } from '../views/access-entry.view';

type Row = Omit<AccessEntryRow, 'at'> & { at: Date; readerEmail: string | null; ownerEmail: string | null };

@Injectable()
export class AccessQueries {
  constructor(@Inject(Sql) private readonly database: Sql) {}

  /** Newest first. */
  async page({ limit, cursor }: PageQuery): Promise<Page<AccessEntry>> {
    const conditions = new SqlConditions().add('r.position < ?', cursor && keyFrom(cursor, positionCursor)[0]);
    const rows = await this.database.query<Row[]>(
      `select r.id, r.at, r.reader_id as "readerId", r.what, r.owner_id as "ownerId", r.detail, r.position,
         reader.email as "readerEmail", owner.email as "ownerEmail"
       from ${TABLES.accesses} r
       left join ${TABLES.emails} reader on reader.user_id = r.reader_id
       left join ${TABLES.emails} owner on owner.user_id::text = r.owner_id
       where ${conditions.text} order by r.position desc limit ${conditions.value(limit + 1)}`,
      conditions.values,
    );
    const { items, next } = pageOf(rows, limit, ({ position }) => [position]);
    return { items: items.map(present), next };
  }
}

function present({ id, at, readerId, readerEmail, what, ownerId, ownerEmail, detail }: Row): AccessEntry {
  const owner = ownerId === null ? null : { id: ownerId, email: ownerEmail };
  return { id, at: at.toISOString(), reader: { id: readerId, email: readerEmail }, what, owner, detail: { ...detail } };
}
