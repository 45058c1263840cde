import { Injectable } from '@nestjs/common';
import { MAX_PERFORMANCE_ROWS, type PerformanceQuery, type PerformanceRow, toZaps } from '@storyreel/contracts';
import { Sql, TABLES } from './tables';

interface Row {
  key: string;
  label: string | null;
  sandbox: boolean;
  posts: number;
  views: number;
  units: number;
}

const KEYS: Record<PerformanceQuery['by'], string> = {
  project: 'seen.project_id::text',
  style: `coalesce(p.selected_style::text, '')`,
  model: `coalesce(spent.model, '')`,
};
const LABELS: Record<PerformanceQuery['by'], string> = {
  project: `(select title from ${TABLES.projects} p where p.id::text = key)`,
  style: `(select name from ${TABLES.styles} s where s.id::text = key)`,
  model: 'key',
};

/**
 * Joins the views of a creator's published posts with the zaps spent on their projects. A view counts once for its
 * project, once for the project's current style, and once for each model that worked on the project.
 */
@Injectable()
export class PerformanceQueries {
  constructor(private readonly database: Sql) {}

  /** Returns the rows with the most views; rows per platform come first. */
  async rows({ by }: PerformanceQuery, ownerId: string): Promise<PerformanceRow[]> {
    const rows = await this.database.query<Row[]>(
      `with seen as (
         select project_id, (statistics ->> 'sandbox')::boolean as sandbox, count(*)::int as posts,
           sum((statistics -> 'numbers' ->> 'views')::float8) as views
         from ${TABLES.posts}
         where owner_id = $1 and not deleted and phase = 'published' and project_id is not null
           and statistics -> 'numbers' ->> 'views' is not null
         group by 1, 2),
       spent as (
         select project_id, model, sum(case kind when 'settlement' then units else -units end) as units
         from ${TABLES.entries}
         where user_id = $1 and kind in ('settlement', 'refund') and project_id in (select project_id from seen)
         group by 1, 2),
       of_projects as (
         select ${KEYS[by]} as key, seen.project_id, sandbox, min(posts) as posts, min(views) as views,
           coalesce(sum(units), 0) as units
         from seen join ${TABLES.projects} p on p.id = seen.project_id and p.user_id = $1
         left join spent on spent.project_id = seen.project_id
         group by 1, 2, 3),
       rows as (
         select key, sandbox, sum(posts)::int as posts, sum(views)::float8 as views, sum(units)::float8 as units
         from of_projects group by 1, 2)
       select *, ${LABELS[by]} as label from rows
       order by sandbox, views desc, key limit ${MAX_PERFORMANCE_ROWS}`,
      [ownerId],
    );
    return rows.map(({ label, units, ...row }) => ({
      ...row,
      label: label ?? row.key,
      zaps: toZaps(units),
      zapsPer1000Views: row.views === 0 ? null : toZaps(Math.round((units * 1_000) / row.views)),
    }));
  }
}
