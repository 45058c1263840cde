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

export interface LogLine {
  source: string;
  number: number;
  correlationId: string;
  /** ISO 8601 */
  at: string;
  level: string;
  message: string;
  fields: Record<string, unknown> | null;
}

/** Postgres stores no NUL characters, in JSON neither. */
const storable = (text: string): string => text.replaceAll('\0', '').replaceAll('\\u0000', '');

/** Null for what is no line of ours. */
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
