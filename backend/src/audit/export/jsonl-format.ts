import type { LedgerFormat } from './export-format';

const jsonlRecord = (type: string, content: object): string => `${JSON.stringify({ type, ...content })}\n`;

/** Newline-delimited JSON: each line says what it is in `type`. */
export const jsonlFormat: LedgerFormat = {
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
