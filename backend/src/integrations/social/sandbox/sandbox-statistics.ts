import { createHash } from 'node:crypto';
import { type Clock, DAY_MS } from '../../../lib/time';
import type { PostNumbers, SocialStatistics } from '../statistics';

/** Share of the views that a post will ever have, which it still lacks after each further day. */
const REMAINING = 0.7;
const VIEWS = { fewest: 300, spread: 4_000 };

/** Invents the numbers of a post by its id and age alone: the same every time, and never falling. */
export function sandboxNumbers(id: string, publishedAt: string, now: Date): PostNumbers {
  const [first = 0, second = 0, third = 0, fourth = 0] = createHash('sha256').update(id).digest();
  const days = Math.max(0, Math.floor((now.getTime() - Date.parse(publishedAt)) / DAY_MS));
  const ever = VIEWS.fewest + ((first * 256 + second) / 65_536) * VIEWS.spread;
  const views = Math.floor(ever * (1 - REMAINING ** (days + 1)));
  const likes = Math.floor(views * (0.03 + third / 5_000));
  return { views, likes, comments: Math.floor(likes * (0.05 + fourth / 2_500)) };
}

/** Numbers for posts that nobody sees, so that a newcomer finds the screens filled. */
export const sandboxStatistics = (clock: Clock): SocialStatistics => ({
  postsPerCall: 100,
  callsPerPass: 100,
  limits: 'account',
  read: (_account, posts) =>
    Promise.resolve(
      new Map(
        posts.map(({ externalId, publishedAt }) => [
          externalId,
          { numbers: sandboxNumbers(externalId, publishedAt, clock.now()) },
        ]),
      ),
    ),
});
