import type { HistoryEntry } from '@storyreel/contracts';
import { isAfter, laidBetween, newestFirst, shownOf } from './beside';

const entry = (minute: number, more: Partial<HistoryEntry> = {}): HistoryEntry => {
  const at = new Date(Date.parse('2026-12-01T09:00:00.000Z') + minute * 60_000).toISOString();
  const said = { kind: 'project' as const, sceneId: null, what: `at ${minute}`, details: [], zaps: null };
  return { first: '1', revision: '1', startedAt: at, at, by: 'you', ...said, way: 'none', reason: null, ...more };
};
const ofPost = (minute: number, id = 'a') =>
  entry(minute, { what: `post ${id} at ${minute}`, post: { id, before: null, after: null, undo: null } });
const words = (list: readonly HistoryEntry[]) => list.map(({ what }) => what);

describe('steps of posts in the history of their project', () => {
  it('lie between its own steps by their time, up to the limit of a page', () => {
    const own = [entry(9), entry(5), entry(1)];
    const posts = [ofPost(8), ofPost(5), ofPost(0)];
    const whole = laidBetween(own, posts, { limit: 10, hasMore: false });
    expect(words(whole.items)).toEqual(['at 9', 'post a at 8', 'post a at 5', 'at 5', 'at 1', 'post a at 0']);
    expect(words(laidBetween(own, posts, { limit: 3, hasMore: false }).items)).toEqual(words(whole.items).slice(0, 3));
  });

  it('wait while the project may have newer steps on the next page', () => {
    const laid = laidBetween([entry(5)], [ofPost(8), ofPost(3)], { limit: 10, hasMore: true });
    expect(words(laid.items)).toEqual(['post a at 8', 'at 5']);
    expect([laid.own, laid.posts]).toEqual([1, 1]);
  });

  it.each([1, 2, 3, 4])('are all shown once in pages of %d', (limit) => {
    const posts = [ofPost(8), ofPost(5, 'b'), ofPost(5, 'a'), ofPost(0)].sort(newestFirst);
    const own = [entry(9), entry(5), entry(4)];
    const seen: string[] = [];
    let shown: Parameters<typeof isAfter>[1] = null;
    for (let from = 0; seen.length < 7;) {
      const after = posts.filter((post) => isAfter(post, shown));
      const laid = laidBetween(own.slice(from), after, { limit, hasMore: false });
      seen.push(...words(laid.items));
      from += laid.own;
      const last = laid.items.at(-1);
      if (!last) break;
      shown = shownOf(last);
    }
    expect(seen).toEqual(['at 9', 'post a at 8', 'post b at 5', 'post a at 5', 'at 5', 'at 4', 'post a at 0']);
  });
});
