import type { SocialPlatform } from '@storyreel/contracts';
import type { Aggregate, Environment, FoldContext } from '../../platform/domain/aggregate';
import { notFound } from '../../platform/domain/domain-error';
import type { PostContent, PostEvent } from './post-events';

/**
 * Where a post stands. requested: somebody is to publish it; started: the platform may have it; missed and unknown: its
 * author is asked.
 */
export type PostPhase =
  'none' | 'draft' | 'scheduled' | 'requested' | 'started' | 'published' | 'failed' | 'unknown' | 'missed';

export interface PostState extends PostContent {
  phase: PostPhase;
  deleted: boolean;
  ownerId: string;
  createdAt: string;
  updatedAt: string;
  platform: SocialPlatform;
  socialAccountId: string;
  scheduledAt: string | null;
  /** Since when it is to be published, while somebody is at it. */
  dueAt: string | null;
  /** The newest publications asked for, the last one the newest: how a request that comes again is known. */
  publications: string[];
  failure: string | null;
  publishedAt: string | null;
  publishedUrl: string | null;
  externalId: string | null;
}

/** Far more than can come between a request and its repeat. */
const REMEMBERED = 20;

const UNSENT = { failure: null, publishedAt: null, publishedUrl: null, externalId: null, dueAt: null };

/** Stream `post-<id>`. */
export const postAggregate: Aggregate<PostState, PostEvent> = {
  category: 'post',
  initial: {
    phase: 'none',
    deleted: false,
    ownerId: '',
    createdAt: '',
    updatedAt: '',
    platform: 'youtube',
    socialAccountId: '',
    title: '',
    content: '',
    hashtags: [],
    mentions: [],
    visibility: 'public',
    projectId: null,
    sceneId: null,
    selectedProjectVideo: null,
    mediaUrls: [],
    scheduledAt: null,
    publications: [],
    ...UNSENT,
  },
  evolve: (state, event, context) => ({ ...change(state, event, context), updatedAt: context.at }),
};

const planned = (scheduledAt: string | null): Pick<PostState, 'phase' | 'scheduledAt'> => ({
  phase: scheduledAt === null ? 'draft' : 'scheduled',
  scheduledAt,
});

function change(state: PostState, event: PostEvent, { at, ownerId }: FoldContext): PostState {
  switch (event.type) {
    case 'PostCreated':
      return { ...state, ...event.data, ...planned(event.data.scheduledAt), ownerId, createdAt: at };
    case 'PostEdited':
      return { ...state, ...event.data };
    case 'PostRescheduled':
      return { ...state, ...UNSENT, ...planned(event.data.scheduledAt) };
    case 'PostScheduleCancelled':
      return { ...state, ...UNSENT, ...planned(null) };
    case 'PostDeleted':
      return { ...state, deleted: true };
    case 'PostRestored':
      return { ...state, deleted: false };
    case 'PostPublishRequested':
      return requested(state, event.data);
    case 'PostPublishStarted':
      return { ...state, phase: 'started' };
    case 'PostPublished': {
      const { publishedAt, url, externalId } = event.data;
      return { ...state, ...UNSENT, phase: 'published', publishedAt, publishedUrl: url, externalId };
    }
    case 'PostFailed':
      return { ...state, ...UNSENT, phase: 'failed', failure: event.data.failure };
    case 'PostPublishUnknown':
      return { ...state, ...UNSENT, phase: 'unknown', failure: event.data.failure };
    case 'PostMissed':
      return { ...state, ...UNSENT, phase: 'missed' };
    default: {
      const unknown: never = event;
      return unknown;
    }
  }
}

/** 'Publish now' takes the place of a plan: the post is due from that moment on, and sits on that day. */
function requested(
  state: PostState,
  { publicationId, dueAt, by }: Extract<PostEvent, { type: 'PostPublishRequested' }>['data'],
): PostState {
  const others = state.publications.filter((known) => known !== publicationId);
  return {
    ...state,
    ...UNSENT,
    phase: 'requested',
    dueAt,
    scheduledAt: by === 'author' && state.scheduledAt !== null ? dueAt : state.scheduledAt,
    publications: [...others, publicationId].slice(-REMEMBERED),
  };
}

/** @throws DomainError 'not_found' for what is not there, is deleted and belongs to somebody else alike */
export function ownPost(state: PostState, { ownerId }: Pick<Environment, 'ownerId'>): PostState {
  const found = everOwnPost(state, { ownerId });
  if (found.deleted) throw notFound();
  return found;
}

/** The same, deleted or not. @throws DomainError 'not_found' */
export function everOwnPost(state: PostState, { ownerId }: Pick<Environment, 'ownerId'>): PostState {
  if (state.phase === 'none' || state.ownerId !== ownerId) throw notFound();
  return state;
}

/** Whether it is on its way: nothing about it can be changed meanwhile. */
export const isPublishing = ({ phase }: Pick<PostState, 'phase'>): boolean =>
  phase === 'requested' || phase === 'started';
