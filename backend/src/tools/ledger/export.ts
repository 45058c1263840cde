// `ledger export --format csv|jsonl --out FILE [--from …] [--to …] [--user …] …`: the entries of a filter as the views show
// them, a page at a time. The server may run.
import { createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { exportQuerySchema } from '@storyreel/contracts';
import type { Pool } from 'pg';
import { z } from 'zod';
import { exportRecords, inChunks, LEDGER_FORMATS, LedgerFilters, type Sql, TableSource } from '../../audit';
import type { AppConfig } from '../../platform/config/app-config';
import { say } from '../run-tool';
import { withStores } from '../with-stores';

const text = { type: 'string' } as const;
const OPTIONS = {
  format: { type: 'string', default: 'csv' },
  out: text,
  from: text,
  to: text,
  user: text,
  project: text,
  kind: text,
  provider: text,
  model: text,
  job: text,
  'price-version': text,
} as const;

export async function exportLedger(config: AppConfig, args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: OPTIONS });
  const { out, project: projectId, job: jobId, 'price-version': priceVersion, ...same } = values;
  if (!out) throw new Error('Say where to write to: --out FILE.');
  const query = exportQuerySchema.safeParse({ ...same, projectId, jobId, priceVersion });
  if (!query.success) throw new Error(z.prettifyError(query.error));
  const { format: name, ...given } = query.data;
  await withStores(config, async ({ pool }) => {
    const sql = runningOn(pool);
    const filters = new LedgerFilters(sql);
    const source = new TableSource(sql, filters);
    const filter = await filters.resolve(given);
    const upTo = await source.newest();
    const what = { format: LEDGER_FORMATS[name], filter, exportedAt: new Date().toISOString(), upTo };
    // A file that has its name is whole.
    const part = `${out}.part`;
    await pipeline(Readable.from(inChunks(exportRecords(source, what))), createWriteStream(part));
    await rename(part, out);
  });
  say(`Written to ${out}. \`npm run ledger -- check ${out}\` compares it with the log.`);
}

const runningOn = (pool: Pool): Sql => ({
  query: async <Rows>(statement: string, values?: unknown[]) => (await pool.query(statement, values)).rows as Rows,
});
