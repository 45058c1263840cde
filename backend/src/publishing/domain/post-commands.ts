import { isDeepStrictEqual } from 'node:util';
import { CommandHandler } from '@nestjs/cqrs';
import type { ICommandHandler } from '@nestjs/cqrs';
import { AggregateStore } from '../../eventsourcing/commands/aggregate-store';
import type { Committed } from '../../eventsourcing/commands/aggregate-store';
import { AggregateCommand, handlerFor } from '../../eventsourcing/commands/command-handler';
import type { NoData } from '../../eventsourcing/commands/command-handler';
import type { Environment } from '../../eventsourcing/domain/aggregate';
import { type Refusable, refusable } from '../../eventsourcing/refusals/refusals';
import { DomainError } from '../../lib/domain-error';
import { derivedId } from '../../lib/ids';
import { changeable, ownPostOrDeleted, fitsPlatform, notOnItsWay, ownPost, plannedFor, postAggregate } from './post';
import type { PostContent, PostCreated, PostEvent, PostPublishRequested, PostState } from './post';

/** Publishes a post now: for the first time, or again after it failed, was missed or may have been lost. */
export class PublishPost extends AggregateCommand<PostState, NoData> {}

const publicationOf = (commandId: string): string => derivedId(commandId, 'publication');

const requestedBy = (commandId: string, now: string): PostPublishRequested => ({
  type: 'PostPublishRequested',
  data: { publicationId: publicationOf(commandId), dueAt: now, by: 'author' },
});

export function decidePublishPost(
  { context: { commandId } }: { context: { commandId: string } },
  state: PostState,
  environment: Environment,
): PostEvent[] {
  const post = ownPost(state, environment);
  if (post.publications.includes(publicationOf(commandId))) return [];
  if (post.phase === 'published') throw new DomainError('conflict', 'This post has already been published.');
  notOnItsWay(post);
  return [requestedBy(commandId, environment.now)];
}

export const PublishPostHandler = handlerFor(PublishPost, postAggregate, decidePublishPost);

interface AskedPost {
  post: PostCreated['data'];
  /** The status given in the request; it must agree with the planned time. */
  status?: 'draft' | 'scheduled';
  publishNow: boolean;
}

/** Creates a post. The caller must have checked that account, project and media belong to the user. */
export class CreatePost extends AggregateCommand<PostState, AskedPost> {}

/** The post id is derived from the command, so a repeated command finds the post already created. */
export function decideCreatePost(
  { data: { post, status, publishNow }, context: { commandId } }: Pick<CreatePost, 'data'> & Keyed,
  state: PostState,
  { now }: Environment,
): PostEvent[] {
  if (state.phase !== 'none') return [];
  fitsPlatform(post.platform, post);
  const isScheduled = post.scheduledAt !== null;
  if (status !== undefined && (status === 'scheduled') !== isScheduled) {
    throw new DomainError('validation_failed', "A scheduled post needs a time, and a draft can't have one.");
  }
  if (publishNow && isScheduled) {
    throw new DomainError('validation_failed', 'A post can be published now or scheduled, not both.');
  }
  const scheduledAt = post.scheduledAt === null ? null : plannedFor(post.scheduledAt, now);
  const created: PostEvent = { type: 'PostCreated', data: { ...post, scheduledAt } };
  return publishNow ? [created, requestedBy(commandId, now)] : [created];
}

type Keyed = { context: Pick<CreatePost['context'], 'commandId'> };

export const CreatePostHandler = handlerFor(CreatePost, postAggregate, decideCreatePost);

interface PostChanges {
  content: Partial<PostContent>;
  /** The requested time; undefined leaves it unchanged. */
  scheduledAt?: string | null;
  status?: 'draft' | 'scheduled';
}

/** Changes the content or the planned time of a post, or both. */
export class EditPost extends AggregateCommand<PostState, PostChanges> {}

export function decideEditPost(
  { data }: Pick<EditPost, 'data'>,
  state: PostState,
  environment: Environment,
): PostEvent[] {
  const post = changeable(ownPost(state, environment));
  return [...editing(post, data.content), ...planning(post, data, environment.now)];
}

function editing(post: PostState, wanted: Partial<PostContent>): PostEvent[] {
  const changes = differing(post, wanted);
  if (Object.keys(changes).length === 0) return [];
  fitsPlatform(post.platform, { ...post, ...changes });
  return [{ type: 'PostEdited', data: changes }];
}

function differing(post: PostContent, wanted: Partial<PostContent>): Partial<PostContent> {
  const changes = { ...wanted };
  for (const field of keysOf(changes)) {
    if (changes[field] === undefined || isDeepStrictEqual(changes[field], post[field])) delete changes[field];
  }
  return changes;
}

const FIELDS: Record<keyof PostContent, true> = {
  title: true,
  content: true,
  hashtags: true,
  mentions: true,
  visibility: true,
  projectId: true,
  sceneId: true,
  selectedProjectVideo: true,
  mediaUrls: true,
  tiktok: true,
  imageFit: true,
};
const isField = (key: string): key is keyof PostContent => key in FIELDS;
const keysOf = (content: Partial<PostContent>): (keyof PostContent)[] => Object.keys(content).filter(isField);

/** Planning a failed or missed post again makes a new plan, even for the same time. */
function planning(post: PostState, { scheduledAt, status }: PostChanges, now: string): PostEvent[] {
  if (scheduledAt === undefined && status === undefined) return [];
  const wanted = scheduledAt === undefined ? (status === 'draft' ? null : post.scheduledAt) : scheduledAt;
  if (status !== undefined && (status === 'scheduled') !== (wanted !== null)) {
    throw new DomainError('validation_failed', "A scheduled post needs a time, and a draft can't have one.");
  }
  const isPlanned = post.phase === 'draft' || post.phase === 'scheduled';
  if (isPlanned && timeOf(wanted) === timeOf(post.scheduledAt)) return [];
  if (post.phase === 'unknown') {
    // The platform may already have the post, and a plan would publish it a second time without asking.
    throw new DomainError('conflict', 'Please confirm first whether this post was published.');
  }
  if (wanted === null) return [{ type: 'PostScheduleCancelled', data: {} }];
  return [{ type: 'PostRescheduled', data: { scheduledAt: plannedFor(wanted, now) } }];
}

const timeOf = (instant: string | null): number | null => (instant === null ? null : Date.parse(instant));

export const EditPostHandler = handlerFor(EditPost, postAggregate, decideEditPost);

/**
 * Decisions about posts whose refusals are recorded: refusals because of a platform's limits, or of a second
 * publication.
 */
export const postRefusals: Refusable[] = [
  refusable(CreatePost, postAggregate, decideCreatePost),
  refusable(EditPost, postAggregate, decideEditPost),
  refusable(PublishPost, postAggregate, decidePublishPost),
];

/** Deletes the post in Storyreel only: the copy published on a platform stays. */
export class DeletePost extends AggregateCommand<PostState, NoData> {}

export function decideDeletePost(_: unknown, state: PostState, environment: Environment): PostEvent[] {
  notOnItsWay(ownPost(state, environment));
  return [{ type: 'PostDeleted', data: {} }];
}

/** Undoes a deletion as if the post had never been deleted: a plan whose time has passed meanwhile is overdue. */
export class RestorePost extends AggregateCommand<PostState, NoData> {}

export function decideRestorePost(_: unknown, state: PostState, environment: Environment): PostEvent[] {
  const { deleted, phase, scheduledAt } = ownPostOrDeleted(state, environment);
  if (!deleted) return [];
  return [{ type: 'PostRestored', data: { scheduledAt: phase === 'scheduled' ? scheduledAt : null } }];
}

export const DeletePostHandler = handlerFor(DeletePost, postAggregate, decideDeletePost);
export const RestorePostHandler = handlerFor(RestorePost, postAggregate, decideRestorePost);

/** The aggregate is the new post. */
export class DuplicatePost extends AggregateCommand<PostState, { sourceId: string }> {}

/** Creates a draft with the source's content and account. */
export function decideDuplicatePost(source: PostState, state: PostState, environment: Environment): PostEvent[] {
  // Check this first, so that a repeat finds its copy even if the source has been deleted since.
  if (state.phase !== 'none') return [];
  const { platform, socialAccountId, title, content, hashtags, mentions, visibility, ...rest } = ownPost(
    source,
    environment,
  );
  const { projectId, sceneId, selectedProjectVideo, mediaUrls, tiktok, imageFit } = rest;
  const data = {
    ...{ platform, socialAccountId, title, content, hashtags, mentions, visibility },
    ...{ projectId, sceneId, selectedProjectVideo, mediaUrls, scheduledAt: null },
    ...(tiktok && { tiktok }),
    ...(imageFit === 'crop' && { imageFit }),
  };
  return [{ type: 'PostCreated', data }];
}

@CommandHandler(DuplicatePost)
export class DuplicatePostHandler implements ICommandHandler<DuplicatePost> {
  constructor(private readonly store: AggregateStore) {}

  async execute(command: DuplicatePost): Promise<Committed<PostState>> {
    const source = await this.store.load(postAggregate, command.data.sourceId);
    return this.store.execute(postAggregate, command.aggregateId, command.context, (state, environment) =>
      decideDuplicatePost(source, state, environment),
    );
  }
}

/** Marks a post as published, after the platform's response was lost and the author has confirmed the publication. */
export class MarkPublished extends AggregateCommand<PostState, NoData> {}

export function decideMarkPublished(_: unknown, state: PostState, environment: Environment): PostEvent[] {
  const { phase } = ownPost(state, environment);
  if (phase === 'published') return [];
  if (phase !== 'unknown') throw new DomainError('conflict', 'This post has nothing to confirm.');
  const data = { publicationId: null, publishedAt: environment.now, url: null, externalId: null };
  return [{ type: 'PostPublished', data }];
}

export const MarkPublishedHandler = handlerFor(MarkPublished, postAggregate, decideMarkPublished);
