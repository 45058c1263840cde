/** Postgres stores neither NUL nor lone surrogates, in text or in jsonb. */
const NUL = '\0';

/** Removes NULs and replaces lone surrogates by U+FFFD. Returns the same text when there is nothing to clean. */
export function cleanText(text: string): string {
  return (text.includes(NUL) ? text.replaceAll(NUL, '') : text).toWellFormed();
}

/**
 * Cleans every text of a JSON value, including property names. Returns the same value when there is nothing to clean.
 */
export function cleanJson<T>(value: T): T {
  return clean(value) as T;
}

function clean(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return cleanList(value);
  return isPlain(value) ? cleanRecord(value) : value;
}

function cleanList(list: unknown[]): unknown[] {
  const cleaned = list.map(clean);
  return cleaned.every((item, i) => Object.is(item, list[i])) ? list : cleaned;
}

function cleanRecord(record: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(record);
  const cleaned = entries.map(([name, value]) => [cleanText(name), clean(value)] as const);
  const same = cleaned.every(([name, value], i) => name === entries[i]?.[0] && Object.is(value, entries[i][1]));
  // Object.fromEntries defines properties instead of assigning them, so a name such as __proto__ is harmless.
  return same ? record : Object.fromEntries(cleaned);
}

/** Excludes dates and other class instances, which are left unchanged. */
function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

/** Returns the start of a text, at most this many bytes of UTF-8, without splitting a character. */
export function startOf(text: string, bytes: number): string {
  const encoded = Buffer.from(text);
  if (encoded.length <= bytes) return text;
  let end = Math.max(0, bytes);
  while (end > 0 && isContinuation(encoded[end])) end -= 1;
  return encoded.toString('utf8', 0, end);
}

/** Returns the end of a text, at most this many bytes of UTF-8, without splitting a character. */
export function endOf(text: string, bytes: number): string {
  const encoded = Buffer.from(text);
  if (encoded.length <= bytes) return text;
  let start = encoded.length - Math.max(0, bytes);
  while (isContinuation(encoded[start])) start += 1;
  return encoded.toString('utf8', start);
}

const isHigh = (code: number): boolean => code >= 0xd800 && code < 0xdc00;

/** Cleans a text that arrives in pieces, which may split a surrogate pair. */
export class TextStreamCleaner {
  /** A high surrogate whose low surrogate may be in the next piece. */
  private half = '';

  /**
   * Returns the next cleaned piece of the text. A trailing high surrogate is held back for the next piece, and is
   * dropped if nothing follows.
   */
  next(piece: string): string {
    const text = this.half + piece;
    const end = isHigh(text.charCodeAt(text.length - 1)) ? text.length - 1 : text.length;
    this.half = text.slice(end);
    return cleanText(text.slice(0, end));
  }
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes a text for an element's content or a quoted attribute. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
