import { setImmediate } from 'node:timers/promises';
import { MAX_NAMED_BAD_LINES, MAX_STATEMENT_LINES } from '@storyreel/contracts';
import { z } from 'zod';
import { DomainError } from '../../lib/domain-error';
import { isError } from '../../lib/errors';
import { csvCells, csvFormat } from '../export/export-format';
import { readRecords } from '../export/read-records';

const TIME = String.raw`(?:T| )(\d{1,2}):(\d{2})(?::(\d{2}(?:\.\d+)?))?`;
const ZONE = String.raw` ?(?:(Z|UTC|GMT)|([+-]\d{2}):?(\d{2})?)`;
const INSTANT = new RegExp(String.raw`^(\d{4}-\d{2}-\d{2})(?:${TIME}(?:${ZONE})?)?$`, 'i');

/**
 * Returns the UTC day of an instant; null if invalid. An instant without a zone is read as UTC; `Date` would assume the
 * server's zone, and read 30 February as 2 March.
 */
function utcDay(text: string): string | null {
  const [, day, hour, minute = '00', second = '00', , offset, offsetMinutes = '00'] = INSTANT.exec(text.trim()) ?? [];
  if (day === undefined || dayOf(`${day}T00:00:00Z`) !== day) return null;
  if (hour === undefined) return day;
  const zone = offset === undefined ? 'Z' : `${offset}:${offsetMinutes}`;
  return dayOf(`${day}T${hour.padStart(2, '0')}:${minute}:${second}${zone}`);
}

function dayOf(instant: string): string | null {
  const at = Date.parse(instant);
  return Number.isNaN(at) ? null : new Date(at).toISOString().slice(0, 10);
}

/** A provider's record of one prediction. */
export interface StatedPrediction {
  model: string;
  /** YYYY-MM-DD, UTC. */
  day: string;
  /** The price in dollars; null when the provider states none. */
  usd: number | null;
}

export type StatementForm = 'csv' | 'jsonl';
export interface Statement {
  predictions: Map<string, StatedPrediction>;
  badLines: { line: number; reason: string }[];
  badCount: number;
}

const COLUMNS = ['id', 'model', 'created', 'usd'] as const;
/** Maximum length of a line: a file with a longer line is not a statement. */
const MAX_LINE = 10_000;
const CHUNK = 16 * 1024;
/** Maximum number of bad lines: a file with more is not a statement. */
const MAX_BAD_LINES = 1_000;

const name = z
  .string()
  .max(128)
  .regex(/^[\x20-\x7e]+$/, 'is empty or has characters that are not allowed');
const entrySchema = z.object({
  id: name,
  model: name,
  created: z
    .string()
    .max(40)
    .transform((at) => utcDay(at))
    .refine((day) => day !== null, 'is no date'),
  usd: z.union([z.number(), z.string().trim().min(1).max(40).transform(Number)]).pipe(z.number().min(0).max(1_000_000)),
});

/** @throws DomainError bad_request, payload_too_large */
export async function readStatement(bytes: Buffer, form: StatementForm): Promise<Statement> {
  const statement: Statement = { predictions: new Map(), badLines: [], badCount: 0 };
  let columns: string[] | null = null;
  let lines = 0;
  for await (const { line, text } of records(bytes, form)) {
    lines += 1;
    if (lines > MAX_STATEMENT_LINES) {
      throw new DomainError('payload_too_large', `A statement may have ${MAX_STATEMENT_LINES} lines at most.`);
    }
    if (text.trim() === '') continue;
    if (form === 'csv' && columns === null) {
      columns = columnsOf(text);
      continue;
    }
    const reason = take(statement, columns === null ? fromJson(text) : byColumn(columns, csvCells(text)));
    if (reason === null) continue;
    statement.badCount += 1;
    if (statement.badCount > MAX_BAD_LINES) {
      throw new DomainError('bad_request', `Too many lines have errors. Line ${line}: ${reason}.`);
    }
    if (statement.badLines.length < MAX_NAMED_BAD_LINES) statement.badLines.push({ line, reason });
  }
  if (form === 'csv' && columns === null) throw new DomainError('bad_request', 'The statement is empty.');
  return statement;
}

async function* records(bytes: Buffer, form: StatementForm): ReturnType<typeof readRecords> {
  const isWhole = (text: string): boolean => {
    if (text.length > MAX_LINE) throw new RangeError('The statement has a line that is too long.');
    return form === 'jsonl' || csvFormat.isWhole(text);
  };
  try {
    yield* readRecords(chunksOf(bytes), isWhole);
  } catch (error) {
    if (error instanceof RangeError) throw new DomainError('bad_request', error.message);
    if (isError(error) && error.name === 'TypeError')
      throw new DomainError('bad_request', 'The statement is not UTF-8.');
    throw error;
  }
}

/** Yields the bytes in chunks and lets other work run in between, because a long statement takes a while. */
async function* chunksOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += CHUNK) {
    yield bytes.subarray(at, at + CHUNK);
    await setImmediate();
  }
}

function columnsOf(text: string): string[] {
  const columns = csvCells(text.replace(/^\uFEFF/, '')).map((column) => column.trim().toLowerCase());
  const missing = COLUMNS.filter((column) => !columns.includes(column));
  if (missing.length === 0) return columns;
  throw new DomainError('bad_request', `The statement has no column ${missing.join(', ')}.`);
}

/** @returns why the entry was rejected; null when it was accepted */
function take({ predictions }: Statement, entry: unknown): string | null {
  const read = entrySchema.safeParse(entry);
  if (!read.success) {
    return read.error.issues
      .map(({ path, message }) =>
        path.length === 0 ? 'This is not an entry of a statement' : `${path.join('.')}: ${message}`,
      )
      .join('; ');
  }
  const { id, model, created: day, usd } = read.data;
  if (predictions.has(id)) return `id: ${id} came before`;
  predictions.set(id, { model, day, usd });
  return null;
}

const byColumn = (columns: readonly string[], cells: readonly string[]): object =>
  Object.fromEntries(columns.map((column, at) => [column, cells[at]]));

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
