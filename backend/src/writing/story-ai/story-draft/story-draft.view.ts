import { Injectable } from '@nestjs/common';
import type { StoryDraft, StoryDraftResponse, StoryLength, StoryTone } from '@storyreel/contracts';
import { DataSource } from 'typeorm';
import { idOfStream } from '../../../eventsourcing/domain/aggregate';
import type { PushRule } from '../../../eventsourcing/push/push-rule';
import { entityOf } from '../../../eventsourcing/views/view';
import type { View } from '../../../eventsourcing/views/view';
import { notFound } from '../../../lib/domain-error';
import type { ProjectEventOf } from '../../../projects/storyboard';
import { STORY_EVENT_TYPES } from '../domain/text-work';
import type { StoryEvent } from '../domain/text-work';

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

/** The most recently requested story of each project, with its text as it is written. */
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
    // The event concerns a story that another story has replaced since.
    if (row?.id !== draftOf(event)) return row;
    switch (event.type) {
      case 'StoryWritingStarted':
        return { ...row, text: '', status: 'pending' };
      case 'StoryGrew':
        // Idempotent: folding the same event twice adds its text once.
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

const storyDraftEntity = entityOf(storyDraftView);

/** Draft queries of the API and the worker. */
@Injectable()
export class StoryDraftQueries {
  constructor(private readonly database: DataSource) {}

  async ofProject(projectId: string, userId: string): Promise<StoryDraftResponse> {
    const row = await this.database.getRepository(storyDraftEntity).findOneBy({ projectId, userId });
    return { draft: row && !row.isDismissed ? present(row) : null };
  }

  /** @throws DomainError not_found when another story has replaced it */
  async one(projectId: string, userId: string, id: string): Promise<StoryDraft> {
    const draft = await this.find(projectId, userId, id);
    if (!draft) throw notFound();
    return draft;
  }

  async find(projectId: string, userId: string, id: string): Promise<StoryDraft | null> {
    const row = await this.database.getRepository(storyDraftEntity).findOneBy({ projectId, userId, id });
    return row && present(row);
  }
}

const present = ({ userId: _user, isDismissed: _dismissed, createdAt, ...row }: StoryDraftRow): StoryDraft => ({
  ...row,
  createdAt: new Date(createdAt).toISOString(),
});

/**
 * Pushes the added text of a growing story; after any other change, clients query the draft again. The project's own
 * push rule covers the use of the story and its undo.
 */
export const storyDraftPushRule: PushRule<StoryEvent> = {
  types: STORY_EVENT_TYPES,
  draft({ type, data }) {
    const { projectId, requestId: draftId } = data;
    if (type !== 'StoryGrew') return { type: 'storyDraftChanged', projectId };
    const { offset, text } = data;
    return { type: 'storyDraftGrew', projectId, draftId, offset, text };
  },
};
