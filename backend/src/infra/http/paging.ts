import { instant, NEXT_CURSOR_HEADER } from '@storyreel/contracts';
import type { Response } from 'express';
import { z } from 'zod';
import { DomainError } from '../../lib/domain-error';
import { cleanText } from '../../lib/text';

/** Text that one page carries; an entry that is larger comes alone. */
const PAGE_BYTES = 8 * 1024 * 1024;

export interface Page<Item> {
  items: Item[];
  /** Null on the last page. */
  next: string | null;
}

/** Where a page ends: the values that its list is ordered by, of its last entry. */
export type Key = (string | number)[];

/** Parts of keys, as far as the database can compare them. */
export const cursorNumber = z.number().min(Number.MIN_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER);
export const cursorInstant = instant;

const INVALID = 'The cursor is not valid.';

const encode = (key: Key): string => Buffer.from(JSON.stringify(key)).toString('base64url');

/** @throws DomainError bad_request for what no page has answered */
export function keyFrom<Shape extends z.ZodType<Key>>(cursor: string, shape: Shape): z.output<Shape> {
  try {
    const key = shape.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
    // What the database cannot store was never in one of its rows, and it refuses to look for it.
    if (key.every((value) => typeof value !== 'string' || cleanText(value) === value)) return key;
    throw new DomainError('bad_request', INVALID);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) {
      throw new DomainError('bad_request', INVALID);
    }
    throw error;
  }
}

/** The first entries that fit a page, of a list that was asked for one entry more than `limit`. */
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
  return { items, next: last !== undefined && rows.length > end ? encode(keyOf(last)) : null };
}

/** The body of a list's answer; its header tells that there is more. */
export function answerPage<Item>(response: Response, { items, next }: Page<Item>): Item[] {
  if (next !== null) response.setHeader(NEXT_CURSOR_HEADER, next);
  return items;
}
