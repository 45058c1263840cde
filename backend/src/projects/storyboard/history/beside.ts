import type { HistoryEntry } from '@storyreel/contracts';

/** Data of a project's history from outside its stream: its posts, and the cost of its texts. */
export interface BesideHistory {
  /** Returns the steps of a project's posts, newest first; with `sceneId`, only posts about that scene. */
  posts(projectId: string, ownerId: string, sceneId?: string): Promise<HistoryEntry[]>;
  /** Returns the zaps charged for these holds of a user; released holds are left out. */
  zapsOf(ownerId: string, holdIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
}
export const BESIDE_HISTORY = Symbol('BesideHistory');

/** Position where the next page begins: the time of the last shown step and, for a post, its name. */
export interface Shown {
  at: string;
  post: string;
}

export const nameOfPost = ({ post, revision }: HistoryEntry): string =>
  post ? `${post.id} ${revision.padStart(18, '0')}` : '';

export const shownOf = (entry: HistoryEntry): Shown => ({ at: entry.at, post: nameOfPost(entry) });

/** Orders the steps of posts, newest first. */
export const newestFirst = (one: HistoryEntry, other: HistoryEntry): number =>
  other.at.localeCompare(one.at) || nameOfPost(other).localeCompare(nameOfPost(one));

/** Tells whether a post's step comes after the position. */
export const isAfter = (entry: HistoryEntry, shown: Shown | null): boolean =>
  shown === null ||
  entry.at < shown.at ||
  (entry.at === shown.at && shown.post !== '' && nameOfPost(entry) < shown.post);

/**
 * Merges the steps of posts into the steps of their project, up to a limit; both lists are newest first. The project's
 * steps keep their order, whatever their times. While the project has more steps (`hasMore`), posts older than the last
 * step of this page wait for the next page.
 */
export function laidBetween(
  own: readonly HistoryEntry[],
  posts: readonly HistoryEntry[],
  { limit, hasMore }: { limit: number; hasMore: boolean },
): { items: HistoryEntry[]; own: number; posts: number } {
  const items: HistoryEntry[] = [];
  let [mine, theirs] = [0, 0];
  while (items.length < limit) {
    const [step, post] = [own[mine], posts[theirs]];
    if (post && (step ? post.at >= step.at : !hasMore)) {
      items.push(post);
      theirs += 1;
    } else if (step) {
      items.push(step);
      mine += 1;
    } else break;
  }
  return { items, own: mine, posts: theirs };
}
