import { isBlank, type ProjectFields } from '@storyreel/contracts';
import { idOfStream } from '../../platform/domain/aggregate';
import type { RecordedEvent } from '../../platform/domain/domain-event';
import { entityOf, type View } from '../../platform/views/view';
import type { ProjectEventOf } from '../domain/events';
import { isOfStory, STORY_AUDIO_TYPES, withChanges, withStoryAudio } from '../domain/story-audio';
import { NEW_PROJECT_FIELDS, withFilm } from '../domain/project-aggregate';

export interface ProjectRow extends ProjectFields {
  id: string;
  userId: string;
  /** For lists, which do not read the story. */
  hasStory: boolean;
  deleted: boolean;
  createdAt: string;
  updatedAt: string;
  revision: string;
}

type Changed = ProjectEventOf<
  | 'ProjectCreated'
  | 'ProjectEdited'
  | 'StoryWritten'
  | 'StoryRestored'
  | 'FilmJobCompleted'
  | (typeof STORY_AUDIO_TYPES)[number]
  | 'ProjectDeleted'
  | 'ProjectRestored'
>;

/** Which projects a user has, with their texts. Deleted ones stay as rows, so that a restore finds its order again. */
export const projectListView: View<ProjectRow, Changed> = {
  name: 'project_list',
  version: 5,
  key: 'id',
  columns: {
    id: { type: 'uuid' },
    userId: { type: 'uuid' },
    hasStory: { type: 'boolean' },
    deleted: { type: 'boolean' },
    createdAt: { type: 'timestamptz' },
    updatedAt: { type: 'timestamptz' },
    revision: { type: 'text' },
    title: { type: 'text' },
    description: { type: 'text' },
    story: { type: 'text' },
    status: { type: 'text' },
    selectedStyle: { type: 'uuid', nullable: true },
    characters: { type: 'text' },
    environment: { type: 'text' },
    props: { type: 'text' },
    imageUrl: { type: 'text', nullable: true },
    midjourneyPrompt: { type: 'text' },
    storyAudioUrl: { type: 'text', nullable: true },
    storyAudioFilename: { type: 'text', nullable: true },
    storyAudioStatus: { type: 'text' },
    storyAudioError: { type: 'text', nullable: true },
    completedVideoUrl: { type: 'text', nullable: true },
    completedVideoFilename: { type: 'text', nullable: true },
    completedVideoStatus: { type: 'text' },
    voices: { type: 'jsonb' },
    film: { type: 'jsonb' },
    filmMusicUrl: { type: 'text', nullable: true },
    filmMusicFilename: { type: 'text', nullable: true },
  },
  indexes: [['userId']],
  types: [
    'ProjectCreated',
    'ProjectEdited',
    'StoryWritten',
    'StoryRestored',
    'FilmJobCompleted',
    ...STORY_AUDIO_TYPES,
    'ProjectDeleted',
    'ProjectRestored',
  ],
  keys(event) {
    // The line of a scene is its own.
    return isSpeech(event) && !isOfStory(event) ? [] : [idOfStream(event.streamId)];
  },
  evolve(row, event) {
    const changed = change(row, event);
    const hasStory = changed !== null && !isBlank(changed.story);
    return changed && { ...changed, hasStory, updatedAt: event.metadata.at, revision: event.revision.toString() };
  },
};

function change(row: ProjectRow | null, event: RecordedEvent<Changed>): Omit<ProjectRow, 'hasStory'> | null {
  if (event.type === 'ProjectCreated') {
    const { projectId, fields } = event.data;
    const { at, ownerId } = event.metadata;
    return {
      ...NEW_PROJECT_FIELDS,
      ...fields,
      id: projectId,
      userId: ownerId,
      deleted: false,
      createdAt: at,
      updatedAt: at,
      revision: event.revision.toString(),
    };
  }
  if (row === null) return null;
  if (event.type === 'FilmJobCompleted') return withFilm(row, event.data);
  if (isOfStory(event)) return withStoryAudio(row, event);
  if (event.type === 'ProjectEdited') return withChanges(row, event.data.changes);
  if (event.type === 'StoryWritten' || event.type === 'StoryRestored') return { ...row, story: event.data.story };
  return { ...row, deleted: event.type === 'ProjectDeleted' };
}

const isSpeech = ({ type }: { type: string }): boolean => (STORY_AUDIO_TYPES as readonly string[]).includes(type);

export const projectListEntity = entityOf(projectListView);
