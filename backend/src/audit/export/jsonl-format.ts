import type { LedgerFormat } from './export-format';

const record = (type: string, content: object): string => `${JSON.stringify({ type, ...content })}\n`;

/** Newline-delimited JSON: each line says what it is in `type`. */
export const jsonlFormat: LedgerFormat = {
  contentType: 'application/x-ndjson; charset=utf-8',
  extension: 'jsonl',
  begin: (header) => [record('export', header)],
  line: (line) => record('entry', line),
  head: (head) => record('head', head),
  totals: (totals) => record('totals', totals),
  digest: (digest) => record('digest', digest),
  headerRecords: 1,
  readHeader: ([first = '']) => JSON.parse(first) as unknown,
  isWhole: () => true,
};
