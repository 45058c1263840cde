import { createHash } from 'node:crypto';

/** Deeper than any body that the contracts accept; limits the stack for endless nesting. */
const MAX_DEPTH = 64;

export class TooDeep extends Error {}

/** Maximum field names that are cached as JSON text: the same few names recur very often. */
const MAX_NAMES = 5_000;
const names = new Map<string, string>();

function nameOf(field: string): string {
  const known = names.get(field);
  if (known !== undefined) return known;
  const name = `${JSON.stringify(field)}:`;
  if (names.size < MAX_NAMES) names.set(field, name);
  return name;
}

/** Above this many fields the engine's own sort is faster. */
const FEW = 24;

function sorted(fields: string[]): string[] {
  if (fields.length > FEW) return fields.sort();
  for (let at = 1; at < fields.length; at++) {
    const field = fields[at] as string;
    let place = at;
    for (; place > 0 && (fields[place - 1] as string) > field; place--) fields[place] = fields[place - 1] as string;
    fields[place] = field;
  }
  return fields;
}

/** Characters that need no escaping in JSON. */
const PLAIN = /^[ !#-[\]-~]*$/;
/** Longer texts are left to JSON.stringify. */
const SHORT = 200;

/** Like `JSON.stringify`, but takes half the time for typical event data. */
function primitive(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value.length <= SHORT && PLAIN.test(value) ? `"${value}"` : JSON.stringify(value);
    case 'number':
      return Number.isFinite(value) ? `${value}` : 'null';
    default:
      return JSON.stringify(value ?? null);
  }
}

/**
 * Returns JSON with sorted keys and without undefined fields, so that equal values give equal texts. Makes no copies,
 * since verifying the ledger spends most of its time here.
 * @throws TooDeep
 */
export function canonicalJson(value: unknown, depth = MAX_DEPTH): string {
  if (depth < 0) throw new TooDeep('The value is nested too deeply');
  if (typeof value !== 'object' || value === null) return primitive(value);
  let text = '';
  if (Array.isArray(value)) {
    for (const item of value as unknown[]) text += (text === '' ? '' : ',') + canonicalJson(item, depth - 1);
    return `[${text}]`;
  }
  for (const name of sorted(Object.keys(value))) {
    const field = (value as Record<string, unknown>)[name];
    if (field !== undefined) text += (text === '' ? '' : ',') + nameOf(name) + canonicalJson(field, depth - 1);
  }
  return `{${text}}`;
}

/** Returns the SHA-256 of a stream's bytes, hexadecimal. */
export async function sha256OfStream(bytes: AsyncIterable<unknown>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of bytes) hash.update(chunk as Uint8Array);
  return hash.digest('hex');
}

/**
 * Hashes a request independently of the order of its fields, to detect that an idempotency key is reused for another
 * request.
 */
export const requestHash = (...parts: unknown[]): string =>
  createHash('sha256').update(canonicalJson(parts)).digest('hex').slice(0, 32);

/** FNV-1a: hashes texts evenly over 32 bits, with the same result on every node. */
export function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
