import { createHash } from 'node:crypto';
import type { ResolvedFilter } from '../ledger/ledger-filter';
import { EXPORT_VERSION, type ExportHead, type LedgerFormat } from './export-format';
import { exportLine } from './export-line';
import type { ExportedEntry } from './exported-entry';
import { SumUp } from './sum-up';

/** Where entries come from: the table that finance reads, or the log itself. */
export interface ExportSource {
  /** Up to a place in the log, in its order. */
  entries(filter: ResolvedFilter, upTo: string): AsyncIterable<ExportedEntry>;
  /** The newest of these entries of each wallet, by the wallets' ids. Asked for after the entries. */
  heads(filter: ResolvedFilter, upTo: string): AsyncIterable<ExportHead>;
}

export interface Export {
  format: LedgerFormat;
  filter: ResolvedFilter;
  exportedAt: string;
  upTo: string;
}

/** The records of a file, one after the other: the next is made when it is asked for. */
export async function* exportRecords(
  source: ExportSource,
  { format, filter, exportedAt, upTo }: Export,
): AsyncGenerator<string> {
  const digest = createHash('sha256');
  let records = 0;
  const counted = (record: string): string => {
    digest.update(record);
    records += 1;
    return record;
  };
  const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
  const header = { version: EXPORT_VERSION, exportedAt, upTo, filter: given };
  for (const record of format.begin(header)) yield counted(record);
  const sums = new SumUp();
  for await (const entry of source.entries(filter, upTo)) {
    sums.add(entry);
    yield counted(format.line(exportLine(entry, entry.email)));
  }
  let wallets = 0;
  for await (const head of source.heads(filter, upTo)) {
    wallets += 1;
    yield counted(format.head(head));
  }
  yield counted(format.totals(sums.totals(wallets)));
  yield format.digest({ records, sha256: digest.digest('hex') });
}

/** Text that goes out at once. */
const CHUNK = 64 * 1024;

/** The same in larger pieces, since each piece that is sent has its price. */
export async function* inChunks(records: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk = '';
  for await (const record of records) {
    chunk += record;
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}
