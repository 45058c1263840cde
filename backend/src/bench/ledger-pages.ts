import { randomUUID } from 'node:crypto';
import { ledgerQuerySchema } from '@storyreel/contracts';
import type { Pool } from 'pg';
import { LedgerFilters } from '../ledger';
import { LedgerQueries } from '../ledger/ledger/ledger-queries';
import { TABLES } from '../ledger/ledger/tables';
import { ensurePlatformSchema } from '../eventsourcing/platform-schema';
import { tableName } from '../eventsourcing/views/view';
import { ViewTable } from '../eventsourcing/views/view-table';
import { allViews } from '../app/composition';
import type { BenchRow } from './appends';
import { benchPool, closePool } from './bench-pool';

const SMALL = 1_000;
const LARGE = 1_000_000;
const PAGE = 100;
const RUNS = 60;
const FROM = '2026-05-01';
const DAYS = 360;

/**
 * Returns a period that holds at least two pages when one of `oneIn` entries matches, and that spans at least
 * `atLeastDays` days.
 */
function period(entries: number, oneIn: number, atLeastDays: number): { from: string; to: string } {
  const days = Math.max(atLeastDays, Math.ceil((2 * PAGE * oneIn * DAYS) / entries));
  return { from: FROM, to: new Date(Date.parse(FROM) + days * 86_400_000).toISOString().slice(0, 10) };
}

/** Fills the tables as a rebuild would: entries spread over a year, one wallet for every hundred. */
async function fill(pool: Pool, entries: number): Promise<{ userId: string; projectId: string }> {
  await pool.query(`truncate ${TABLES.entries}, ${TABLES.hours}, ${TABLES.emails}`);
  const userId = randomUUID();
  const projectId = randomUUID();
  await pool.query(
    `insert into ${TABLES.entries} (id, position, revision, at, kind, user_id, available, held, revenue, grants, purchases,
       refunds, units, description, project_id, job_id, hold_id, provider, model, operation, category, price_version, usd,
       covered, sandbox, hash)
     select gen_random_uuid(), lpad(n::text, 20, '0'), n / 100,
       timestamptz '2026-01-01' + (n::float8 / $1) * interval '${DAYS} days',
       case n % 3 when 0 then 'reservation' when 1 then 'settlement' else 'release' end,
       case when n % ($1 / 100) = 0 then $2::uuid else ('00000000-0000-4000-8000-' || lpad((n % ($1 / 100))::text, 12, '0'))::uuid end,
       0, -40000, 40000, 0, 0, 0, 40000, '4 images for a scene',
       case when n % ($1 / 100) = 0 then $3::uuid end, gen_random_uuid()::text, gen_random_uuid()::text,
       case n % 2 when 0 then 'replicate' else 'openai' end, 'model-' || n % 5, 'generate_image', 'image', '2026-11-01',
       0.1, false, false, repeat('a', 64)
     from generate_series(1, $1) n`,
    [entries, userId, projectId],
  );
  await pool.query(
    `insert into ${TABLES.hours} (hour, entries, new_wallets, available, held, revenue, grants, purchases, refunds,
       first_position, last_position)
     select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24'), count(*), 0, 0, 0, 0, 0, 0, 0, min(position), max(position)
     from ${TABLES.entries} group by 1`,
  );
  // Autovacuum and checkpoint would otherwise run during the measurement.
  for (const table of [TABLES.entries, TABLES.hours]) await pool.query(`vacuum (analyze) ${table}`);
  await pool.query('checkpoint');
  return { userId, projectId };
}

async function median(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const from = performance.now();
    await work();
    times.push(performance.now() - from);
  }
  return times.sort((a, b) => a - b)[RUNS / 2] ?? 0;
}

/** Benchmarks the first page of a filtered ledger of a million entries against that of a ledger of a thousand. */
export async function benchLedgerPages(databaseUrl: string, entries = LARGE): Promise<BenchRow[]> {
  const pool = benchPool(databaseUrl, 4);
  try {
    await ensurePlatformSchema(pool);
    await pool.query('create schema if not exists views');
    const needed = new Set(Object.values(TABLES).map((name) => name.slice(name.indexOf('.') + 1)));
    for (const view of allViews) if (needed.has(tableName(view))) await new ViewTable(view).create(pool);
    const sql = {
      query: async <Rows>(text: string, values?: unknown[]) => (await pool.query(text, values)).rows as Rows,
    };
    const ledger = new LedgerQueries(sql, new LedgerFilters(sql));
    const measure = async (count: number) => {
      const { userId, projectId } = await fill(pool, count);
      const filters = {
        'no filter': {},
        'a wallet': { user: userId },
        'a project': { projectId },
        'a kind': { kind: 'settlement' },
        'a model and a provider': { model: 'model-3', provider: 'openai' },
        // The small ledger's period is longer, so that it holds as many entries as the large one's.
        'a day': period(count, 1, 1),
        'a month of a kind': { ...period(count, 3, 31), kind: 'release' },
      };
      const found = new Map<string, number>();
      for (const [name, filter] of Object.entries(filters)) {
        const query = ledgerQuerySchema.parse({ ...filter, limit: PAGE });
        await ledger.page(query);
        found.set(name, await median(() => ledger.page(query)));
      }
      return found;
    };
    const small = await measure(SMALL);
    const large = await measure(entries);
    return [...large].map(([name, value]) => {
      const baseline = small.get(name) ?? 0;
      const round = (ms: number) => Math.round(ms * 100) / 100;
      return {
        name: `first page of ${entries.toLocaleString('en')} entries by ${name}`,
        value: round(value),
        unit: 'ms',
        baseline: round(baseline),
        ratio: baseline / value,
        // A page of the large ledger may cost at most twice that of the small one.
        aim: 0.5,
      };
    });
  } finally {
    await closePool(pool);
  }
}
