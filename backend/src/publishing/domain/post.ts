import { PLATFORM_PROFILES, textRefusals } from '@storyreel/contracts';
import type { ImageFit, SelectedProjectVideo, SocialPlatform, TikTokSettings, Visibility } from '@storyreel/contracts';
import type { Aggregate, Environment, FoldContext } from '../../eventsourcing/domain/aggregate';
import type { DomainEvent } from '../../eventsourcing/domain/domain-event';
import { DomainError, notFound } from '../../lib/domain-error';
import { NO_STATISTICS, withReading } from './post-statistics';
import type { PostStatistics, PostStatisticsRecorded, PostStatisticsUnavailable } from './post-statistics';

/** The parts of a post that its author writes and chooses. */
export interface PostContent {
  title: string;
  content: string;
  /** Hashtags without their '#'. */
  hashtags: string[];
  /** Mentions without their '@'. */
  mentions: string[];
  visibility: Visibility;
  projectId: string | null;
  sceneId: string | null;
  selectedProjectVideo: SelectedProjectVideo | null;
  mediaUrls: string[];
  /** TikTok's settings; only on TikTok posts whose author has chosen them. */
  tiktok?: TikTokSettings | null;
  /**
   * How images of an unsuitable shape are fitted for Instagram. Missing in posts written before this choice existed,
   * which means pad.
   */
  imageFit?: ImageFit;
}

interface NewPost extends PostContent {
  platform: SocialPlatform;
  socialAccountId: string;
  /** Planned time: ISO 8601, UTC, like all times of posts. */
  scheduledAt: string | null;
}

export type PostCreated = DomainEvent<'PostCreated', NewPost>;
/** An edit; holds only the changed fields. */
export type PostEdited = DomainEvent<'PostEdited', Partial<PostContent>>;
/** The post has a new plan; this may be the first plan of a draft. */
export type PostRescheduled = DomainEvent<'PostRescheduled', { scheduledAt: string }>;
export type PostScheduleCancelled = DomainEvent<'PostScheduleCancelled', Record<string, never>>;
export type PostDeleted = DomainEvent<'PostDeleted', Record<string, never>>;
/** `scheduledAt`: the restored plan, from which a reactor schedules the publication. */
export type PostRestored = DomainEvent<'PostRestored', { scheduledAt: string | null }>;
/**
 * Publication is requested. `publicationId` is the idempotency key under which a platform gets the post at most once.
 * `dueAt`: time since which the post is due.
 */
export type PostPublishRequested = DomainEvent<
  'PostPublishRequested',
  { publicationId: string; dueAt: string; by: 'author' | 'schedule' }
>;
/** Stored before the platform is called: from this event on, the platform may have the post. */
export type PostPublishStarted = DomainEvent<'PostPublishStarted', { publicationId: string }>;
/** `publicationId` is null if the author confirmed the publication. */
export type PostPublished = DomainEvent<
  'PostPublished',
  {
    publicationId: string | null;
    publishedAt: string;
    url: string | null;
    externalId: string | null;
    /** True if the platform shows the post to its author alone, although the author chose otherwise. */
    madePrivate?: boolean;
    /** Sentences for the author about settings that the platform did not follow. */
    notes?: string[];
  }
>;
/** `failure`: a sentence shown to the author. */
export type PostFailed = DomainEvent<'PostFailed', { publicationId: string; failure: string }>;
/** The platform's response was lost, and the platform cannot tell the outcome. */
export type PostPublishUnknown = DomainEvent<'PostPublishUnknown', { publicationId: string; failure: string }>;
/** The post was overdue for so long that its author must confirm before it is published. */
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
  | PostMissed
  | PostStatisticsRecorded
  | PostStatisticsUnavailable;

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
  'PostStatisticsRecorded',
  'PostStatisticsUnavailable',
];

/**
 * Phase of a post. requested: to be published; started: the platform may have the post; missed and unknown: the author
 * must decide.
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
  tiktok: TikTokSettings | null;
  imageFit: ImageFit;
  /** Time since which the post is due, ISO 8601; null unless the post is being published. */
  dueAt: string | null;
  /** Ids of the most recently requested publications, newest last, to recognise a repeated request. */
  publications: string[];
  failure: string | null;
  publishedAt: string | null;
  publishedUrl: string | null;
  externalId: string | null;
  madePrivate: boolean;
  notes: string[];
  /** Statistics; null until the platform was asked for them. */
  statistics: PostStatistics | null;
}

/** Maximum number of remembered publications: far more than can come between a request and its repeat. */
const REMEMBERED = 20;

const UNREMARKED = { madePrivate: false, notes: [] as string[] };
const UNSENT = { failure: null, publishedAt: null, publishedUrl: null, externalId: null, dueAt: null, ...UNREMARKED };

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
    tiktok: null,
    imageFit: 'pad',
    scheduledAt: null,
    publications: [],
    statistics: null,
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
      const { publishedAt, url, externalId, madePrivate = false, notes = [] } = event.data;
      const sent = { publishedAt, publishedUrl: url, externalId, madePrivate, notes };
      return { ...state, ...UNSENT, ...sent, phase: 'published' };
    }
    case 'PostFailed':
      return { ...state, ...UNSENT, phase: 'failed', failure: event.data.failure };
    case 'PostPublishUnknown':
      return { ...state, ...UNSENT, phase: 'unknown', failure: event.data.failure };
    case 'PostMissed':
      return { ...state, ...UNSENT, phase: 'missed' };
    case 'PostStatisticsRecorded': {
      const { externalId = state.externalId, url = state.publishedUrl } = event.data;
      return { ...state, externalId, publishedUrl: url, statistics: withReading(state.statistics, event.data, at) };
    }
    case 'PostStatisticsUnavailable':
      return { ...state, statistics: { ...(state.statistics ?? NO_STATISTICS), trouble: event.data.reason } };
    default: {
      const unknown: never = event;
      return unknown;
    }
  }
}

/** Requests a publication, which replaces any plan: the post is due from the request on and appears on that day. */
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

/** @throws DomainError 'not_found' for a post that is missing, deleted or another user's */
export function ownPost(state: PostState, { ownerId }: Pick<Environment, 'ownerId'>): PostState {
  const found = ownPostOrDeleted(state, { ownerId });
  if (found.deleted) throw notFound();
  return found;
}

/**
 * Returns the user's post, even if it is deleted.
 * @throws DomainError 'not_found'
 */
export function ownPostOrDeleted(state: PostState, { ownerId }: Pick<Environment, 'ownerId'>): PostState {
  if (state.phase === 'none' || state.ownerId !== ownerId) throw notFound();
  return state;
}

/** Tells whether the post is being published, during which it cannot be changed. */
export const isPublishing = ({ phase }: Pick<PostState, 'phase'>): boolean =>
  phase === 'requested' || phase === 'started';

/** Maximum delay after which a post is still published without asking its author. */
export const LATEST_MS = 60 * 60_000;
/** Maximum age of a new plan's time: filling in a form takes time, and clocks differ. */
const PAST_MS = 5 * 60_000;
const AHEAD_YEARS = 10;

const invalid = (message: string): DomainError => new DomainError('validation_failed', message);

/** @throws DomainError validation_failed for texts that the platform would refuse */
export function fitsPlatform(
  platform: SocialPlatform,
  words: Pick<PostContent, 'title' | 'content' | 'hashtags' | 'mentions'>,
): void {
  const [refusal] = textRefusals(PLATFORM_PROFILES[platform], words);
  if (refusal) throw invalid(refusal.message);
}

/**
 * Normalizes an instant.
 * @throws DomainError validation_failed if the instant has passed or is too far in the future
 */
export function plannedFor(instant: string, now: string): string {
  const time = Date.parse(instant);
  if (!(time >= Date.parse(now) - PAST_MS)) throw invalid('That time has passed. Choose a later one.');
  const latest = new Date(now);
  latest.setUTCFullYear(latest.getUTCFullYear() + AHEAD_YEARS);
  if (time > latest.getTime()) throw invalid(`A post can be scheduled at most ${AHEAD_YEARS} years ahead.`);
  return new Date(time).toISOString();
}

/** @throws DomainError conflict while a platform may be receiving the post */
export function notOnItsWay(state: PostState): PostState {
  if (isPublishing(state)) {
    throw new DomainError('conflict', 'This post is being published. Please wait until it has finished.');
  }
  return state;
}

/** @throws DomainError for a post that has been published or is being published */
export function changeable(state: PostState): PostState {
  if (state.phase === 'published')
    throw new DomainError('conflict', 'This post has been published and can no longer be changed.');
  return notOnItsWay(state);
}
