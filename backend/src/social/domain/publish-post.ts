import { AggregateCommand, handlerFor, type NoData } from '../../platform/commands/command-handler';
import type { Environment } from '../../platform/domain/aggregate';
import { DomainError } from '../../platform/domain/domain-error';
import { derivedId } from '../../platform/ids';
import { ownPost, postAggregate, type PostState } from './post';
import type { PostEvent, PostPublishRequested } from './post-events';
import { notOnItsWay } from './post-rules';

/** Its author wants it published now: for the first time, or again after it failed, was missed or may be lost. */
export class PublishPost extends AggregateCommand<PostState, NoData> {}

const publicationOf = (commandId: string): string => derivedId(commandId, 'publication');

export const requestedBy = (commandId: string, now: string): PostPublishRequested => ({
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
