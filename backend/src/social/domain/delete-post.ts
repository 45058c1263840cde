import { AggregateCommand, handlerFor, type NoData } from '../../platform/commands/command-handler';
import type { Environment } from '../../platform/domain/aggregate';
import { everOwnPost, ownPost, postAggregate, type PostState } from './post';
import type { PostEvent } from './post-events';
import { notOnItsWay } from './post-rules';

/** Here only: what a platform has published stays there. */
export class DeletePost extends AggregateCommand<PostState, NoData> {}

export function decideDeletePost(_: unknown, state: PostState, environment: Environment): PostEvent[] {
  notOnItsWay(ownPost(state, environment));
  return [{ type: 'PostDeleted', data: {} }];
}

/** The undo of a deletion: as if it had not been deleted, so a plan that came meanwhile is late now. */
export class RestorePost extends AggregateCommand<PostState, NoData> {}

export function decideRestorePost(_: unknown, state: PostState, environment: Environment): PostEvent[] {
  const { deleted, phase, scheduledAt } = everOwnPost(state, environment);
  if (!deleted) return [];
  return [{ type: 'PostRestored', data: { scheduledAt: phase === 'scheduled' ? scheduledAt : null } }];
}

export const DeletePostHandler = handlerFor(DeletePost, postAggregate, decideDeletePost);
export const RestorePostHandler = handlerFor(RestorePost, postAggregate, decideRestorePost);
