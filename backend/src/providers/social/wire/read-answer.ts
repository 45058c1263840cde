import type { z } from 'zod';
import { cleanJson } from '../../../platform/text/clean-text';
import { type WireAnswer, WireFailure } from './platform-wire';

/** What an answer holds as JSON, cleaned of what cannot be stored; undefined when it is none. */
export function jsonOf({ text }: WireAnswer): unknown {
  try {
    return cleanJson<unknown>(JSON.parse(text));
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
