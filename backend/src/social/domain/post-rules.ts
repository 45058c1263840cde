import { isLongerThan, PLATFORM_PROFILES, type SocialPlatform } from '@storyreel/contracts';
import { DomainError } from '../../platform/domain/domain-error';
import { isPublishing, type PostState } from './post';
import type { PostContent } from './post-events';

/** How late a post is published without asking its author first. */
export const LATEST_MS = 60 * 60_000;
/** A plan may lie so far back: forms take time to fill in and clocks differ. */
const PAST_MS = 5 * 60_000;
const AHEAD_YEARS = 10;

const invalid = (message: string): DomainError => new DomainError('validation_failed', message);

/** @throws DomainError validation_failed for a text or hashtags that are too much for the platform */
export function fitsPlatform(
  platform: SocialPlatform,
  { content, hashtags }: Pick<PostContent, 'content' | 'hashtags'>,
): void {
  const { name, characters, hashtags: mostHashtags } = PLATFORM_PROFILES[platform];
  if (isLongerThan(content, characters)) throw invalid(`${name} takes at most ${characters} characters.`);
  if (hashtags.length > mostHashtags) throw invalid(`${name} takes at most ${mostHashtags} hashtags.`);
}

/** An instant as it is kept. @throws DomainError validation_failed for one that has passed or is too far away */
export function plannedFor(instant: string, now: string): string {
  const time = Date.parse(instant);
  if (!(time >= Date.parse(now) - PAST_MS)) throw invalid('That time has passed. Choose a later one.');
  const latest = new Date(now);
  latest.setUTCFullYear(latest.getUTCFullYear() + AHEAD_YEARS);
  if (time > latest.getTime()) throw invalid(`A post can be scheduled at most ${AHEAD_YEARS} years ahead.`);
  return new Date(time).toISOString();
}

/** @throws DomainError conflict while a platform may be taking it */
export function notOnItsWay(state: PostState): PostState {
  if (isPublishing(state)) {
    throw new DomainError('conflict', 'This post is being published. Please wait until it has finished.');
  }
  return state;
}

/** @throws DomainError for a post that is published or on its way */
export function changeable(state: PostState): PostState {
  if (state.phase === 'published')
    throw new DomainError('conflict', 'This post has been published and can no longer be changed.');
  return notOnItsWay(state);
}
