import type { HistoryEntry } from '@storyreel/contracts';

/** Facts for a project's history that are not in its stream: its posts, and the charges of its texts. */
export interface BesideHistory {
  /** Returns the steps of a project's posts, newest first; of those about one scene with `sceneId`. */
  posts(projectId: string, ownerId: string, sceneId?: string): Promise<HistoryEntry[]>;
  /** Returns the zaps that these holds of a user have cost; a hold that was released has none. */
  zapsOf(ownerId: string, holdIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
}
export const BESIDE_HISTORY = Symbol('BesideHistory');

/** The place after which a page goes on: the time and, for a post, the name of the last step that was shown. */
export interface Shown {
  at: string;
  post: string;
}

export const nameOfPost = ({ post, revision }: HistoryEntry): string =>
  post ? `${post.id} ${revision.padStart(18, '0')}` : '';

export const shownOf = (entry: HistoryEntry): Shown => ({ at: entry.at, post: nameOfPost(entry) });

/** Orders steps of posts, the newest first. */
export const newestFirst = (one: HistoryEntry, other: HistoryEntry): number =>
  other.at.localeCompare(one.at) || nameOfPost(other).localeCompare(nameOfPost(one));

/** Tells whether a post's step comes after the place. */
export const isAfter = (entry: HistoryEntry, shown: Shown | null): boolean =>
  shown === null ||
  entry.at < shown.at ||
  (entry.at === shown.at && shown.post !== '' && nameOfPost(entry) < shown.post);

/**
 * Lays steps of posts between those of the project, both newest first, up to a limit. Steps of the project keep their
 * order, whatever their clocks said. While the project has more (`hasMore`), posts older than its last step wait.
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
