import { isDeepStrictEqual } from 'node:util';
import { AggregateCommand, handlerFor } from '../../platform/commands/command-handler';
import type { Environment } from '../../platform/domain/aggregate';
import { DomainError } from '../../platform/domain/domain-error';
import { ownPost, postAggregate, type PostState } from './post';
import type { PostContent, PostEvent } from './post-events';
import { changeable, fitsPlatform, plannedFor } from './post-rules';

interface PostChanges {
  content: Partial<PostContent>;
  /** As asked; undefined: nothing is said about it. */
  scheduledAt?: string | null;
  status?: 'draft' | 'scheduled';
}

/** Its content, its time or both. */
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
};
const isField = (key: string): key is keyof PostContent => key in FIELDS;
const keysOf = (content: Partial<PostContent>): (keyof PostContent)[] => Object.keys(content).filter(isField);

/** A plan for a post that failed or was missed is a new one, even for the time that it had. */
function planning(post: PostState, { scheduledAt, status }: PostChanges, now: string): PostEvent[] {
  if (scheduledAt === undefined && status === undefined) return [];
  const wanted = scheduledAt === undefined ? (status === 'draft' ? null : post.scheduledAt) : scheduledAt;
  if (status !== undefined && (status === 'scheduled') !== (wanted !== null)) {
    throw new DomainError('validation_failed', "A scheduled post needs a time, and a draft can't have one.");
  }
  const isPlanned = post.phase === 'draft' || post.phase === 'scheduled';
  if (isPlanned && timeOf(wanted) === timeOf(post.scheduledAt)) return [];
  if (post.phase === 'unknown') {
    // It may be there already, and a plan would publish it once more without a question.
    throw new DomainError('conflict', 'Please confirm first whether this post was published.');
  }
  if (wanted === null) return [{ type: 'PostScheduleCancelled', data: {} }];
  return [{ type: 'PostRescheduled', data: { scheduledAt: plannedFor(wanted, now) } }];
}

const timeOf = (instant: string | null): number | null => (instant === null ? null : Date.parse(instant));

export const EditPostHandler = handlerFor(EditPost, postAggregate, decideEditPost);
