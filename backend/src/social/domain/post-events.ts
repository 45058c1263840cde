import type { SelectedProjectVideo, SocialPlatform, Visibility } from '@storyreel/contracts';
import type { DomainEvent } from '../../platform/domain/domain-event';

/** What its author writes and chooses. */
export interface PostContent {
  title: string;
  content: string;
  /** Without their '#'. */
  hashtags: string[];
  /** Without their '@'. */
  mentions: string[];
  visibility: Visibility;
  projectId: string | null;
  sceneId: string | null;
  selectedProjectVideo: SelectedProjectVideo | null;
  mediaUrls: string[];
}

interface NewPost extends PostContent {
  platform: SocialPlatform;
  socialAccountId: string;
  /** ISO 8601, UTC, as all instants of posts. */
  scheduledAt: string | null;
}

export type PostCreated = DomainEvent<'PostCreated', NewPost>;
/** Holds what changed. */
export type PostEdited = DomainEvent<'PostEdited', Partial<PostContent>>;
/** Also the first plan of a draft. */
export type PostRescheduled = DomainEvent<'PostRescheduled', { scheduledAt: string }>;
export type PostScheduleCancelled = DomainEvent<'PostScheduleCancelled', Record<string, never>>;
export type PostDeleted = DomainEvent<'PostDeleted', Record<string, never>>;
/** `scheduledAt`: the plan that it comes back with, for whoever has to look after it at that time. */
export type PostRestored = DomainEvent<'PostRestored', { scheduledAt: string | null }>;
/**
 * It is to be published. The publication's id is the publisher's key, under which a platform gets it once at most.
 * `dueAt`: since when.
 */
export type PostPublishRequested = DomainEvent<
  'PostPublishRequested',
  { publicationId: string; dueAt: string; by: 'author' | 'schedule' }
>;
/** Written before the platform is called: from here on it may have the post. */
export type PostPublishStarted = DomainEvent<'PostPublishStarted', { publicationId: string }>;
/** `publicationId` null: its author says that it is there. */
export type PostPublished = DomainEvent<
  'PostPublished',
  { publicationId: string | null; publishedAt: string; url: string | null; externalId: string | null }
>;
/** `failure`: a sentence for its author. */
export type PostFailed = DomainEvent<'PostFailed', { publicationId: string; failure: string }>;
/** The platform's answer was lost, and it cannot say what became of the post. */
export type PostPublishUnknown = DomainEvent<'PostPublishUnknown', { publicationId: string; failure: string }>;
/** It was found so long after it was due that its author is asked first. */
export type PostMissed = DomainEvent<'PostMissed', { dueAt: string }>;

export type PostEvent =
  | PostCreated
  | PostEdited
  | PostRescheduled
  | PostScheduleCancelled
  | PostDeleted
  | PostRestored
  | PostPublishRequested
  | PostPublishStarted
  | PostPublished
  | PostFailed
  | PostPublishUnknown
  | PostMissed;

export const POST_EVENT_TYPES: readonly PostEvent['type'][] = [
  'PostCreated',
  'PostEdited',
  'PostRescheduled',
  'PostScheduleCancelled',
  'PostDeleted',
  'PostRestored',
  'PostPublishRequested',
  'PostPublishStarted',
  'PostPublished',
  'PostFailed',
  'PostPublishUnknown',
  'PostMissed',
];
