import { Controller, Get, Injectable, Query, Res } from '@nestjs/common';
import { accessEntrySchema, accessQuerySchema } from '@storyreel/contracts';
import type { AccessEntry, AccessQuery } from '@storyreel/contracts';
import type { Response } from 'express';
import { createZodDto } from 'nestjs-zod';
import { z } from 'zod';
import { Answers } from '../../../infra/http/openapi/answers.decorator';
import { answerPage, keyFrom, pageOf } from '../../../infra/http/paging';
import type { Page } from '../../../infra/http/paging';
import { SqlConditions } from '../../../infra/postgres/sql-conditions';
import { ForRole } from '../../../infra/sessions/roles';
import { positionCursor } from '../ledger-queries';
import { instantOf } from '../moments';
import { Sql, TABLES } from '../tables';
import type { AccessEntryRow } from '../views/access-entry.view';

type Row = Omit<AccessEntryRow, 'at'> & { at: Date; readerEmail: string | null; ownerEmail: string | null };

@Injectable()
export class AccessQueries {
  constructor(private readonly database: Sql) {}

  /** Returns a page of records, newest first. */
  async page({ limit, cursor, from, to, person }: AccessQuery): Promise<Page<AccessEntry>> {
    const conditions = new SqlConditions()
      .add('r.position < ?', cursor && keyFrom(cursor, positionCursor)[0])
      .add('r.at >= ?', from && instantOf(from))
      .add('r.at < ?', to && instantOf(to))
      .add(
        `(r.reader_id::text = ? or r.owner_id = ? or strpos(lower(reader.email), ?) > 0 or strpos(lower(owner.email), ?) > 0)`,
        person?.trim().toLowerCase(),
      );
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

class AccessQueryDto extends createZodDto(accessQuerySchema) {}

/** Lists who read which records. Reading this list is not recorded, since the list shows no creator's records. */
@Controller('api/audit/access')
@ForRole('finance')
export class AccessController {
  constructor(private readonly accesses: AccessQueries) {}

  @Get()
  @Answers(z.array(accessEntrySchema))
  async list(@Query() query: AccessQueryDto, @Res({ passthrough: true }) response: Response): Promise<AccessEntry[]> {
    return answerPage(response, await this.accesses.page(query));
  }
}
