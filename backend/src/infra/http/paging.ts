import { instant, NEXT_CURSOR_HEADER } from '@storyreel/contracts';
import type { Response } from 'express';
import { z } from 'zod';
import { DomainError } from '../../lib/domain-error';
import { cleanText } from '../../lib/text';

/** Maximum text of one page; a larger entry gets a page of its own. */
const PAGE_BYTES = 8 * 1024 * 1024;

export interface Page<Item> {
  items: Item[];
  /** Null on the last page. */
  next: string | null;
}

/** Position of a page's end: the sort values of its last entry. */
export type Key = (string | number)[];

/** Key parts, limited to the range that the database can compare. */
export const cursorNumber = z.number().min(Number.MIN_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER);
export const cursorInstant = instant;

const INVALID = 'The cursor is not valid.';

/** Encodes a key as a cursor. */
export const cursorOf = (key: Key): string => Buffer.from(JSON.stringify(key)).toString('base64url');

/** Decodes a cursor. @throws DomainError bad_request for a cursor that no page has returned */
export function keyFrom<Shape extends z.ZodType<Key>>(cursor: string, shape: Shape): z.output<Shape> {
  try {
    const key = shape.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
    // The database rejects text that it cannot store, so no row has such text as its key.
    if (key.every((value) => typeof value !== 'string' || cleanText(value) === value)) return key;
    throw new DomainError('bad_request', INVALID);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) {
      throw new DomainError('bad_request', INVALID);
    }
    throw error;
  }
}

/** Returns the first entries that fit a page, from a query for `limit` + 1 entries. */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  keyOf: (row: Row) => Key,
  bytesOf: (row: Row) => number = () => 0,
): Page<Row> {
  let bytes = 0;
  let end = 0;
  for (const row of rows.slice(0, limit)) {
    bytes += bytesOf(row);
    if (end > 0 && bytes > PAGE_BYTES) break;
    end += 1;
  }
  const items = rows.slice(0, end);
  const last = items.at(-1);
  return { items, next: last !== undefined && rows.length > end ? cursorOf(keyOf(last)) : null };
}

/** Returns the body of a list's response and sets the header with the next cursor. */
export function answerPage<Item>(response: Response, { items, next }: Page<Item>): Item[] {
  if (next !== null) response.setHeader(NEXT_CURSOR_HEADER, next);
  return items;
}
