import { AggregateCommand, handlerFor } from '../../platform/commands/command-handler';
import type { Environment } from '../../platform/domain/aggregate';
import { DomainError } from '../../platform/domain/domain-error';
import { postAggregate, type PostState } from './post';
import type { PostCreated, PostEvent } from './post-events';
import { fitsPlatform, plannedFor } from './post-rules';
import { requestedBy } from './publish-post';

interface AskedPost {
  post: PostCreated['data'];
  /** What the request says of it; it has to agree with the time. */
  status?: 'draft' | 'scheduled';
  publishNow: boolean;
}

/** The account, project and media are known to be the user's. */
export class CreatePost extends AggregateCommand<PostState, AskedPost> {}

/** A post whose id is derived from the command is there already when the command is repeated. */
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
