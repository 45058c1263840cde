// `ledger export --format csv|jsonl --out FILE [--from …] [--to …] [--user …] …`: the entries of a filter as the views show
// them, a page at a time, into a new file for nobody else. The server may run.
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { EXPORT_FORMATS, exportQuerySchema, LEDGER_KINDS } from '@storyreel/contracts';
import type { Pool } from 'pg';
import {
  exportRecords,
  type ExportSource,
  inChunks,
  LEDGER_FORMATS,
  LedgerFilters,
  type Sql,
  TableSource,
} from '../../audit';
import type { AppConfig } from '../../platform/config/app-config';
import { toolCommand } from '../../platform/tool-command';
import { say } from '../run-tool';
import { UsageError } from '../usage';
import { withStores } from '../with-stores';
import { writeWhole } from '../write-whole';

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

/** What the contract calls another name than the option. */
const PROPERTIES: Readonly<Record<string, string>> = {
  project: 'projectId',
  job: 'jobId',
  'price-version': 'priceVersion',
};

export async function exportLedger(config: AppConfig, args: string[], interrupted: AbortSignal): Promise<void> {
  const { values } = parseArgs({ args, options: OPTIONS });
  const { out, project: projectId, job: jobId, 'price-version': priceVersion, ...same } = values;
  if (!out) throw new UsageError('Say where to write to: --out FILE.');
  const query = exportQuerySchema.safeParse({ ...same, projectId, jobId, priceVersion });
  const [wrong] = query.error?.issues ?? [];
  if (!query.success) throw new UsageError(explain(String(wrong?.path[0]), values));
  const { format: name, ...given } = query.data;
  let entries = 0;
  const write = (part: Writable) =>
    withStores(config, async ({ pool }) => {
      const sql = runningOn(pool);
      const filters = new LedgerFilters(sql);
      const source = new TableSource(sql, filters);
      const counted: ExportSource = {
        async *entries(...asked) {
          for await (const entry of source.entries(...asked)) {
            entries += 1;
            yield entry;
          }
        },
        heads: (...asked) => source.heads(...asked),
      };
      const filter = await filters.resolve(given);
      const upTo = await source.newest();
      const what = { format: LEDGER_FORMATS[name], filter, exportedAt: new Date().toISOString(), upTo };
      const text = Readable.from(inChunks(exportRecords(counted, what)));
      await pipeline(text, part, { end: false, signal: interrupted });
    });
  await writeWhole(out, interrupted, write);
  say(`${entries} entries in ${out}. \`${toolCommand('ledger', `check ${out}`)}\` compares it with the log.`);
}

const TAKES: Readonly<Record<string, string>> = {
  format: EXPORT_FORMATS.join(' or '),
  from: 'a day such as 2026-11-22, or an instant such as 2026-11-22T10:00:00Z',
  to: 'a day such as 2026-11-22, or an instant such as 2026-11-22T10:00:00Z',
  user: 'an e-mail address, or the id of an account',
  project: 'the id of a project',
  job: 'the id of a job',
  kind: `one of ${LEDGER_KINDS.join(', ')}`,
};

/** @param property as the contract calls it */
function explain(property: string, values: Readonly<Record<string, string | undefined>>): string {
  const option = Object.keys(OPTIONS).find((each) => property === each || property === PROPERTIES[each]) ?? property;
  return `--${option} takes ${TAKES[option] ?? 'a name'}, not '${values[option]}'.`;
}

const runningOn = (pool: Pool): Sql => ({
  query: async <Rows>(statement: string, values?: unknown[]) => (await pool.query(statement, values)).rows as Rows,
});
