import { LEDGER_KINDS } from '@storyreel/contracts';
import type { ExportFormat } from '@storyreel/contracts';
import { z } from 'zod';
import type { EventStore } from '../../eventsourcing/event-store/event-store';
import type { ResolvedFilter } from '../ledger/ledger-filter';
import { EXPORT_VERSION, LEDGER_FORMATS } from './export-format';
import type { ExportHeader, LedgerFormat } from './export-format';
import { LogSource } from './log-source';
import { readRecords } from './read-records';
import type { ReadRecord } from './read-records';
import { exportRecords } from './write-export';

const NAMES: Record<keyof ResolvedFilter, string> = {
  from: 'from',
  to: 'until',
  userId: 'of the user',
  projectId: 'of the project',
  kind: 'of the kind',
  provider: 'of the provider',
  model: 'of the model',
  jobId: 'of the job',
  priceVersion: 'at the price version',
};

/** States the filter of the file as a sentence, since a file with fewer entries is just as valid. */
function scopeOf({ filter, upTo }: Pick<ExportHeader, 'upTo'> & { filter: ResolvedFilter }): string {
  const parts = Object.entries(NAMES).flatMap(([name, words]) => {
    const value = filter[name as keyof ResolvedFilter];
    return value === undefined ? [] : [`${words} ${value}`];
  });
  const place = `up to position ${BigInt(upTo)} of the log`;
  return parts.length === 0
    ? `It has every entry ${place}.`
    : `It has the entries ${parts.join(', ')}, ${place}, and no others.`;
}

export interface ExportReport {
  records: number;
  /** The first wrong line and the reason; null when the file is unchanged and matches the log. */
  bad: { line: number; reason: string } | null;
  /** The filter that the file claims, as a sentence; null when it claims none. */
  scope: string | null;
}

const text = z.string().max(300).optional();
const headerSchema = z.object({
  type: z.literal('export'),
  version: z.literal(EXPORT_VERSION),
  exportedAt: z.iso.datetime(),
  upTo: z.string().regex(/^\d{1,40}$/),
  filter: z.strictObject({
    from: z.iso.datetime().optional(),
    to: z.iso.datetime().optional(),
    userId: text,
    projectId: text,
    kind: z.enum(LEDGER_KINDS).optional(),
    provider: text,
    model: text,
    jobId: text,
    priceVersion: text,
  }),
});

/** Regenerates the file from the log alone and compares the two record by record. */
export async function checkExport(bytes: AsyncIterable<Buffer>, events: EventStore): Promise<ExportReport> {
  const chunks = bytes[Symbol.asyncIterator]();
  const start = await chunks.next();
  const beginning: Buffer = start.done ? Buffer.alloc(0) : start.value;
  const name: ExportFormat = beginning[0] === OPENING_BRACE ? 'jsonl' : 'csv';
  const format = LEDGER_FORMATS[name];
  let records = 0;
  let line = 1;
  let scope: string | null = null;
  const bad = (reason: string, at = line): ExportReport => ({ records, bad: { line: at, reason }, scope });
  try {
    const read = readRecords(resumed(beginning, chunks), (candidate) => format.isWhole(candidate));
    const head: ReadRecord[] = [];
    while (head.length < format.headerRecords) {
      const next = await read.next();
      if (next.done) return bad('the file ends before its header is complete');
      head.push(next.value);
    }
    const header = headerOf(
      format,
      head.map((record) => record.text),
    );
    if (!header) return bad('is not the header of a ledger export', head.at(-1)?.line);
    const { exportedAt, upTo } = header;
    const filter: ResolvedFilter = header.filter;
    scope = scopeOf({ filter, upTo });
    const expected = exportRecords(new LogSource(events), { format, filter, exportedAt, upTo });
    for await (const should of expected) {
      const queued = head.shift();
      const next = queued ? { done: false as const, value: queued } : await read.next();
      if (next.done) return bad(`the file ends here, and the log goes on with ${named(should)}`, line);
      line = next.value.line;
      if (next.value.text !== should) return bad(difference(next.value.text, should));
      records += 1;
      line += should.split('\n').length - 1;
    }
    const more = await read.next();
    return more.done ? { records, bad: null, scope } : bad('comes after the end of the export', more.value.line);
  } catch (error) {
    if (isUndecodable(error)) return bad('is not UTF-8');
    if (error instanceof RangeError) return bad('has no end');
    throw error;
  }
}

const isUndecodable = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException).code === 'ERR_ENCODING_INVALID_ENCODED_DATA';

const OPENING_BRACE = 0x7b;

async function* resumed(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

function headerOf(format: LedgerFormat, records: string[]): z.output<typeof headerSchema> | null {
  try {
    const header = format.readHeader(records);
    // Return the header as read: the schema would reorder the filter's keys, while the file is compared byte by byte.
    return headerSchema.safeParse(header).success ? (header as z.output<typeof headerSchema>) : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

const typeOf = (record: string): string => /^\uFEFF?(?:\{"type":"|")(\w+)"/.exec(record)?.[1] ?? 'something else';
const idOf = (record: string): string => /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(record)?.[0] ?? '';

function named(record: string): string {
  const type = typeOf(record);
  return type === 'entry' ? `entry ${idOf(record)}` : `the ${type}`;
}

function difference(is: string, should: string): string {
  if (typeOf(is) === 'digest' && typeOf(should) === 'digest') return 'the digest is not that of the lines before it';
  const same = typeOf(is) === typeOf(should) && idOf(is) === idOf(should);
  if (same) return `is not what the log says of ${named(should)}`;
  return `has ${named(is)}, where the log has ${named(should)}`;
}
