import { AggregateCommand, handlerFor, type NoData } from '../../platform/commands/command-handler';
import type { Environment } from '../../platform/domain/aggregate';
import { DomainError } from '../../platform/domain/domain-error';
import { ownPost, postAggregate, type PostState } from './post';
import type { PostEvent } from './post-events';

/** 'I looked, it is there': its author's answer when the platform's was lost. */
export class MarkPublished extends AggregateCommand<PostState, NoData> {}

export function decideMarkPublished(_: unknown, state: PostState, environment: Environment): PostEvent[] {
  const { phase } = ownPost(state, environment);
  if (phase === 'published') return [];
  if (phase !== 'unknown') throw new DomainError('conflict', 'This post has nothing to confirm.');
  const data = { publicationId: null, publishedAt: environment.now, url: null, externalId: null };
  return [{ type: 'PostPublished', data }];
}

export const MarkPublishedHandler = handlerFor(MarkPublished, postAggregate, decideMarkPublished);
