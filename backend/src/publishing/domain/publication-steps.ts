import { derivedId } from '../../lib/ids';
import type { Environment } from '../../eventsourcing/domain/aggregate';
import { LATEST_MS } from './post';
import type { PostEvent, PostFailed, PostPublished, PostState } from './post';

const isTooLate = (dueAt: string, now: string): boolean => Date.parse(now) - Date.parse(dueAt) > LATEST_MS;

/** Returns the latest time at which a post due at `dueAt` may be published without asking its author. */
export const latestFor = (dueAt: string): Date => new Date(Date.parse(dueAt) + LATEST_MS);

/** Handles a plan that may be due. The post's current plan counts, not the plan for which the job was created. */
export function decideDue(postId: string, state: PostState, { now }: Pick<Environment, 'now'>): PostEvent[] {
  const { phase, deleted, scheduledAt } = state;
  if (phase !== 'scheduled' || deleted || scheduledAt === null || scheduledAt > now) return [];
  if (isTooLate(scheduledAt, now)) return [{ type: 'PostMissed', data: { dueAt: scheduledAt } }];
  const publicationId = derivedId(postId, 'publication', state.updatedAt, scheduledAt);
  return [{ type: 'PostPublishRequested', data: { publicationId, dueAt: scheduledAt, by: 'schedule' } }];
}

const isCurrent = ({ publications }: PostState, publicationId: string): boolean =>
  publications.at(-1) === publicationId;

/** Tells whether the publication is requested and the platform has not been called yet. */
export const isRequested = (state: PostState, publicationId: string): boolean =>
  state.phase === 'requested' && isCurrent(state, publicationId);

/** Tells whether the platform may have the post; a retry must then query the platform first. */
export const isStarted = (state: PostState, publicationId: string): boolean =>
  state.phase === 'started' && isCurrent(state, publicationId);

export function decideStart(state: PostState, publicationId: string, { now }: Pick<Environment, 'now'>): PostEvent[] {
  if (!isRequested(state, publicationId)) return [];
  if (state.dueAt !== null && isTooLate(state.dueAt, now))
    return [{ type: 'PostMissed', data: { dueAt: state.dueAt } }];
  return [{ type: 'PostPublishStarted', data: { publicationId } }];
}

/**
 * Marks a post as missed if it is too late to publish it without asking its author. Call it only for posts that the
 * platform certainly does not have.
 */
export const decideAdvance = (
  state: PostState,
  publicationId: string,
  { now }: Pick<Environment, 'now'>,
): PostEvent[] =>
  isStarted(state, publicationId) && state.dueAt !== null && isTooLate(state.dueAt, now)
    ? [{ type: 'PostMissed', data: { dueAt: state.dueAt } }]
    : [];

const isOpen = (state: PostState, publicationId: string): boolean =>
  isRequested(state, publicationId) || isStarted(state, publicationId);

export const decidePublished = (
  state: PostState,
  publicationId: string,
  published: Omit<PostPublished['data'], 'publicationId'>,
): PostEvent[] =>
  isOpen(state, publicationId) ? [{ type: 'PostPublished', data: { publicationId, ...published } }] : [];

/** `failure`: a sentence shown to the author. */
export const decideFailed = (
  state: PostState,
  publicationId: string,
  failure: PostFailed['data']['failure'],
): PostEvent[] => (isOpen(state, publicationId) ? [{ type: 'PostFailed', data: { publicationId, failure } }] : []);

/**
 * Records an unknown outcome; does nothing for a publication that was never started, since that one certainly does not
 * exist.
 */
export const decideUnknown = (state: PostState, publicationId: string, failure: string): PostEvent[] =>
  isStarted(state, publicationId) ? [{ type: 'PostPublishUnknown', data: { publicationId, failure } }] : [];
