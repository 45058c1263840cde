import { foldContextOf, idOfStream } from '../../platform/domain/aggregate';
import { entityOf, type View } from '../../platform/views/view';
import { postAggregate, type PostState } from '../domain/post';
import { POST_EVENT_TYPES, type PostEvent } from '../domain/post-events';

export interface PostRow extends PostState {
  id: string;
  /** Where the calendar shows it. */
  day: string;
}

/** A user's posts, as their own state tells them. Deleted ones stay as rows, so that a restore finds them again. */
export const postListView: View<PostRow, PostEvent> = {
  name: 'post_list',
  version: 1,
  key: 'id',
  columns: {
    id: { type: 'uuid' },
    day: { type: 'timestamptz' },
    phase: { type: 'text' },
    deleted: { type: 'boolean' },
    ownerId: { type: 'uuid' },
    createdAt: { type: 'text' },
    updatedAt: { type: 'text' },
    platform: { type: 'text' },
    socialAccountId: { type: 'uuid' },
    title: { type: 'text' },
    content: { type: 'text' },
    hashtags: { type: 'jsonb' },
    mentions: { type: 'jsonb' },
    visibility: { type: 'text' },
    projectId: { type: 'uuid', nullable: true },
    sceneId: { type: 'uuid', nullable: true },
    selectedProjectVideo: { type: 'jsonb', nullable: true },
    mediaUrls: { type: 'jsonb' },
    scheduledAt: { type: 'text', nullable: true },
    dueAt: { type: 'text', nullable: true },
    publications: { type: 'jsonb' },
    failure: { type: 'text', nullable: true },
    publishedAt: { type: 'text', nullable: true },
    publishedUrl: { type: 'text', nullable: true },
    externalId: { type: 'text', nullable: true },
  },
  indexes: [['ownerId', 'day', 'id']],
  types: POST_EVENT_TYPES,
  keys: (event) => [idOfStream(event.streamId)],
  evolve(row, event, id) {
    if (row === null && event.type !== 'PostCreated') return null;
    const state = postAggregate.evolve(row ?? postAggregate.initial, event, foldContextOf(event));
    return { ...state, id, day: state.scheduledAt ?? state.createdAt };
  },
};

export const postListEntity = entityOf(postListView);
