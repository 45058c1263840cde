import { IMAGE_WORKS } from '@storyreel/contracts';
import { idOfStream } from '../../../eventsourcing/domain/aggregate';
import type { RecordedEvent } from '../../../eventsourcing/domain/domain-event';
import type { View } from '../../../eventsourcing/views/view';
import type { ProjectEventOf, ProjectEventType } from '../domain/events';
import { jobEventType } from '../domain/jobs';
import type { JobEvent } from '../domain/jobs';
import type { SceneContent } from '../domain/scene';

/** An image that is or was in a scene. */
interface SceneImageRow {
  /** Combines the scene's id and the id of the image's slot. */
  id: string;
  projectId: string;
  userId: string;
  url: string;
  /** Time when the image was removed from its scene (ISO 8601); null while it is in the scene. */
  droppedAt: string | null;
}

const TYPES = [
  'ProjectCreated',
  'SceneAdded',
  'ScenesReplaced',
  'SceneSplit',
  'ScenesMerged',
  'ImageAdded',
  'RunKept',
  'ImageRemoved',
  'ImageSlotsRemoved',
] as const satisfies ProjectEventType[];
type SceneImageEvent = ProjectEventOf<(typeof TYPES)[number]> | JobEvent<'Completed'>;

interface Place {
  sceneId: string;
  slotId: string;
  /** Address of the image that is now in this place; null when it was removed. */
  url: string | null;
}

const idOf = ({ sceneId, slotId }: Pick<Place, 'sceneId' | 'slotId'>): string => `${sceneId}:${slotId}`;

const placesIn = ({ id: sceneId, images }: Pick<SceneContent, 'id' | 'images'>): Place[] =>
  images.filter(({ url }) => url !== '').map(({ id: slotId, url }) => ({ sceneId, slotId, url }));

/** Returns the places that an event fills or empties. */
function placesOf(event: SceneImageEvent): Place[] {
  switch (event.type) {
    case 'ProjectCreated':
    case 'ScenesReplaced':
    case 'SceneSplit':
    case 'ScenesMerged':
      return event.data.scenes.flatMap(placesIn);
    case 'SceneAdded':
      return placesIn(event.data.scene);
    case 'ImageAdded':
      return [event.data];
    case 'ImageRemoved':
      return [{ ...event.data, url: null }];
    case 'ImageSlotsRemoved':
      return event.data.slotIds.map((slotId) => ({ sceneId: event.data.sceneId, slotId, url: null }));
    default: {
      const { sceneId, images = [] } = event.data;
      return sceneId === null ? [] : images.map((image) => ({ sceneId, ...image }));
    }
  }
}

/** The images of all scenes, including images that were removed from them. */
export const sceneImageView: View<SceneImageRow, SceneImageEvent> = {
  name: 'scene_image',
  version: 1,
  key: 'id',
  columns: {
    id: { type: 'text' },
    projectId: { type: 'uuid' },
    userId: { type: 'uuid' },
    url: { type: 'text' },
    droppedAt: { type: 'timestamptz', nullable: true },
  },
  indexes: [['droppedAt', 'id'], ['userId']],
  types: [...TYPES, ...IMAGE_WORKS.map((work) => jobEventType(work, 'Completed'))],
  keys: (event) => placesOf(event).map(idOf),
  evolve(row, event: RecordedEvent<SceneImageEvent>, id) {
    const url = placesOf(event).find((place) => idOf(place) === id)?.url;
    if (url === undefined) return row;
    if (url === null) return row && { ...row, droppedAt: event.metadata.at };
    const { streamId, metadata } = event;
    return { id, projectId: idOfStream(streamId), userId: metadata.ownerId, url, droppedAt: null };
  },
};
