import { toZaps } from '@storyreel/contracts';
import type { ExportFormat, LedgerTotals } from '@storyreel/contracts';
import type { LedgerEntry } from '../ledger/views/ledger-entry.view';

/** An entry's cells in column order. Only data from its event, so that the file can be proven. */
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

/** Newline-delimited JSON: each line names its record type in `type`. */
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

/** The header that precedes the first entry. */
export interface ExportHeader {
  version: number;
  exportedAt: string;
  /** Log position up to which entries are included. */
  upTo: string;
  /** With user ids in the place of e-mail addresses. */
  filter: Readonly<Record<string, string>>;
}
/** A wallet's newest entry in the file. */
export interface ExportHead {
  userId: string;
  revision: number;
  hash: string;
}
export interface ExportDigest {
  /** Number of records before the digest. */
  records: number;
  /** Hash of all bytes before it, in hexadecimal. */
  sha256: string;
}

/** File format: each method returns one record with its line ending, `begin` those before the first entry. */
export interface LedgerFormat {
  contentType: string;
  extension: string;
  /** One string per record. */
  begin(header: ExportHeader): string[];
  line(line: ExportLine): string;
  head(head: ExportHead): string;
  totals(totals: LedgerTotals): string;
  digest(digest: ExportDigest): string;
  /** Number of records that `begin` returns, and how to parse them. */
  headerRecords: number;
  readHeader(records: readonly string[]): unknown;
  /** Tells whether a text is a complete record or continues on the next line. */
  isWhole(text: string): boolean;
}

export const EXPORT_VERSION = 1;

type Cell = string | number | null;

/** First characters that make spreadsheets read a text as a formula, and the apostrophe that prevents it. */
const MARKED = /^[=+\-@\t\r\n＝＋－＠']/;
const COLUMNS = ['record', ...EXPORT_COLUMNS];
/** Without it, spreadsheets misread UTF-8. */
const BOM = '\uFEFF';

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** Keeps numbers, negative ones too, as numbers; escapes texts that begin like a formula. */
export function csvCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  return quoted(MARKED.test(cell) ? `'${cell}` : cell);
}

/** Fills each record to the number of columns. */
function csvRecord(...cells: Cell[]): string {
  const rest = Array.from({ length: COLUMNS.length - cells.length }, () => null);
  return `${[...cells, ...rest].map(csvCell).join(',')}\r\n`;
}

/** Returns the texts of a record's cells, without the formula escape. */
export function csvCells(text: string): string[] {
  // A comma before the first cell too: matches are then never empty, so that the search skips nothing.
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
