import { toZaps } from '@storyreel/contracts';
import type { ExportFormat } from '@storyreel/contracts';
import type { EntryTotals } from '../ledger/ledger-queries';
import type { ResolvedFilter } from '../ledger/ledger-filter';
import type { LedgerEntry } from '../ledger/views/ledger-entry.view';

/** An entry with the e-mail addresses of the users that its ids name. */
export interface ExportedEntry extends LedgerEntry {
  email: string | null;
  madeByEmail: string | null;
  approvedByEmail: string | null;
}

/** Totals of the entries in a file. */
export interface ExportTotals extends EntryTotals {
  /** Dollars that providers are expected to bill for settled work. */
  expectedUsd: number;
}

/**
 * Returns an entry's cells in column order. They hold only data from the entry's event, so that the file can be proven
 * from the log.
 */
export const exportLine = (entry: ExportedEntry) => ({
  id: entry.id,
  at: entry.at,
  kind: entry.kind,
  userId: entry.userId,
  email: entry.email,
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
  madeBy: entry.madeBy,
  madeByEmail: entry.madeByEmail,
  approvedBy: entry.approvedBy,
  approvedByEmail: entry.approvedByEmail,
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
  'madeBy',
  'madeByEmail',
  'approvedBy',
  'approvedByEmail',
  'hash',
] as const satisfies (keyof ExportLine)[];

const jsonlRecord = (type: string, content: object): string => `${JSON.stringify({ type, ...content })}\n`;

/** Newline-delimited JSON: the `type` of each line names its kind of record. */
const jsonlFormat: LedgerFormat = {
  contentType: 'application/x-ndjson; charset=utf-8',
  extension: 'jsonl',
  begin: (header) => [jsonlRecord('export', header)],
  line: (line) => jsonlRecord('entry', line),
  head: (head) => jsonlRecord('head', head),
  totals: (totals) => [jsonlRecord('totals', totals)],
  digest: (digest) => [jsonlRecord('digest', digest)],
  headerRecords: 1,
  readHeader: ([first = '']) => JSON.parse(first) as unknown,
  isWhole: () => true,
};

/** The records before the first entry. */
export interface ExportHeader {
  version: number;
  exportedAt: string;
  /** Log position up to which entries are included. */
  upTo: string;
  /** The filter, with user ids in place of e-mail addresses. */
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
  /** Hash of all bytes before the digest record, in hexadecimal. */
  sha256: string;
}

/** File format. Its methods return records with their line endings; `begin` returns those before the first entry. */
export interface LedgerFormat {
  contentType: string;
  extension: string;
  begin(header: ExportHeader): string[];
  line(line: ExportLine): string;
  head(head: ExportHead): string;
  totals(totals: ExportTotals): string[];
  digest(digest: ExportDigest): string[];
  /** Number of records that `begin` returns, and how to parse them. */
  headerRecords: number;
  readHeader(records: readonly string[]): unknown;
  /** Tells whether a text is a complete record or continues on the next line. */
  isWhole(text: string): boolean;
}

export const EXPORT_VERSION = 2;

type Cell = string | number | null;

/** First characters that make spreadsheets read a text as a formula, and the apostrophe that prevents that. */
const MARKED = /^[=+\-@\t\r\n＝＋－＠']/;
/** Columns of the file. The last two hold facts about the file (its filter, totals and digest), one per record. */
const COLUMNS = ['record', ...EXPORT_COLUMNS, 'name', 'value'];
/** Byte order mark, without which spreadsheets misread UTF-8. */
const BOM = '\uFEFF';

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** Formats a cell. Numbers stay numbers, even negative ones; texts that begin like a formula are escaped. */
export function csvCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  return quoted(MARKED.test(cell) ? `'${cell}` : cell);
}

const csvRecord = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`;
const wide = (record: string, line: Partial<ExportLine>): string =>
  csvRecord([record, ...EXPORT_COLUMNS.map((column) => line[column] ?? null), null, null]);
const facts = (record: string, named: Readonly<Record<string, Cell>>): string[] =>
  Object.entries(named).map((fact) => csvRecord([record, ...EXPORT_COLUMNS.map(() => null), ...fact]));

/** Names of all filters. Each file lists all of them, so that its beginning always has the same number of records. */
const FILTERS = [
  'from',
  'to',
  'userId',
  'projectId',
  'kind',
  'provider',
  'model',
  'jobId',
  'priceVersion',
] as const satisfies (keyof ResolvedFilter)[];

/** Returns the texts of a record's cells, without the formula escape. */
export function csvCells(text: string): string[] {
  // With a comma before the first cell, no match is empty; after an empty match, `matchAll` would skip a character.
  return [...`,${text}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g)].map(([, inQuotes, plain]) =>
    inQuotes === undefined ? (plain ?? '') : inQuotes.replaceAll('""', '"').replace(/^'/, ''),
  );
}

export const csvFormat: LedgerFormat = {
  contentType: 'text/csv; charset=utf-8',
  extension: 'csv',
  begin: ({ filter, ...header }) => [
    BOM + csvRecord(COLUMNS),
    ...facts('export', {
      ...header,
      ...Object.fromEntries(FILTERS.map((name) => [`filter.${name}`, filter[name] ?? null])),
    }),
  ],
  line: (line) => wide('entry', line),
  head: (head) => wide('head', head),
  totals: ({ priceVersions, ...totals }) => facts('totals', { ...totals, priceVersions: priceVersions.join(' ') }),
  digest: (digest) => facts('digest', { ...digest }),
  headerRecords: 4 + FILTERS.length,
  readHeader([, ...records]) {
    const rows = records.map(csvCells);
    const named = new Map(rows.map((cells) => [cells.at(-2), cells.at(-1) ?? '']));
    const filter = FILTERS.map((name) => [name, named.get(`filter.${name}`)] as const);
    return {
      type: rows[0]?.[0],
      version: Number(named.get('version')),
      exportedAt: named.get('exportedAt'),
      upTo: named.get('upTo'),
      filter: Object.fromEntries(filter.filter(([, value]) => value)),
    };
  },
  isWhole: (text) => (text.split('"').length - 1) % 2 === 0,
};

export const LEDGER_FORMATS: Record<ExportFormat, LedgerFormat> = { csv: csvFormat, jsonl: jsonlFormat };
