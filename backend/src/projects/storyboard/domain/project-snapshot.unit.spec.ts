import fc from 'fast-check';
import { inOneReading, stateOf } from '../../../testing/given-when-then';
import { created, image, imageJobQueued, scene, sceneId, video } from '../../../testing/project-fixtures';
import { throughSnapshots } from '../../../testing/through-snapshots';
import type { ProjectEvent } from './events';
import { projectAggregate } from './project';

const n = fc.integer({ min: 1, max: 4 });
const id = fc.constantFrom('a', 'b', 'c');
const scenes = fc.uniqueArray(n, { maxLength: 3 });
const kinds: fc.Arbitrary<ProjectEvent>[] = [
  fc.string().map((story) => ({ type: 'ProjectEdited', data: { changes: { story } } })),
  n.map((place) => ({
    type: 'SceneAdded',
    data: { scene: scene(place, { images: [image('a')], videos: [video('b')] }) },
  })),
  fc.tuple(n, fc.string()).map(([place, title]) => {
    return { type: 'SceneEdited', data: { sceneId: sceneId(place), changes: { title } } };
  }),
  n.map((place) => ({ type: 'SceneDeleted', data: { sceneId: sceneId(place) } })),
  n.map((place) => ({ type: 'SceneRestored', data: { sceneId: sceneId(place) } })),
  scenes.map((places) => {
    const orders = places.map((place) => ({ sceneId: sceneId(place), order: place * 5 }));
    return { type: 'SceneReordered', data: { orders } };
  }),
  scenes.map((places) => ({ type: 'AllScenesDeleted', data: { sceneIds: places.map(sceneId) } })),
  scenes.map((places) => {
    const data = { restoredIds: places.map(sceneId), removedIds: [] };
    return { type: 'AllScenesRestored', data };
  }),
  fc.tuple(n, id).map(([place, slotId]) => {
    const data = { sceneId: sceneId(place), slotId, url: `/api/media/${slotId}`, index: 0, makeMain: true };
    return { type: 'ImageAdded', data };
  }),
  fc.tuple(n, id).map(([place, slotId]) => ({ type: 'ImageRemoved', data: { sceneId: sceneId(place), slotId } })),
  fc.tuple(n, id).map(([place, jobId]) => imageJobQueued(place, jobId, [`slot-${jobId}`])),
  fc.tuple(n, id).map(([place, jobId]) => {
    const images = [{ slotId: `slot-${jobId}`, url: '/api/media/x' }];
    return { type: 'ImageJobCompleted', data: { jobId, sceneId: sceneId(place), images, usd: 0.1 } };
  }),
  fc.tuple(n, id, fc.string()).map(([place, jobId, error]) => {
    return { type: 'ImageJobFailed', data: { jobId, sceneId: sceneId(place), error } };
  }),
];

describe('the state of a project', () => {
  it('is the same when a fold changes unshared objects in place', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(...kinds), { maxLength: 60 }), (events) => {
        const past = [created([scene(1), scene(2, { images: [image('a')] })]), ...events];
        expect(inOneReading(projectAggregate, past)).toEqual(stateOf(projectAggregate, past));
      }),
    );
  });

  it('is the same from snapshots as from events', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(...kinds), { maxLength: 60 }), (events) => {
        const past = [created([scene(1), scene(2, { images: [image('a')] })]), ...events];
        expect(throughSnapshots(projectAggregate, past)).toEqual(stateOf(projectAggregate, past));
      }),
    );
  });
});
