import { idOfStream } from '../platform/domain/aggregate';
import { entityOf, type View } from '../platform/views/view';
import type { ProjectEventOf } from '../storyboard';

/** A link by which others can watch a video, or could. */
export interface SharedLinkRow {
  id: string;
  userId: string;
  projectId: string;
  /** Null for the final video. */
  filmId: string | null;
  ended: boolean;
  createdAt: string;
}

export const sharedLinkView: View<SharedLinkRow, ProjectEventOf<'VideoShared' | 'VideoUnshared'>> = {
  name: 'shared_link',
  version: 1,
  key: 'id',
  columns: {
    id: { type: 'uuid' },
    userId: { type: 'uuid' },
    projectId: { type: 'uuid' },
    filmId: { type: 'uuid', nullable: true },
    ended: { type: 'boolean' },
    createdAt: { type: 'text' },
  },
  indexes: [['projectId']],
  types: ['VideoShared', 'VideoUnshared'],
  keys: ({ data }) => [data.linkId],
  evolve(row, event, id) {
    if (event.type === 'VideoUnshared') return row && { ...row, ended: true };
    const { ownerId: userId, at: createdAt } = event.metadata;
    return { id, userId, projectId: idOfStream(event.streamId), filmId: event.data.filmId, ended: false, createdAt };
  },
};

export const sharedLinkEntity = entityOf(sharedLinkView);
