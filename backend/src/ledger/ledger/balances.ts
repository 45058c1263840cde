import { Injectable } from '@nestjs/common';
import {
  LEDGER_ACCOUNTS,
  toZaps,
  type TrialBalance,
  type WalletBalanceAt,
  type WalletListQuery,
} from '@storyreel/contracts';

import { z } from 'zod';
import { Clock } from '../../lib/time';
import { SqlConditions } from '../../infra/postgres/sql-conditions';
import { notFound } from '../../lib/domain-error';
import { keyFrom, type Page, pageOf } from '../../infra/http/paging';
import type { Account } from '../../money/zaps';
import { Sql, TABLES } from './tables';
import { LedgerFilters } from './ledger-filter';
import { hourOf, instantOf } from './moments';

type Sums = Record<Account, number> & { entries: number };
type Head = { revision: number; hash: string; at: Date };

interface WalletRow extends Sums {
  userId: string;
  email: string | null;
  revision: number;
  hash: string;
  at: Date;
  sortKey: string;
}

const SUMS = [...LEDGER_ACCOUNTS.map((account) => `coalesce(sum(${account}), 0)::float8 as ${account}`)].join(', ');
const cursorShape = z.tuple([z.string().max(300), z.uuid()]);
const asPattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;

/** Reads wallet balances, now or at any earlier moment. */
@Injectable()
export class Balances {
  constructor(
    private readonly database: Sql,
    private readonly filters: LedgerFilters,
    private readonly clock: Clock,
  ) {}

  private instant(at: string | undefined): string {
    return at === undefined ? this.clock.now().toISOString() : instantOf(at);
  }

  /** Returns wallets ordered by e-mail address, with their balances now or at an earlier moment. */
  async wallets({ search, at: moment, limit, cursor }: WalletListQuery): Promise<Page<WalletBalanceAt>> {
    const conditions = new SqlConditions();
    const sought = search?.trim().toLowerCase();
    if (sought) conditions.add(`(a.email like ? or w.user_id::text = ${conditions.value(sought)})`, asPattern(sought));
    if (cursor !== undefined) {
      const [key, userId] = keyFrom(cursor, cursorShape);
      conditions.add(`(coalesce(a.email, '') collate "C", w.user_id) > (${conditions.value(key)}, ?::uuid)`, userId);
    }
    const rows = await this.database.query<WalletRow[]>(
      `select w.user_id as "userId", w.available, w.held, w.revenue, w.grants, w.purchases, w.refunds, w.entries,
         w.revision, w.hash, w.at, a.email, coalesce(a.email, '') as "sortKey"
       from ${TABLES.wallets} w left join ${TABLES.emails} a on a.user_id = w.user_id
       where ${conditions.text} order by coalesce(a.email, '') collate "C", w.user_id limit ${conditions.value(limit + 1)}`,
      conditions.values,
    );
    const { items, next } = pageOf(rows, limit, ({ sortKey, userId }) => [sortKey, userId]);
    const at = this.instant(moment);
    if (moment === undefined) return { items: items.map((row) => present(row, at, row)), next };
    const then = await this.sumsAt(
      items.map(({ userId }) => userId),
      at,
    );
    const balances = items.map(({ userId, email }) => {
      const found = then.get(userId);
      return present({ ...EMPTY, ...found, userId, email }, at, found);
    });
    return { items: balances, next };
  }

  /**
   * Returns the balances of wallets at a moment, each with its newest entry by then; wallets without entries are left
   * out.
   */
  private async sumsAt(userIds: string[], at: string): Promise<Map<string, Sums & Head>> {
    const until = new SqlConditions().add('user_id = any(?::uuid[])', userIds);
    until.add('position <= ?', (await this.filters.positionRange({ to: at })).last).add('at <= ?', at);
    const rows = await this.database.query<(Sums & Head & { userId: string })[]>(
      `select user_id as "userId", ${SUMS}, count(*)::int as entries, max(revision) as revision, max(at) as at,
         (array_agg(hash order by position desc))[1] as hash
       from ${TABLES.entries} where ${until.text} group by user_id`,
      until.values,
    );
    return new Map(rows.map(({ userId, ...sums }) => [userId, sums]));
  }

  /**
   * Returns the balance of a wallet, with all entries up to and including the moment.
   * @throws DomainError not_found for a user without a wallet
   */
  async wallet(userId: string, moment: string | undefined): Promise<WalletBalanceAt> {
    const at = this.instant(moment);
    const known = await this.database.query<{ email: string | null }[]>(
      `select a.email from ${TABLES.wallets} w left join ${TABLES.emails} a on a.user_id = w.user_id where w.user_id = $1`,
      [userId],
    );
    if (!known[0]) throw notFound();
    const until = new SqlConditions().add('user_id = ?', userId);
    until.add('position <= ?', (await this.filters.positionRange({ to: at })).last).add('at <= ?', at);
    const [sums] = await this.database.query<Sums[]>(
      `select ${SUMS}, count(*)::int as entries from ${TABLES.entries} where ${until.text}`,
      until.values,
    );
    const [head] = await this.database.query<{ revision: number; hash: string; at: Date }[]>(
      `select revision, hash, at from ${TABLES.entries} where ${until.text} order by position desc limit 1`,
      until.values,
    );
    return present({ ...known[0], ...(sums ?? EMPTY), userId }, at, head);
  }

  /** Adds the sums of whole hours and the entries of the partial hour. */
  async trial(moment: string | undefined): Promise<TrialBalance> {
    const at = this.instant(moment);
    const hour = hourOf(at);
    const rest = new SqlConditions();
    rest.add('position >= (select first_position from ' + TABLES.hours + ' where hour = ?)', hour);
    rest.add('position <= (select last_position from ' + TABLES.hours + ' where hour = ?)', hour);
    rest.add('at >= ?', `${hour}:00:00.000Z`).add('at <= ?', at);
    const accounts = LEDGER_ACCOUNTS.join(', ');
    const [found] = await this.database.query<(Sums & { wallets: number })[]>(
      `select ${SUMS}, coalesce(sum(entries), 0)::int as entries, coalesce(sum(wallets), 0)::int as wallets from (
         select ${accounts}, entries, new_wallets as wallets from ${TABLES.hours} where hour < ${rest.value(hour)}
         union all
         select ${accounts}, 1, case when revision = 0 then 1 else 0 end from ${TABLES.entries} where ${rest.text}) parts`,
      rest.values,
    );
    const { entries, wallets, ...sums } = found ?? { ...EMPTY, wallets: 0 };
    const units = LEDGER_ACCOUNTS.map((account) => [account, sums[account]] as const);
    const sum = units.reduce((total, [, value]) => total + value, 0);
    return {
      at,
      entries,
      wallets,
      accounts: units.map(([account, value]) => ({ account, zaps: toZaps(value) })),
      sum: toZaps(sum),
    };
  }
}

const EMPTY: Sums = { available: 0, held: 0, revenue: 0, grants: 0, purchases: 0, refunds: 0, entries: 0 };

/** Returns the zaps that an account has given out, which is its negative balance; never -0. */
const givenBy = (units: number): number => toZaps(0 - units);

function present(
  {
    userId,
    email,
    available,
    held,
    revenue,
    grants,
    purchases,
    refunds,
    entries,
  }: Sums & { userId: string; email: string | null },
  at: string,
  head: { revision: number; hash: string; at: Date } | undefined,
): WalletBalanceAt {
  return {
    user: { id: userId, email },
    at,
    available: toZaps(available),
    held: toZaps(held),
    spent: toZaps(revenue),
    granted: givenBy(grants),
    purchased: givenBy(purchases),
    refunded: givenBy(refunds),
    entries,
    head: head ? { revision: head.revision, hash: head.hash, at: head.at.toISOString() } : null,
  };
}
