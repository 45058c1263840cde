import { Injectable } from '@nestjs/common';
import { type Spending, type SpendingQuery, type SpendingRow, toZaps } from '@storyreel/contracts';

import { z } from 'zod';
import { SqlConditions } from '../../infra/postgres/sql-conditions';
import { cursorNumber, keyFrom, pageOf } from '../../infra/http/paging';
import { LedgerFilters, SumSources } from './ledger-filter';
import type { ResolvedFilter } from './ledger-filter';
import { Sql, TABLES } from './tables';
import { marginOf, Margins, type MarginSums, NO_MARGINS } from './margins';

interface Figures extends MarginSums {
  count: number;
  made: number;
  kept: number;
  scenes: number;
}
type Row = Figures & { key: string; label: string };

type By = SpendingQuery['by'];
/** SQL columns by which sums and runs are grouped. */
const KEYS: Record<By | 'all', { sums: string; runs: string }> = {
  day: { sums: 'day', runs: `to_char(ended_at at time zone 'UTC', 'YYYY-MM-DD')` },
  kind: { sums: `coalesce(category, '')`, runs: 'kind' },
  model: { sums: `coalesce(model, '')`, runs: `coalesce(model, '')` },
  project: { sums: `coalesce(project_id::text, '')`, runs: `coalesce(project_id::text, '')` },
  user: { sums: 'user_id::text', runs: 'user_id::text' },
  all: { sums: `''`, runs: `''` },
};
/** @param owner adds the user whose titles are shown as a parameter and returns it; null shows everybody's titles */
const LABELS: Partial<Record<By, (owner: () => string) => string>> = {
  project: (owner) => `(select case when p.user_id <> ${owner()}::uuid then 'Someone else’s project'
      when deleted then title || ' (deleted project)' else title end
    from ${TABLES.projects} p where p.id::text = key)`,
  user: () => `(select email from ${TABLES.emails} a where a.user_id::text = key)`,
};
interface RowsPage {
  limit: number;
  cursor?: string;
  ownerId?: string;
}
const cursorShape = z.tuple([cursorNumber, z.string().max(300)]);

/** Reads spending: amounts, purposes, and what became of the results. */
@Injectable()
export class SpendingQueries {
  constructor(
    private readonly database: Sql,
    private readonly filters: LedgerFilters,
    private readonly sources: SumSources,
    private readonly margins: Margins,
  ) {}

  /**
   * @param ownerId the user whose spending is read; without it, the spending of all users, with the providers' prices
   */
  async spending({ by, limit, cursor, ...period }: SpendingQuery, ownerId?: string) {
    const filter = { ...(await this.filters.resolve(period)), ...(ownerId && { userId: ownerId }) };
    const rows = await this.rows(filter, by, { limit, cursor, ownerId });
    const [all] = await this.rows(filter, 'all', { limit: 1, ownerId });
    const withUsd = ownerId === undefined;
    const { items, next } = pageOf(rows, limit, ({ units, key }) => [units, key]);
    const spending: Spending = {
      rows: items.map((row): SpendingRow => ({ key: row.key, label: row.label, ...figuresOf(row, withUsd) })),
      totals: totalsOf(figuresOf(all ?? NOTHING, withUsd)),
    };
    return { spending, next };
  }

  private async rows(filter: ResolvedFilter, by: By | 'all', page: RowsPage): Promise<Row[]> {
    const values: unknown[] = [];
    const picked = await this.sources.picked(values, filter);
    const margins = page.ownerId === undefined ? await this.margins.tables(values, filter) : NO_MARGINS;
    const runs = new SqlConditions(values).add('r.user_id = ?', filter.userId);
    runs.add('r.ended_at >= ?', filter.from).add('r.ended_at < ?', filter.to);
    const key = KEYS[by];
    const after = new SqlConditions(values);
    if (page.cursor !== undefined) {
      const [units, last] = keyFrom(page.cursor, cursorShape);
      if (by === 'day') after.add('key < ?', last);
      else after.add(`(units < ${after.value(units)} or (units = ${after.value(units)} and key > ?))`, last);
    }
    const labelOf = by === 'all' ? undefined : LABELS[by];
    const label = labelOf ? labelOf(() => after.value(page.ownerId ?? null)) : 'key';
    return this.database.query<Row[]>(
      `with ${picked}, ${margins},
       money as (
         select ${key.sums} as key,
           coalesce(sum(entries) filter (where kind = 'settlement'), 0)::float8 as count,
           coalesce(sum(units) filter (where kind = 'settlement'), 0)::float8 as units,
           coalesce(sum(usd) filter (where kind = 'settlement'), 0)::float8 as usd,
           coalesce(sum(units) filter (where kind = 'refund'), 0)::float8 as refunded
         from picked where kind in ('settlement', 'refund') group by 1),
       made as (
         select ${key.runs} as key, count(url)::int as made, count(*) filter (where kept)::int as kept,
           count(distinct scene_id)::int as scenes
         from (${madeSql(runs.text)}) assets group by 1),
       earned as (select ${key.sums} as key, sum(paid)::float8 as paid from sold group by 1),
       billed as (
         select ${key.sums} as key, sum(billed)::float8 as billed, sum(booked)::float8 as booked from bills group by 1),
       joined as (
         select key, coalesce(count, 0) as count, coalesce(units, 0) as units, coalesce(usd, 0) as usd,
           coalesce(refunded, 0) as refunded, coalesce(made, 0) as made, coalesce(kept, 0) as kept,
           coalesce(scenes, 0) as scenes, coalesce(paid, 0) as paid, coalesce(billed, 0) as billed,
           coalesce(booked, 0) as booked
         from money full join made using (key) full join earned using (key) full join billed using (key))
       select *, coalesce(${label}, key) as label from joined where ${after.text}
       order by ${by === 'day' ? 'key desc' : 'units desc, key'} limit ${after.value(page.limit + 1)}`,
      values,
    );
  }
}

/** Selects each image, clip, narration and film of finished runs, and whether it is still in place. */
const madeSql = (condition: string): string => `
  select r.user_id, r.project_id, r.model, r.kind, r.ended_at, r.scene_id, a.url,
    case
      when a.kind = 'film' then not f.removed and not p.deleted
      when r.scene_id is null and a.kind = 'image' then not p.deleted and p."cast" @> jsonb_build_array(
        jsonb_build_object('pictures', jsonb_build_array(jsonb_build_object('url', a.url))))
      when r.scene_id is null then not p.deleted and p.story_audio_url = a.url
      else s.id is not null and not s.deleted and not s.project_deleted and case a.kind
        when 'sound' then s.speech ->> 'url' = a.url
        when 'image' then s.images @> jsonb_build_array(jsonb_build_object('url', a.url))
        else s.videos @> jsonb_build_array(jsonb_build_object('url', a.url)) end
      end as kept
  from ${TABLES.runs} r
  left join lateral jsonb_to_recordset(r.assets) as a(kind text, url text) on true
  left join ${TABLES.scenes} s on s.id = r.scene_id
  left join ${TABLES.films} f on f.id = case a.kind when 'film' then r.run_id::uuid end
  left join ${TABLES.projects} p on p.id = r.project_id
  where r.state = 'complete' and ${condition}`;

const NOTHING: Figures = {
  count: 0,
  units: 0,
  refunded: 0,
  usd: 0,
  paid: 0,
  billed: 0,
  booked: 0,
  made: 0,
  kept: 0,
  scenes: 0,
};

function figuresOf({ count, made, kept, scenes, ...sums }: Figures, withUsd: boolean) {
  return {
    count,
    zaps: toZaps(sums.units),
    refunded: toZaps(sums.refunded),
    margin: withUsd ? marginOf(sums) : null,
    made,
    kept,
    discarded: made - kept,
    scenes,
  };
}

const totalsOf = (figures: ReturnType<typeof figuresOf>): Spending['totals'] => ({
  ...figures,
  zapsPerScene: figures.scenes > 0 ? Math.round((figures.zaps / figures.scenes) * 1e4) / 1e4 : null,
});
