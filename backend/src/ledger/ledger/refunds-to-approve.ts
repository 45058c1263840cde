import { Injectable } from '@nestjs/common';
import { type PageQuery, type RefundToApprove, toZaps } from '@storyreel/contracts';
import { keyFrom, type Page, pageOf } from '../../infra/http/paging';
import { SqlConditions } from '../../infra/postgres/sql-conditions';
import type { RefundRequestRow } from '../../money/zaps';
import { makerOf, positionCursor } from './ledger-queries';
import { Sql, TABLES } from './tables';

type Row = Omit<RefundRequestRow, 'askedAt' | 'decidedAt'> & {
  askedAt: Date;
  decidedAt: Date | null;
  email: string | null;
  askedEmail: string | null;
  decidedEmail: string | null;
};

/** Large refunds, with the people who requested and decided them. */
@Injectable()
export class RefundsToApprove {
  constructor(private readonly database: Sql) {}

  /** Returns a page of refunds, newest first. */
  async page({ limit, cursor }: PageQuery): Promise<Page<RefundToApprove>> {
    const conditions = new SqlConditions().add('r.position < ?', cursor && keyFrom(cursor, positionCursor)[0]);
    const rows = await this.database.query<Row[]>(
      `select r.id, r.hold_id as "holdId", r.user_id as "userId", r.units, r.reason, r.state, r.asked_by as "askedBy",
         r.asked_at as "askedAt", r.decided_by as "decidedBy", r.decided_at as "decidedAt",
         r.declined_because as "declinedBecause", r.position, a.email, b.email as "askedEmail", d.email as "decidedEmail"
       from ${TABLES.refundRequests} r
       left join ${TABLES.emails} a on a.user_id = r.user_id
       left join ${TABLES.emails} b on b.user_id = r.asked_by
       left join ${TABLES.emails} d on d.user_id = r.decided_by
       where ${conditions.text} order by r.position desc limit ${conditions.value(limit + 1)}`,
      conditions.values,
    );
    const { items, next } = pageOf(rows, limit, ({ position }) => [position]);
    return { items: items.map(present), next };
  }
}

const present = (row: Row): RefundToApprove => ({
  id: row.id,
  holdId: row.holdId,
  user: { id: row.userId, email: row.email },
  zaps: toZaps(row.units),
  reason: row.reason,
  state: row.state,
  askedBy: { id: row.askedBy, email: row.askedEmail },
  askedAt: row.askedAt.toISOString(),
  decidedBy: makerOf(row.decidedBy, row.decidedEmail),
  decidedAt: row.decidedAt?.toISOString() ?? null,
  declinedBecause: row.declinedBecause,
});
