import { NEXT_CURSOR_HEADER, type PageQuery } from '@storyreel/contracts';
import type { Result } from './fake-storyreel';

/** Cursors are places, which nobody but the fake may know. */
export function pageOf<Item>(items: readonly Item[], { limit, cursor }: PageQuery): Result {
  const from = cursor === undefined ? 0 : Number(cursor);
  const next = from + limit;
  const headers = next < items.length ? { headers: { [NEXT_CURSOR_HEADER]: String(next) } } : {};
  return { json: items.slice(from, next), ...headers };
}
