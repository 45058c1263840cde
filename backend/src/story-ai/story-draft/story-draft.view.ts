import type { StoryDraft, StoryLength, StoryTone } from '@storyreel/contracts';
import { idOfStream } from '../../platform/domain/aggregate';
import { entityOf, type View } from '../../platform/views/view';
import type { ProjectEventOf } from '../../storyboard';
import { STORY_EVENT_TYPES, type StoryEvent } from '../domain/story-draft';

export interface StoryDraftRow {
  projectId: string;
  userId: string;
  id: string;
  idea: string;
  tone: StoryTone;
  length: StoryLength;
  text: string;
  status: StoryDraft['status'];
  error: string | null;
  place: StoryDraft['place'];
  isDismissed: boolean;
  createdAt: string;
}

type Folded = StoryEvent | ProjectEventOf<'StoryWritten' | 'StoryRestored'>;

/** The newest story of each project that was asked for, as it is written. */
export const storyDraftView: View<StoryDraftRow, Folded> = {
  name: 'story_draft',
  version: 1,
  columns: {
    projectId: { type: 'uuid' },
    userId: { type: 'uuid' },
    id: { type: 'uuid' },
    idea: { type: 'text' },
    tone: { type: 'text' },
    length: { type: 'text' },
    text: { type: 'text' },
    status: { type: 'text' },
    error: { type: 'text', nullable: true },
    place: { type: 'text' },
    isDismissed: { type: 'boolean' },
    createdAt: { type: 'text' },
  },
  key: 'projectId',
  types: [...STORY_EVENT_TYPES, 'StoryWritten', 'StoryRestored'],
  keys: (event) => [projectOf(event)],
  evolve(row, event, projectId) {
    if (event.type === 'StoryAsked') {
      const { requestId: id, idea, tone, length } = event.data;
      const { ownerId: userId, at: createdAt } = event.metadata;
      const about = { projectId, userId, id, idea, tone, length, createdAt };
      return { ...about, text: '', status: 'pending', error: null, place: 'none', isDismissed: false };
    }
    // Of a story that another one has taken the place of.
    if (row?.id !== draftOf(event)) return row;
    switch (event.type) {
      case 'StoryWritingStarted':
        return { ...row, text: '', status: 'pending' };
      case 'StoryGrew':
        // The same event twice adds its text once.
        return { ...row, text: row.text.slice(0, event.data.offset) + event.data.text, status: 'writing' };
      case 'StoryEnded':
        return { ...row, status: event.data.status, error: event.data.error };
      case 'StoryDismissed':
        return { ...row, isDismissed: true };
      case 'StoryWritten':
        return { ...row, place: 'used' };
      case 'StoryRestored':
        return { ...row, place: 'undone' };
      default:
        return event satisfies never;
    }
  },
};

const projectOf = (event: { data: Folded['data']; streamId: string }): string =>
  'projectId' in event.data ? event.data.projectId : idOfStream(event.streamId);
const draftOf = ({ data }: { data: Folded['data'] }): string => ('requestId' in data ? data.requestId : data.draftId);

export const storyDraftEntity = entityOf(storyDraftView);
