import { NEXT_CURSOR_HEADER, type PageQuery } from '@storyreel/contracts';
import type { Result } from './fake-storyreel';

/** Returns a page of items. Its cursor is an index, which clients must treat as opaque. */
export function pageOf<Item>(items: readonly Item[], { limit, cursor }: PageQuery): Result {
  const from = cursor === undefined ? 0 : Number(cursor);
  const next = from + limit;
  const headers = next < items.length ? { headers: { [NEXT_CURSOR_HEADER]: String(next) } } : {};
  return { json: items.slice(from, next), ...headers };
}
