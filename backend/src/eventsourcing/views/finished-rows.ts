import { Inject, Injectable } from '@nestjs/common';
import { Pool, type PoolClient } from 'pg';
import { APP_CONFIG, type AppConfig } from '../../infra/config/app-config';
import { inTransaction } from '../../infra/postgres/transaction';
import { HourlySweep } from '../../infra/storage';
import { Clock, daysBefore } from '../../lib/time';
import { ALL_VIEWS, type AnyView } from './view';
import { invalidateCachedRows } from './view-checkpoints';
import { type SqlPart, ViewTable } from './view-table';

const BATCH = 1_000;

/** Returns the time before which rows of finished jobs are deleted; null if they are kept. */
export const finishedBefore = (days: number, now: Date): Date | null => (days === 0 ? null : daysBefore(now, days));

/** Returns SQL that is true for rows of work that finished before a time; null for views without such rows. */
export function finishedSql(table: ViewTable, before: Date): SqlPart | null {
  const { finished } = table.view;
  if (!finished) return null;
  const status = table.column('status');
  // Both are in ISO 8601, UTC, with milliseconds, so they can be compared as text.
  const text = `(${status} = any($1::text[]) and ${table.column(finished.since)} < $2)`;
  return { text, values: [finished.statuses, before.toISOString()] };
}

/** Takes locks in the same order as the views' writers. */
async function deleteBatch(client: PoolClient, table: ViewTable, before: Date): Promise<number> {
  const finished = finishedSql(table, before);
  if (!finished) return 0;
  await client.query(`lock table ${table.qualified} in row exclusive mode`);
  const { rows } = await client.query<{ locked: boolean }>(
    'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as locked',
    [`finished rows ${table.name}`],
  );
  // If the lock is taken, another node is already deleting.
  if (!rows[0]?.locked) return 0;
  const key = table.keyColumn;
  const { rows: keys } = await client.query<{ key: string }>(
    `select ${key}::text as key from ${table.qualified} where ${finished.text} limit ${BATCH}`,
    finished.values,
  );
  if (keys.length === 0) return 0;
  await invalidateCachedRows(client, table.name);
  const { rowCount } = await client.query(
    `delete from ${table.qualified} where ${key}::text = any($3::text[]) and ${finished.text}`,
    [...finished.values, keys.map((row) => row.key)],
  );
  return rowCount ?? 0;
}

/**
 * Deletes rows of finished jobs from their views after FINISHED_JOBS_DAYS. Their events stay, so a rebuilt view
 * contains the rows again until the next sweep.
 */
@Injectable()
export class FinishedRowsSweep extends HourlySweep {
  protected readonly what = 'Rows of finished jobs';

  constructor(
    private readonly pool: Pool,
    @Inject(ALL_VIEWS) private readonly views: readonly AnyView[],
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'finishedJobsDays'>,
  ) {
    super();
  }

  async sweep(): Promise<number> {
    const before = finishedBefore(this.config.finishedJobsDays, this.clock.now());
    if (!before) return 0;
    let total = 0;
    for (const view of this.views.filter(({ finished }) => finished !== undefined)) {
      const table = new ViewTable(view);
      for (let count = BATCH; count === BATCH; total += count)
        count = await inTransaction(this.pool, (client) => deleteBatch(client, table, before));
    }
    return total;
  }
}
