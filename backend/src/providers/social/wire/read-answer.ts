import type { z } from 'zod';
import { cleanJson } from '../../../platform/text/clean-text';
import { type WireAnswer, WireFailure } from './platform-wire';

/** Ids of platforms go beyond 2^53: as a number, such an id would be read as that of another post. */
const LONG = /\d{16}/u;
const STRING_OR_LONG = /"(?:[^"\\]|\\.)*"|(?<![\d.eE+-])\d{16,}(?![\d.eE])/gu;
const asText = (token: string): string => (token.startsWith('"') ? token : `"${token}"`);

/** What an answer holds as JSON, cleaned of what cannot be stored; undefined when it is none. */
export function jsonOf({ text }: WireAnswer): unknown {
  try {
    const parsed: unknown = JSON.parse(text);
    return cleanJson<unknown>(LONG.test(text) ? JSON.parse(text.replaceAll(STRING_OR_LONG, asText)) : parsed);
  } catch {
    return undefined;
  }
}

/** @throws WireFailure: an answer that cannot be read is as good as none */
export function read<Schema extends z.ZodType>(answer: WireAnswer, schema: Schema): z.output<Schema> {
  const parsed = schema.safeParse(jsonOf(answer));
  if (!parsed.success) throw new WireFailure("couldn't read its answer", true, parsed.error);
  return parsed.data;
}

/** What of an answer fits the schema; null when it does not. */
export function tryRead<Schema extends z.ZodType>(answer: WireAnswer, schema: Schema): z.output<Schema> | null {
  const parsed = schema.safeParse(jsonOf(answer));
  return parsed.success ? parsed.data : null;
}
