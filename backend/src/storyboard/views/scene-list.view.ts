import { isPrompted } from '@storyreel/contracts';
import { foldContextOf, idOfStream } from '../../platform/domain/aggregate';
import type { RecordedEvent } from '../../platform/domain/domain-event';
import { entityOf, type View } from '../../platform/views/view';
import { evolveScene, newScene, SCENE_EVENT_TYPES, type SceneEvent, touched } from '../domain/evolve-scene';
import type { ProjectEventOf, ProjectEventType } from '../domain/events';
import { isOfStory, type STORY_AUDIO_TYPES } from '../domain/story-audio';
import { isDescribed, mainImageUrlOf, type SceneContent, type SceneState } from '../domain/scene-state';

/** A scene with what queries ask for. */
export interface SceneRow extends SceneState {
  projectId: string;
  userId: string;
  /** For counting without opening the lists. */
  mainImageUrl: string | null;
  described: boolean;
  prompted: boolean;
  projectDeleted: boolean;
}

const STRUCTURAL = [
  'ProjectCreated',
  'ProjectDeleted',
  'ProjectRestored',
  'SceneAdded',
  'SceneReordered',
  'AllScenesDeleted',
  'ScenesReplaced',
  'AllScenesRestored',
] as const satisfies ProjectEventType[];
type OfScenes = ProjectEventOf<(typeof STRUCTURAL)[number]> | SceneEvent;
/** Those about the reading of a whole story are of no scene. */
export type SceneListEvent = OfScenes | ProjectEventOf<(typeof STORY_AUDIO_TYPES)[number]>;

type Home = Pick<SceneRow, 'projectId' | 'userId'>;

const newRow = (scene: SceneState, { projectId, userId }: Home): SceneRow => ({
  ...scene,
  projectId,
  userId,
  mainImageUrl: mainImageUrlOf(scene),
  described: isDescribed(scene),
  prompted: isPrompted(scene),
  projectDeleted: false,
});

/** Scenes that an event brings. */
function broughtBy(event: RecordedEvent<SceneListEvent>): SceneContent[] {
  if (event.type === 'SceneAdded') return [event.data.scene];
  if (event.type === 'ProjectCreated' || event.type === 'ScenesReplaced') return event.data.scenes;
  return [];
}

function keysOf(event: RecordedEvent<SceneListEvent>): string[] {
  switch (event.type) {
    case 'ProjectCreated':
    case 'SceneAdded':
      return broughtBy(event).map((scene) => scene.id);
    case 'ScenesReplaced':
      return [...event.data.removedIds, ...event.data.scenes.map((scene) => scene.id)];
    case 'AllScenesDeleted':
    case 'ProjectDeleted':
    case 'ProjectRestored':
      return event.data.sceneIds;
    case 'AllScenesRestored':
      return [...event.data.restoredIds, ...event.data.removedIds];
    case 'SceneReordered':
      return event.data.orders.map((item) => item.sceneId);
    default:
      return event.data.sceneId === null ? [] : [event.data.sceneId];
  }
}

function evolveRow(row: SceneRow, event: RecordedEvent<SceneListEvent>): SceneRow {
  const context = foldContextOf(event);
  switch (event.type) {
    case 'ProjectCreated':
    case 'SceneAdded':
      return row;
    case 'ProjectDeleted':
    case 'ProjectRestored':
      return { ...row, projectDeleted: event.type === 'ProjectDeleted' };
    case 'AllScenesDeleted':
    case 'ScenesReplaced':
      return touched({ ...row, deleted: true }, context);
    case 'AllScenesRestored':
      return touched({ ...row, deleted: event.data.removedIds.includes(row.id) }, context);
    case 'SceneReordered': {
      const order = event.data.orders.find((item) => item.sceneId === row.id)?.order ?? row.order;
      return touched({ ...row, order }, context);
    }
    default: {
      if (isOfStory(event)) return row;
      const next = evolveScene(row, event, context);
      const [mainImageUrl, described, prompted] = [mainImageUrlOf(next), isDescribed(next), isPrompted(next)];
      // Most edits change none of them, and a long log has many.
      return mainImageUrl === row.mainImageUrl && described === row.described && prompted === row.prompted
        ? next
        : { ...next, mainImageUrl, described, prompted };
    }
  }
}

/** The scenes of every project, deleted ones included. */
export const sceneListView: View<SceneRow, SceneListEvent> = {
  name: 'scene_list',
  version: 4,
  key: 'id',
  columns: {
    id: { type: 'uuid' },
    projectId: { type: 'uuid' },
    userId: { type: 'uuid' },
    deleted: { type: 'boolean' },
    projectDeleted: { type: 'boolean' },
    order: { type: 'double precision', name: 'sort_order' },
    title: { type: 'text' },
    description: { type: 'text' },
    imagePrompt: { type: 'text' },
    videoPrompt: { type: 'text' },
    duration: { type: 'double precision' },
    sourceText: { type: 'text' },
    images: { type: 'jsonb' },
    mainImageId: { type: 'text', nullable: true },
    mainImageUrl: { type: 'text', nullable: true },
    described: { type: 'boolean' },
    prompted: { type: 'boolean' },
    imageStatus: { type: 'text' },
    videos: { type: 'jsonb' },
    mainVideoId: { type: 'text', nullable: true },
    narration: { type: 'text', nullable: true },
    speaker: { type: 'text' },
    speech: { type: 'jsonb', nullable: true },
    speechStatus: { type: 'text' },
    speechError: { type: 'text', nullable: true },
    generation: { type: 'integer' },
    removedMainUrls: { type: 'jsonb' },
    removedMainVideoIds: { type: 'jsonb' },
    removedMedia: { type: 'jsonb' },
    createdAt: { type: 'timestamptz' },
    updatedAt: { type: 'timestamptz' },
    revision: { type: 'text' },
  },
  indexes: [['projectId', 'order'], ['userId']],
  types: [...STRUCTURAL, ...SCENE_EVENT_TYPES],
  keys: keysOf,
  evolve(row, event, key) {
    // The whole row comes from one stream, so an event that it shows already is told by its revision.
    if (row !== null && BigInt(row.revision) >= event.revision) return row;
    const brought = broughtBy(event).find((scene) => scene.id === key);
    if (brought) {
      const scene = newScene(brought, foldContextOf(event));
      return newRow(scene, { projectId: idOfStream(event.streamId), userId: event.metadata.ownerId });
    }
    return row && evolveRow(row, event);
  },
};

export const sceneListEntity = entityOf(sceneListView);
