/** Postgres stores neither NUL nor half of a surrogate pair, in text or in jsonb. */
const NUL = '\0';

/** The text without NULs; half a surrogate pair becomes U+FFFD. The same text when there is nothing to clean. */
export function cleanText(text: string): string {
  return (text.includes(NUL) ? text.replaceAll(NUL, '') : text).toWellFormed();
}

/** Every text of a JSON value cleaned, names of properties too. The same value when there is nothing to clean. */
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
  // Object.fromEntries defines properties, so a name such as __proto__ is a name like any other.
  return same ? record : Object.fromEntries(cleaned);
}

/** Dates and the like keep what they are. */
function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

/** The beginning of a text that takes at most so many bytes of UTF-8, without half a character. */
export function startOf(text: string, bytes: number): string {
  const encoded = Buffer.from(text);
  if (encoded.length <= bytes) return text;
  let end = Math.max(0, bytes);
  while (end > 0 && isContinuation(encoded[end])) end -= 1;
  return encoded.toString('utf8', 0, end);
}

/** The end of a text that takes at most so many bytes of UTF-8, without half a character. */
export function endOf(text: string, bytes: number): string {
  const encoded = Buffer.from(text);
  if (encoded.length <= bytes) return text;
  let start = encoded.length - Math.max(0, bytes);
  while (isContinuation(encoded[start])) start += 1;
  return encoded.toString('utf8', start);
}

const isHigh = (code: number): boolean => code >= 0xd800 && code < 0xdc00;

/** Cleans a text that comes in pieces, where a pair of surrogates may be cut in two. */
export class TextStreamCleaner {
  /** The first half of a pair whose second half may come with the next piece. */
  private half = '';

  /** What can be stored of the text so far that was not given before. A half that nothing follows is left out. */
  next(piece: string): string {
    const text = this.half + piece;
    const end = isHigh(text.charCodeAt(text.length - 1)) ? text.length - 1 : text.length;
    this.half = text.slice(end);
    return cleanText(text.slice(0, end));
  }
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** A text as content of an element, or of an attribute in quotes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
