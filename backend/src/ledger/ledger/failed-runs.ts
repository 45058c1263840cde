import { Injectable } from '@nestjs/common';
import { type FailedRunRow, type FailedRuns, MAX_FAILED_ROWS, type Period, toZaps } from '@storyreel/contracts';
import { SqlConditions } from '../../infra/postgres/sql-conditions';
import { exactUsd } from './margins';
import { instantOf } from './moments';
import { Sql, TABLES } from './tables';

interface Row {
  month: string;
  kind: string;
  model: string;
  error: string;
  runs: number;
  reserved: number;
  released: number;
  charged: number;
  billed: number;
  billedRuns: number;
}
type Sums = Omit<Row, 'month' | 'kind' | 'model' | 'error'>;

/** SQL for an error without its ids, times and sizes, so that similar errors count as the same. */
const SAME_ERROR = `left(regexp_replace(coalesce(r.error, ''), '[0-9a-f]{8}(-[0-9a-f]{4,12})*|\\d{4,}', '…', 'g'), 300)`;
const SUMS = `count(*)::int as runs, coalesce(sum(h.reserved), 0)::float8 as reserved,
  coalesce(sum(h.released), 0)::float8 as released, coalesce(sum(h.charged), 0)::float8 as charged,
  coalesce(sum(b.usd), 0)::float8 as billed, count(b.usd)::int as "billedRuns"`;

/** Sums up failed runs: what happened to their zaps, and what providers billed anyway. */
@Injectable()
export class FailedRunsQuery {
  constructor(private readonly database: Sql) {}

  /** @returns rows by month, newest first, and within a month by cost, highest first */
  async of({ from, to }: Period): Promise<FailedRuns> {
    const ended = new SqlConditions().add('r.ended_at >= ?', from && instantOf(from));
    ended.add('r.ended_at < ?', to && instantOf(to));
    const failed = `
      from ${TABLES.runs} r
      left join ${TABLES.bills} b on b.job_id = r.key
      left join lateral (
        select sum(units) filter (where kind = 'reservation') as reserved,
          sum(units) filter (where kind = 'release') as released,
          sum(case kind when 'settlement' then units when 'refund' then 0 - units else 0 end) as charged,
          max(model) as model
        from ${TABLES.entries} e where e.hold_id = r.hold_id) h on true
      where r.state = 'failed' and ${ended.text}`;
    const [all] = await this.database.query<[Sums]>(`select ${SUMS} ${failed}`, ended.values);
    const rows = await this.database.query<Row[]>(
      `select to_char(r.ended_at at time zone 'UTC', 'YYYY-MM') as month, r.kind,
         coalesce(r.model, h.model, '') as model, ${SAME_ERROR} as error, ${SUMS} ${failed}
       group by 1, 2, 3, 4 order by month desc, billed desc, runs desc, kind, model, error limit ${MAX_FAILED_ROWS}`,
      ended.values,
    );
    return { rows: rows.map((row): FailedRunRow => ({ ...named(row), ...figuresOf(row) })), totals: figuresOf(all) };
  }
}

const named = ({ month, kind, model, error }: Row) => ({ month, kind, model, error });
const figuresOf = ({ runs, reserved, released, charged, billed, billedRuns }: Sums) => ({
  runs,
  reserved: toZaps(reserved),
  released: toZaps(released),
  charged: toZaps(charged),
  billedUsd: exactUsd(billed),
  billedRuns,
});
