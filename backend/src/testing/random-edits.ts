import fc from 'fast-check';
import type { ProjectEvent, ProjectState } from '../projects/storyboard';
import { liveScenes } from '../projects/storyboard';
import { isShowable } from '../projects/storyboard/domain/image-slots';
import { isPlayable } from '../projects/storyboard/domain/scene';
import { created, image, imageJobQueued, scene, sceneId, video } from './project-fixtures';

/**
 * Returns the part of a project that matters to its history: what a person can see, without times and removed things.
 */
export function seen(state: ProjectState) {
  const { storyAudioError: _, ...fields } = state.fields;
  return {
    fields: { ...fields, cast: fields.cast.map(({ sheet: __, ...member }) => member) },
    scenes: liveScenes(state).map((one) => ({
      id: one.id,
      texts: [one.title, one.description, one.imagePrompt, one.videoPrompt, one.duration, one.narration, one.order],
      shots: one.shotPins,
      images: one.images.filter(isShowable).map(({ id, url }) => `${id} ${url}`),
      clips: one.videos.filter(isPlayable).map(({ id }) => id),
      main: [one.mainImageId, one.mainVideoId],
    })),
  };
}

const n = fc.integer({ min: 1, max: 4 });
const id = fc.constantFrom('a', 'b', 'c', 'd');
const command: fc.Arbitrary<ProjectEvent[]> = fc.oneof(
  fc.string().map((story): ProjectEvent[] => [{ type: 'ProjectEdited', data: { changes: { story } } }]),
  fc.tuple(n, fc.string()).map(([place, title]): ProjectEvent[] => {
    return [{ type: 'SceneEdited', data: { sceneId: sceneId(place), changes: { title } } }];
  }),
  n.map((place): ProjectEvent[] => [{ type: 'SceneDeleted', data: { sceneId: sceneId(place) } }]),
  n.map((place): ProjectEvent[] => [{ type: 'SceneRestored', data: { sceneId: sceneId(place) } }]),
  fc.uniqueArray(n, { minLength: 1, maxLength: 4 }).map((places): ProjectEvent[] => {
    const orders = places.map((place, at) => ({ sceneId: sceneId(place), order: at * 7 + 1 }));
    return [{ type: 'SceneReordered', data: { orders } }];
  }),
  fc.tuple(n, id, fc.nat(3), fc.boolean()).map(([place, slotId, index, makeMain]): ProjectEvent[] => {
    // A slot's id is unique, so an image with that id is removed first.
    const of = { sceneId: sceneId(place), slotId };
    return [
      { type: 'ImageRemoved', data: of },
      { type: 'ImageAdded', data: { ...of, url: `/api/media/${slotId}`, index, makeMain } },
    ];
  }),
  fc
    .tuple(n, id)
    .map(([place, slotId]): ProjectEvent[] => [{ type: 'ImageRemoved', data: { sceneId: sceneId(place), slotId } }]),
  fc
    .tuple(n, id)
    .map(([place, slotId]): ProjectEvent[] => [{ type: 'MainImageChosen', data: { sceneId: sceneId(place), slotId } }]),
  fc.tuple(n, id, fc.nat(2)).map(([place, videoId, index]): ProjectEvent[] => [
    { type: 'VideoRemoved', data: { sceneId: sceneId(place), videoId } },
    { type: 'VideoAdded', data: { sceneId: sceneId(place), video: video(videoId), index, makeMain: true } },
  ]),
  fc.tuple(n, fc.uuid()).map(([place, jobId]): ProjectEvent[] => [imageJobQueued(place, jobId, [`slot-${jobId}`])]),
);
/** Commands of people and generations, as the events that they cause. */
export const commands = fc.array(command, { minLength: 1, maxLength: 25 });
/** Returns three scenes, of which the first has an image and the second a clip. */
export const beginning = (): ProjectEvent[] => [
  created([
    scene(1, { images: [image('x')], mainImageId: 'x', imageStatus: 'complete' }),
    scene(2, { videos: [video('y')], mainVideoId: 'y' }),
    scene(3),
  ]),
];
