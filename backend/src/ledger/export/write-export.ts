import { createHash } from 'node:crypto';
import type { LedgerKind } from '@storyreel/contracts';
import type { ResolvedFilter } from '../ledger/ledger-filter';
import { totalsOf } from '../ledger/ledger-queries';
import { exactUsd } from '../ledger/margins';
import type { KindSum } from '../ledger/ledger-queries';
import type { LedgerEntry } from '../ledger/views/ledger-entry.view';
import { EXPORT_VERSION, exportLine } from './export-format';
import type { ExportedEntry, ExportHead, ExportTotals, LedgerFormat } from './export-format';

/** Sums entries in the order given: the same entries in the same order give the same totals. */
class SumUp {
  private readonly kinds = new Map<LedgerKind, KindSum>();
  private readonly versions = new Set<string>();

  add({ kind, units, usd, sandbox, available, priceVersion }: LedgerEntry): void {
    const sum = this.kinds.get(kind) ?? { kind, entries: 0, units: 0, usd: 0, sandboxUsd: 0, returned: 0 };
    sum.entries += 1;
    sum.units += units;
    sum.usd += usd ?? 0;
    sum.sandboxUsd += sandbox ? (usd ?? 0) : 0;
    sum.returned += kind === 'settlement' ? available : 0;
    this.kinds.set(kind, sum);
    if (priceVersion !== null) this.versions.add(priceVersion);
  }

  totals(wallets: number): ExportTotals {
    const expectedUsd = exactUsd(this.kinds.get('settlement')?.usd ?? 0);
    return { ...totalsOf(wallets, [...this.versions], [...this.kinds.values()]), expectedUsd };
  }
}

/** Source of entries: the table that finance queries, or the log itself. */
export interface ExportSource {
  /** Returns entries up to a log position, in log order. */
  entries(filter: ResolvedFilter, upTo: string): AsyncIterable<ExportedEntry>;
  /** Yields each wallet's newest entry of those in `entries`, ordered by wallet id. Call it after `entries`. */
  heads(filter: ResolvedFilter, upTo: string): AsyncIterable<ExportHead>;
}

export interface Export {
  format: LedgerFormat;
  filter: ResolvedFilter;
  exportedAt: string;
  upTo: string;
}

/** Generates the records of a file lazily. */
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
    yield counted(format.line(exportLine(entry)));
  }
  let wallets = 0;
  for await (const head of source.heads(filter, upTo)) {
    wallets += 1;
    yield counted(format.head(head));
  }
  for (const record of format.totals(sums.totals(wallets))) yield counted(record);
  yield* format.digest({ records, sha256: digest.digest('hex') });
}

/** Number of characters sent at once. */
const CHUNK = 64 * 1024;

/** Joins records into chunks, since each chunk sent has a cost. */
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
