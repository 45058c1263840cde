import { Injectable } from '@nestjs/common';
import { type PageQuery, type PurchaseReturn, toZaps } from '@storyreel/contracts';
import { z } from 'zod';
import { keyFrom, type Page, pageOf } from '../../infra/http/paging';
import { SqlConditions } from '../../infra/postgres/sql-conditions';
import { type PurchaseReturnRow, returnedMoney } from '../../money/payments';
import { Sql, TABLES } from './tables';

type Row = Omit<PurchaseReturnRow, 'changedAt' | 'state'> & {
  state: PurchaseReturn['state'];
  changedAt: Date;
  email: string | null;
  available: number | null;
  emails: Record<string, string> | null;
};

const cursorShape = z.tuple([z.literal([0, 1]), z.string().regex(/^\d{1,40}$/)]);

const WAITS = `(r.state in ('open', 'owed'))`;

/** Purchases whose money was returned, with the people who decided about their zaps. */
@Injectable()
export class PurchaseReturns {
  constructor(private readonly database: Sql) {}

  /** Returns a page: first the purchases that wait for a decision by finance, then the others, newest first. */
  async page({ limit, cursor }: PageQuery): Promise<Page<PurchaseReturn>> {
    const conditions = new SqlConditions();
    if (cursor !== undefined) {
      const [isOpen, position] = keyFrom(cursor, cursorShape);
      conditions.add(`(${WAITS}, r.position) < (${conditions.value(isOpen === 1)}::boolean, ?)`, position);
    }
    const rows = await this.database.query<Row[]>(
      `select r.id, r.payment, r.user_id as "userId", r.state, r.due_amount as "dueAmount", r.due_units as "dueUnits",
         r.owed_units as "owedUnits",
         r.decisions, r.changed_at as "changedAt", r.position, a.email, w.available,
         (select json_object_agg(d.user_id, d.email) from jsonb_to_recordset(r.decisions) as x("by" uuid)
            join ${TABLES.emails} d on d.user_id = x."by") as emails
       from ${TABLES.purchaseReturns} r
       left join ${TABLES.emails} a on a.user_id = r.user_id
       left join ${TABLES.wallets} w on w.user_id = r.user_id
       where r.state <> 'none' and ${conditions.text}
       order by ${WAITS} desc, r.position desc limit ${conditions.value(limit + 1)}`,
      conditions.values,
    );
    const { items, next } = pageOf(rows, limit, ({ state, position }) => [
      state === 'open' || state === 'owed' ? 1 : 0,
      position,
    ]);
    return { items: items.map(present), next };
  }

  async open(): Promise<number> {
    const [found] = await this.database.query<[{ open: number }]>(
      `select count(*)::int as open from ${TABLES.purchaseReturns} where state in ('open', 'owed')`,
    );
    return found.open;
  }
}

function present({ payment, userId, email, decisions, emails, ...row }: Row): PurchaseReturn {
  const money = returnedMoney(payment);
  const paid = money?.paid ?? { amount: 0, currency: 'usd' };
  const bought = payment.payments.find(({ zapsAdded }) => zapsAdded);
  return {
    id: row.id,
    user: { id: userId ?? '', email },
    state: row.state,
    zaps: payment.asked?.zaps ?? 0,
    paymentId: bought?.paymentId ?? null,
    currency: paid.currency,
    paid: paid.amount,
    returned: money?.gone ?? 0,
    disputed: money?.disputed ?? 0,
    due: row.dueAmount,
    dueZaps: toZaps(row.dueUnits),
    leftZaps: toZaps(Math.min(row.dueUnits, Math.max(0, row.available ?? 0))),
    owedZaps: toZaps(row.owedUnits),
    decisions: decisions.map(({ id, answer, amount, dueUnits, units, reason, by, at }) => ({
      id,
      answer,
      amount: Math.abs(amount),
      dueZaps: toZaps(Math.abs(dueUnits)),
      zaps: toZaps(Math.abs(units)),
      reason,
      by: { id: by, email: emails?.[by] ?? null },
      at,
    })),
    changedAt: row.changedAt.toISOString(),
  };
}
