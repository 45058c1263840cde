import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { EXPORT_FORMATS, exportQuerySchema, LEDGER_KINDS } from '@storyreel/contracts';
import type { Pool } from 'pg';
import type { AppConfig } from '../../infra/config/app-config';
import type { ExportSource, Sql } from '../../ledger';
import { toolCommand } from '../../lib/tool-command';
import { writeWhole } from '../output';
import { say, UsageError } from '../run-tool';

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

/** Property names in the contract, where they differ from the option's name. */
const PROPERTIES: Readonly<Record<string, string>> = {
  project: 'projectId',
  job: 'jobId',
  'price-version': 'priceVersion',
};

/**
 * `ledger export --format csv|jsonl --out FILE [--from …] [--to …] [--user …] …`: writes the filtered ledger entries,
 * page by page, into a new file that only its owner can read. The server may run.
 */
export async function exportLedger(config: AppConfig, args: string[], interrupted: AbortSignal): Promise<void> {
  const { values } = parseArgs({ args, options: OPTIONS });
  const { out, project: projectId, job: jobId, 'price-version': priceVersion, ...same } = values;
  if (!out) throw new UsageError('Say where to write to: --out FILE.');
  const query = exportQuerySchema.safeParse({ ...same, projectId, jobId, priceVersion });
  const [wrong] = query.error?.issues ?? [];
  if (!query.success) throw new UsageError(explain(String(wrong?.path[0]), values));
  const { format: name, ...given } = query.data;
  // Loaded late, since these modules load the whole application, which invalid arguments do not need.
  const { exportRecords, inChunks, LEDGER_FORMATS, LedgerFilters, TableSource } = await import('../../ledger');
  const { withStores } = await import('../with-stores');
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

/** @param property name of the property in the contract */
function explain(property: string, values: Readonly<Record<string, string | undefined>>): string {
  const option = Object.keys(OPTIONS).find((each) => property === each || property === PROPERTIES[each]) ?? property;
  return `--${option} takes ${TAKES[option] ?? 'a name'}, not '${values[option]}'.`;
}

const runningOn = (pool: Pool): Sql => ({
  query: async <Rows>(statement: string, values?: unknown[]) => (await pool.query(statement, values)).rows as Rows,
});

/**
 * `ledger check FILE`: checks that an export is unchanged, and that the log still matches it. Otherwise names the first
 * wrong line and ends with code 1. The server may run.
 */
export async function check(config: AppConfig, args: string[]): Promise<void> {
  const [file, ...more] = parseArgs({ args, allowPositionals: true }).positionals;
  if (file === undefined) throw new UsageError('Say which file.');
  if (more.length > 0) throw new UsageError(`Not understood: ${more.join(' ')}. A file is checked by itself.`);
  if ((await stat(file)).isDirectory()) throw new Error(`${file} is a folder, not a file.`);
  const { checkExport, isProvenance } = await import('../../ledger');
  if (isProvenance(await beginningOf(file))) return checkProvenance(config, file);
  const { withStores } = await import('../with-stores');
  const { records, bad, scope } = await withStores(config, ({ events }) => checkExport(createReadStream(file), events));
  if (!bad) {
    say(`${file}: ${records} lines, each as the log has it.`);
    // An export is valid with any filter and up to any position, so the reader needs to see which filter and position
    // it has.
    return say(`${scope} When it was exported is only what the file says.`);
  }
  say(`${file}:${bad.line}: ${bad.reason}`);
  process.exitCode = 1;
}

async function beginningOf(file: string): Promise<string> {
  let text = '';
  for await (const chunk of createReadStream(file, { end: 199, encoding: 'utf8' })) text += String(chunk);
  return text;
}

/** Maximum size of the file list, far more than a project within its limits needs. */
const LIST_BYTES = 64 * 1_048_576;

/** Compares a ZIP's file list with its signature, and with the files beside the list. Needs no store. */
async function checkProvenance(config: AppConfig, file: string): Promise<void> {
  const { provenanceFaults, trustedLedgerKeys } = await import('../../ledger');
  if ((await stat(file)).size > LIST_BYTES) throw new Error(`${file} is too large for such a list.`);
  const text = await readFile(file, 'utf8');
  const { faults, files } = await provenanceFaults(text, dirname(file), trustedLedgerKeys(config));
  if (faults.length === 0) return say(`${file}: signed here, and each of its ${files} files is as it was packed.`);
  for (const fault of faults) say(`${file}: ${fault}`);
  process.exitCode = 1;
}
