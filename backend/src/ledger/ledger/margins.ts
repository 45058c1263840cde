import { Injectable } from '@nestjs/common';
import { type Margin, toZaps, USD_OF_ZAP } from '@storyreel/contracts';
import { SqlConditions } from '../../infra/postgres/sql-conditions';
import { entryConditions, LedgerFilters, type ResolvedFilter } from './ledger-filter';
import { Sql, TABLES } from './tables';

/** SQL for the change that an entry makes to the number of zaps that a wallet has spent. */
const CHANGE = `case kind when 'refund' then 0 - units else units end`;

/**
 * Builds SQL that assigns spent zaps to purchases. A wallet's purchases are lots in the order of purchase, and its
 * spent zaps are always the first ones in that order: a settlement takes the next zaps, and a refund gives back those
 * taken last. So `paid` does not depend on the query's period, and every zap is either spent or left. A purchase whose
 * money was returned is a lot with fewer zaps (without those taken back) or a lower price (without the returned money).
 * Wallets that never paid are not read.
 * @param user condition on the wallets, for speed
 */
const lineSql = (user: string): string => `
  payers as (
    select distinct user_id from ${TABLES.entries}
    where kind = 'purchase' and not sandbox and usd > 0 and ${user}),
  reversals as (
    select user_id, purchase_id, sum(units) as units, sum(usd) as usd
    from ${TABLES.entries} join payers using (user_id) where kind = 'reversal' group by user_id, purchase_id),
  lots as (
    select user_id, kind, sandbox, units, paid, sum(units) over line - units as first, sum(units) over line as last
    from (
      select e.user_id, e.revision, e.kind, e.sandbox, e.units - coalesce(r.units, 0) as units,
        case when e.sandbox then 0 else coalesce(e.usd, 0) + coalesce(r.usd, 0) end as paid
      from ${TABLES.entries} e join payers using (user_id) left join reversals r using (user_id, purchase_id)
      where e.kind in ('grant', 'purchase') and e.units > coalesce(r.units, 0)) incoming
    window line as (partition by user_id order by revision)),
  spent as (
    select e.*, ${CHANGE} as change, sum(${CHANGE}) over (partition by user_id order by revision) as reached
    from ${TABLES.entries} e join payers using (user_id) where kind in ('settlement', 'refund') and units > 0)`;

/** SQL for the zaps of a lot that an entry took; negative for zaps given back. */
const TAKEN = `sign(s.change) * (least(l.last, greatest(s.reached, s.reached - s.change))
  - greatest(l.first, least(s.reached, s.reached - s.change)))`;
const OVERLAP = `l.user_id = s.user_id and l.first < greatest(s.reached, s.reached - s.change)
  and l.last > least(s.reached, s.reached - s.change)`;

/** The zaps of one lot that paid for a charge. */
interface LotPart {
  kind: 'grant' | 'purchase';
  sandbox: boolean;
  lotUnits: number;
  lotUsd: number;
  units: number;
}

/** Rounds to a millionth, since sums of small decimals have float errors. */
export const exactUsd = (usd: number): number => Math.round(usd * 1e6) / 1e6;

/** Sums of a margin before it is presented. */
export interface MarginSums {
  units: number;
  refunded: number;
  /** Dollars that providers are expected to bill for settled work. */
  usd: number;
  paid: number;
  billed: number;
  /** Cost of the billed runs according to the ledger. */
  booked: number;
}

export function marginOf({ units, refunded, usd, paid, billed, booked }: MarginSums): Margin {
  const unbilled = usd - booked;
  return {
    paidUsd: exactUsd(paid),
    listUsd: exactUsd(toZaps(units - refunded) * USD_OF_ZAP),
    expectedUsd: exactUsd(usd),
    billedUsd: exactUsd(billed),
    unbilledUsd: exactUsd(unbilled),
    marginUsd: exactUsd(paid - billed - unbilled),
  };
}

/** Reads the dollars paid for spent zaps, and the dollars that providers billed for the work. */
@Injectable()
export class Margins {
  constructor(
    private readonly database: Sql,
    private readonly filters: LedgerFilters,
  ) {}

  /**
   * Returns common table expressions, and adds their parameters to `values`: `sold` has the dollars paid for the zaps
   * of each settlement and refund, `bills` the dollars that providers billed for each run.
   */
  async tables(values: unknown[], filter: ResolvedFilter): Promise<string> {
    const user = new SqlConditions(values).add('user_id = ?', filter.userId);
    const entries = entryConditions(new SqlConditions(values), filter, await this.filters.positionRange(filter));
    return `${lineSql(user.text)},
      sold as (
        select s.day, s.user_id, s.kind, s.project_id, s.model, s.category, l.paid / l.units * ${TAKEN} as paid
        from (select to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day, * from spent where ${entries.text}) s
        join lots l on ${OVERLAP} and l.paid > 0),
      bills as (
        select to_char(r.ended_at at time zone 'UTC', 'YYYY-MM-DD') as day, e.user_id, e.project_id, e.model, e.category,
          b.usd as billed, b.our_usd as booked
        from ${TABLES.bills} b join ${TABLES.runs} r on r.key = b.job_id
        join ${TABLES.entries} e on e.hold_id = r.hold_id and e.kind = 'reservation'
        where ${this.ofBills(values, filter).text})`;
  }

  /** A bill counts at the end of its run, together with the entry that closed the run's hold. */
  private ofBills(values: unknown[], filter: ResolvedFilter): SqlConditions {
    const { kind } = filter;
    const states = kind === undefined ? ['complete', 'failed'] : STATE_OF_KIND[kind];
    return new SqlConditions(values)
      .add('r.state = any(?)', states ?? [])
      .add('e.user_id = ?', filter.userId)
      .add('e.project_id = ?', filter.projectId)
      .add('e.provider = ?', filter.provider)
      .add('e.model = ?', filter.model)
      .add('e.price_version = ?', filter.priceVersion)
      .add('e.job_id = ?', filter.jobId)
      .add('r.ended_at >= ?', filter.from)
      .add('r.ended_at < ?', filter.to);
  }

  /** Returns the lots that paid for a charge; empty for a wallet that never paid. */
  async lotsOf(userId: string, holdId: string): Promise<LotPart[]> {
    return this.database.query<LotPart[]>(
      `with ${lineSql('user_id = $1')}
       select l.kind, l.sandbox, l.units::float8 as "lotUnits", l.paid::float8 as "lotUsd",
         sum(${TAKEN})::float8 as units
       from spent s join lots l on ${OVERLAP} where s.hold_id = $2
       group by l.first, l.kind, l.sandbox, l.units, l.paid having sum(${TAKEN}) > 0 order by l.first`,
      [userId, holdId],
    );
  }
}

/** The common table expressions of `tables` without rows, for readers who see no dollars. */
export const NO_MARGINS = `
  sold as (
    select '' as day, user_id, kind, project_id, model, category, 0 as paid from ${TABLES.entries} where false),
  bills as (
    select '' as day, user_id, project_id, model, category, 0 as billed, 0 as booked from ${TABLES.entries} where false)`;

const STATE_OF_KIND: Partial<Record<string, string[]>> = { settlement: ['complete'], release: ['failed'] };
