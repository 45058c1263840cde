import { NEXT_CURSOR_HEADER } from '@storyreel/contracts';
import type { Agent } from './node-stage';

/** Reads a list page by page to its end. */
export async function allPages<Item>(agent: Agent, path: string, query: Record<string, unknown> = {}): Promise<Item[]> {
  const items: Item[] = [];
  for (let cursor: string | undefined; ;) {
    const answer = await agent
      .get(path)
      .query(cursor === undefined ? query : { ...query, cursor })
      .expect(200);
    items.push(...(answer.body as Item[]));
    cursor = answer.headers[NEXT_CURSOR_HEADER];
    if (cursor === undefined) return items;
  }
}
