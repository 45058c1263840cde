import { toZaps } from '@storyreel/contracts';
import type { ExportFormat, LedgerTotals } from '@storyreel/contracts';
import type { LedgerEntry } from '../ledger/views/ledger-entry.view';

/** An entry as it stands in a file, in the order of its columns. Only what its event tells, so that it can be proven. */
export const exportLine = (entry: LedgerEntry, email: string | null) => ({
  id: entry.id,
  at: entry.at,
  kind: entry.kind,
  userId: entry.userId,
  email,
  revision: entry.revision,
  available: toZaps(entry.available),
  held: toZaps(entry.held),
  revenue: toZaps(entry.revenue),
  description: entry.description,
  reason: entry.reason,
  projectId: entry.projectId,
  sceneId: entry.sceneId,
  jobId: entry.jobId,
  holdId: entry.holdId,
  provider: entry.provider,
  model: entry.model,
  operation: entry.operation,
  priceVersion: entry.priceVersion,
  usd: entry.usd,
  hash: entry.hash,
});
type ExportLine = ReturnType<typeof exportLine>;

const EXPORT_COLUMNS = [
  'id',
  'at',
  'kind',
  'userId',
  'email',
  'revision',
  'available',
  'held',
  'revenue',
  'description',
  'reason',
  'projectId',
  'sceneId',
  'jobId',
  'holdId',
  'provider',
  'model',
  'operation',
  'priceVersion',
  'usd',
  'hash',
] as const satisfies (keyof ExportLine)[];

const jsonlRecord = (type: string, content: object): string => `${JSON.stringify({ type, ...content })}\n`;

/** Newline-delimited JSON: each line says what it is in `type`. */
const jsonlFormat: LedgerFormat = {
  contentType: 'application/x-ndjson; charset=utf-8',
  extension: 'jsonl',
  begin: (header) => [jsonlRecord('export', header)],
  line: (line) => jsonlRecord('entry', line),
  head: (head) => jsonlRecord('head', head),
  totals: (totals) => jsonlRecord('totals', totals),
  digest: (digest) => jsonlRecord('digest', digest),
  headerRecords: 1,
  readHeader: ([first = '']) => JSON.parse(first) as unknown,
  isWhole: () => true,
};

/** What a file says of itself before its first line. */
export interface ExportHeader {
  version: number;
  exportedAt: string;
  /** The place in the log up to which entries are in it. */
  upTo: string;
  /** With ids in the place of addresses. */
  filter: Readonly<Record<string, string>>;
}
/** The newest entry of a wallet that is in the file. */
export interface ExportHead {
  userId: string;
  revision: number;
  hash: string;
}
export interface ExportDigest {
  /** All before the digest. */
  records: number;
  /** Of all bytes before it, in hexadecimal. */
  sha256: string;
}

/** How a file is written: each method gives one record with the end of its line, `begin` what comes before the first. */
export interface LedgerFormat {
  contentType: string;
  extension: string;
  /** A record each. */
  begin(header: ExportHeader): string[];
  line(line: ExportLine): string;
  head(head: ExportHead): string;
  totals(totals: LedgerTotals): string;
  digest(digest: ExportDigest): string;
  /** How many records `begin` makes, and what they say. */
  headerRecords: number;
  readHeader(records: readonly string[]): unknown;
  /** Whether a text is a whole record, or goes on in the next line. */
  isWhole(text: string): boolean;
}

export const EXPORT_VERSION = 1;

type Cell = string | number | null;

/** What makes a spreadsheet take a text for a formula, and the mark that says it is none. */
const MARKED = /^[=+\-@\t\r\n＝＋－＠']/;
const COLUMNS = ['record', ...EXPORT_COLUMNS];
/** Without it, spreadsheets take UTF-8 for something else. */
const BOM = '\uFEFF';

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** Numbers stay numbers, also negative ones; of texts none begins like a formula. */
export function csvCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  return quoted(MARKED.test(cell) ? `'${cell}` : cell);
}

/** All records have as many cells as there are columns. */
function csvRecord(...cells: Cell[]): string {
  const rest = Array.from({ length: COLUMNS.length - cells.length }, () => null);
  return `${[...cells, ...rest].map(csvCell).join(',')}\r\n`;
}

/** The texts of a record's cells, as they were before they were marked. */
export function csvCells(text: string): string[] {
  // The first cell is given a comma too: what is found is never empty then, so that the search passes nothing over.
  return [...`,${text}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g)].map(([, inQuotes, plain]) =>
    inQuotes === undefined ? (plain ?? '') : inQuotes.replaceAll('""', '"').replace(/^'/, ''),
  );
}

export const csvFormat: LedgerFormat = {
  contentType: 'text/csv; charset=utf-8',
  extension: 'csv',
  begin: ({ version, exportedAt, upTo, filter }) => [
    BOM + csvRecord(...COLUMNS),
    csvRecord('export', version, exportedAt, upTo, JSON.stringify(filter)),
  ],
  line: (line) => csvRecord('entry', ...EXPORT_COLUMNS.map((column) => line[column])),
  head: ({ userId, revision, hash }) => csvRecord('head', userId, revision, hash),
  totals: (totals) => csvRecord('totals', JSON.stringify(totals), totals.spent, totals.providerUsd),
  digest: ({ records, sha256 }) => csvRecord('digest', records, sha256),
  headerRecords: 2,
  readHeader([, second = '']) {
    const [type, version, exportedAt, upTo, filter = ''] = csvCells(second);
    return { type, version: Number(version), exportedAt, upTo, filter: JSON.parse(filter) as unknown };
  },
  isWhole: (text) => (text.split('"').length - 1) % 2 === 0,
};

export const LEDGER_FORMATS: Record<ExportFormat, LedgerFormat> = { csv: csvFormat, jsonl: jsonlFormat };
