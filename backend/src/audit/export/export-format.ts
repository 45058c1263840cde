import type { ExportFormat, LedgerTotals } from '@storyreel/contracts';
import { csvFormat } from './csv-format';
import type { ExportLine } from './export-line';
import { jsonlFormat } from './jsonl-format';

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

export const LEDGER_FORMATS: Record<ExportFormat, LedgerFormat> = { csv: csvFormat, jsonl: jsonlFormat };
