import type { RunLogLine } from '@storyreel/contracts';
import type { Pool } from 'pg';
import { z } from 'zod';
import type { BufferedLine } from './log-buffer';

const LEVELS: Record<number, string> = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' };
const MESSAGE_CHARACTERS = 4_000;
const FIELDS_CHARACTERS = 16_000;

const lineSchema = z.looseObject({
  level: z.number(),
  time: z.iso.datetime(),
  msg: z.string().default(''),
  correlationId: z.string().min(1).max(128),
});

interface LogLine {
  source: string;
  number: number;
  correlationId: string;
  /** ISO 8601 */
  at: string;
  level: string;
  message: string;
  fields: Record<string, unknown> | null;
}

/** Postgres stores no NUL characters, not even in JSON. */
const storable = (text: string): string => text.replaceAll('\0', '').replaceAll('\\u0000', '');

/** Parses a line; returns null for a line that does not have the product's log format. */
export function readLine({ source, number, json }: BufferedLine): LogLine | null {
  const read = lineSchema.safeParse(parsed(storable(json)));
  if (!read.success) return null;
  const { level, time: at, msg, correlationId, ...rest } = read.data;
  const isCut = JSON.stringify(rest).length > FIELDS_CHARACTERS;
  const fields = Object.keys(rest).length === 0 ? null : isCut ? { cut: true } : rest;
  const message = msg.slice(0, MESSAGE_CHARACTERS);
  return { source, number, correlationId, at, level: LEVELS[level] ?? String(level), message, fields };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

const PRUNE_LOCK = 7_104_009;
/** Estimated size of a row without its texts: key, times and index entries. */
const ROW_BYTES = 160;

/** Stores the log lines of requests from all nodes, within limits of age and size. */
export class LogLineStore {
  constructor(private readonly pool: Pick<Pool, 'query' | 'connect'>) {}

  /** Idempotent: storing a line again adds nothing. */
  async append(lines: readonly LogLine[]): Promise<void> {
    const rows = lines.map(({ fields, ...line }) => ({ ...line, fields: fields && JSON.stringify(fields) }));
    const column = <Name extends keyof (typeof rows)[number]>(name: Name) => rows.map((row) => row[name]);
    await this.pool.query(
      `insert into platform.log_lines (source, number, correlation_id, at, level, message, fields, bytes)
       select source, number, correlation_id, at, level, message, fields::jsonb,
         octet_length(message) + coalesce(octet_length(fields), 0) + ${ROW_BYTES}
       from unnest($1::uuid[], $2::bigint[], $3::text[], $4::timestamptz[], $5::text[], $6::text[], $7::text[])
         as line (source, number, correlation_id, at, level, message, fields)
       on conflict do nothing`,
      [
        column('source'),
        column('number'),
        column('correlationId'),
        column('at'),
        column('level'),
        column('message'),
        column('fields'),
      ],
    );
  }

  /** Returns a request's newest lines, in chronological order. */
  async of(correlationId: string, limit: number): Promise<RunLogLine[]> {
    const { rows } = await this.pool.query<Omit<RunLogLine, 'at'> & { at: Date }>(
      `select at, level, message, fields from platform.log_lines where correlation_id = $1
       order by at desc, source, number desc limit $2`,
      [correlationId, limit],
    );
    return rows.reverse().map(({ at, ...line }) => ({ at: at.toISOString(), ...line }));
  }

  /**
   * Deletes lines that are too old, and the oldest lines beyond the size limit. Only one node deletes at a time.
   * Returns the number of deleted lines.
   */
  async prune({ before, maxBytes }: { before: Date; maxBytes: number }): Promise<number> {
    const client = await this.pool.connect();
    try {
      await client.query('begin');
      const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1) as mine', [
        PRUNE_LOCK,
      ]);
      const old = rows[0]?.mine
        ? await client.query('delete from platform.log_lines where at < $1', [before])
        : { rowCount: 0 };
      const much = rows[0]?.mine ? await client.query(BEYOND, [maxBytes]) : { rowCount: 0 };
      await client.query('commit');
      return (old.rowCount ?? 0) + (much.rowCount ?? 0);
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      throw error;
    } finally {
      client.release();
    }
  }
}

const BEYOND = `
  delete from platform.log_lines where (source, number) in (
    select source, number from (
      select source, number, sum(bytes) over (order by at desc, source, number desc) as newer
      from platform.log_lines) line
    where newer > $1)`;
