import type { LedgerFormat } from './export-format';
import { EXPORT_COLUMNS } from './export-line';

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
