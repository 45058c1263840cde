import { OWNER } from '../../../testing/given-when-then';
import {
  created,
  image,
  imageJobQueued,
  PROJECT,
  scene,
  sceneId,
  video,
  videoJobQueued,
} from '../../../testing/project-fixtures';
import type { RecordedEvent } from '../../../eventsourcing/domain/domain-event';
import { foldTwice, recorded } from '../../../testing/view-spec';
import type { ProjectEvent } from '../domain/events';
import { dashboardOrderView } from '../dashboard-order';
import { projectListView } from './project-list.view';
import { sceneListView } from './scene-list.view';

const log = (...events: ProjectEvent[]) =>
  events.map((event, index) => recorded(event, index, { streamId: `project-${PROJECT}` }));

describe('the project list', () => {
  it('keeps a deleted project’s row, so that a restore finds it as it was', () => {
    const rows = foldTwice(
      projectListView,
      log(
        created(),
        { type: 'ProjectEdited', data: { changes: { title: 'The Keeper' } } },
        { type: 'ProjectDeleted', data: { sceneIds: [] } },
        { type: 'ProjectRestored', data: { sceneIds: [] } },
      ),
    );
    expect(rows.get(PROJECT)).toMatchObject({ title: 'The Keeper', deleted: false, userId: OWNER, revision: '3' });
  });

  it('gives a dashboard order to the owner’s rows only', () => {
    const order = (index: number, ...projectIds: string[]) =>
      recorded({ type: 'ProjectsReordered', data: { projectIds } }, index, { streamId: `dashboard-${OWNER}` });
    const placesOf = (...events: RecordedEvent[]) => foldTwice(dashboardOrderView, events).get(OWNER)?.places;
    expect(placesOf(order(0, 'x', PROJECT.toUpperCase()))).toEqual([
      ['x', 0],
      [PROJECT, 1],
    ]);
    // Unlisted projects keep their place; beyond the limit, the places given longest ago are dropped first.
    expect(placesOf(order(0, 'x', PROJECT), order(1, 'y', 'x'))).toEqual([
      [PROJECT, 1],
      ['y', 0],
      ['x', 1],
    ]);
    const many = (letter: string) => Array.from({ length: 1_000 }, (_, n) => `${letter}${n}`);
    const kept = placesOf(...['a', 'b', 'c'].map((letter, index) => order(index, ...many(letter))));
    expect([kept?.length, kept?.[0], kept?.at(-1)]).toEqual([2_000, ['b0', 0], ['c999', 999]]);
  });
});

describe('the scene list', () => {
  const slots = ['s1', 's2', 's3', 's4'];

  it('shows four processing slots while images are made, and the first of them as main when they are there', () => {
    const queued = log(created([scene(1)]), imageJobQueued(1, 'job', slots));
    expect(foldTwice(sceneListView, queued).get(sceneId(1))).toMatchObject({
      imageStatus: 'processing',
      images: slots.map((id) => ({ id, url: '', status: 'processing', jobId: 'job' })),
      mainImageUrl: null,
    });
    const images = slots.map((slotId) => ({ slotId, url: `/api/media/${slotId}` }));
    const done = log(created([scene(1)]), imageJobQueued(1, 'job', slots), {
      type: 'ImageJobCompleted',
      data: { jobId: 'job', sceneId: sceneId(1), images, usd: 0 },
    });
    expect(foldTwice(sceneListView, done).get(sceneId(1))).toMatchObject({
      imageStatus: 'complete',
      mainImageUrl: '/api/media/s1',
    });
  });

  it('is failed when a slot failed, and idle when none is left [IMGJOB-11]', () => {
    const failed = log(created([scene(1)]), imageJobQueued(1, 'job', slots), {
      type: 'ImageJobFailed',
      data: { jobId: 'job', sceneId: sceneId(1), error: 'no' },
    });
    expect(foldTwice(sceneListView, failed).get(sceneId(1))?.imageStatus).toBe('failed');
    const images = slots.map((slotId) => ({ slotId, url: `/api/media/${slotId}` }));
    const complete = log(created([scene(1)]), imageJobQueued(1, 'job', slots), {
      type: 'ImageJobCompleted',
      data: { jobId: 'job', sceneId: sceneId(1), images, usd: 0 },
    });
    expect(foldTwice(sceneListView, complete).get(sceneId(1))?.imageStatus).toBe('complete');
    const cleared = log(created([scene(1)]), imageJobQueued(1, 'job', slots), {
      type: 'ImageSlotsRemoved',
      data: { sceneId: sceneId(1), slotIds: slots },
    });
    expect(foldTwice(sceneListView, cleared).get(sceneId(1))?.imageStatus).toBe('idle');
  });

  it('swaps the placeholder for the finished video in one event [VIDEO-23]', () => {
    const past = log(created([scene(1)]), videoJobQueued(1, 'job'));
    expect(foldTwice(sceneListView, past).get(sceneId(1))?.videos).toEqual([
      {
        id: 'processing-job',
        url: '',
        filename: 'generating-video.mp4',
        mimeType: 'video/mp4',
        size: 0,
        duration: 5,
        thumbnail: null,
        status: 'processing',
      },
    ]);
    const done = log(created([scene(1)]), videoJobQueued(1, 'job'), {
      type: 'VideoJobCompleted',
      data: { jobId: 'job', sceneId: sceneId(1), video: video('clip'), usd: 0 },
    });
    expect(foldTwice(sceneListView, done).get(sceneId(1))).toMatchObject({
      videos: [video('clip')],
      mainVideoId: 'clip',
    });
  });

  it('hides the scenes of a deleted project and shows them again after its restore', () => {
    const ids = [sceneId(1)];
    const gone = log(created([scene(1)]), { type: 'ProjectDeleted', data: { sceneIds: ids } });
    expect(foldTwice(sceneListView, gone).get(sceneId(1))?.projectDeleted).toBe(true);
    const back = log(
      created([scene(1)]),
      { type: 'ProjectDeleted', data: { sceneIds: ids } },
      { type: 'ProjectRestored', data: { sceneIds: ids } },
    );
    expect(foldTwice(sceneListView, back).get(sceneId(1))?.projectDeleted).toBe(false);
  });

  it('shifts to a neighbour when the main image is removed, and back when the undo brings it', () => {
    const three = scene(1, { images: [image('a'), image('b'), image('c')], mainImageId: 'b', imageStatus: 'complete' });
    const removed: ProjectEvent = { type: 'ImageRemoved', data: { sceneId: sceneId(1), slotId: 'b' } };
    expect(foldTwice(sceneListView, log(created([three]), removed)).get(sceneId(1))?.mainImageId).toBe('c');
    const restored: ProjectEvent = {
      type: 'ImageAdded',
      data: { sceneId: sceneId(1), slotId: 'b2', url: '/api/media/b', index: 1, makeMain: true },
    };
    const row = foldTwice(sceneListView, log(created([three]), removed, restored)).get(sceneId(1));
    expect(row?.images.map((slot) => slot.url)).toEqual(['/api/media/a', '/api/media/b', '/api/media/c']);
    expect(row?.mainImageUrl).toBe('/api/media/b');
  });

  it('replaces all scenes in one event and undoes it in one', () => {
    const replaced: ProjectEvent = {
      type: 'ScenesReplaced',
      data: { removedIds: [sceneId(1)], scenes: [scene(2)], holdId: 'hold' },
    };
    const undone: ProjectEvent = {
      type: 'AllScenesRestored',
      data: { restoredIds: [sceneId(1)], removedIds: [sceneId(2)] },
    };
    const live = (events: ProjectEvent[]) =>
      [...foldTwice(sceneListView, log(...events)).values()].filter((row) => !row.deleted).map((row) => row.id);
    expect(live([created([scene(1)]), replaced])).toEqual([sceneId(2)]);
    expect(live([created([scene(1)]), replaced, undone])).toEqual([sceneId(1)]);
  });
});

describe('a scene of the list', () => {
  const describedAfter = (description: string) => {
    const edited: ProjectEvent = { type: 'SceneEdited', data: { sceneId: sceneId(1), changes: { description } } };
    return foldTwice(sceneListView, log(created([scene(1)]), edited)).get(sceneId(1))?.described;
  };

  it.each(['', ' ', '\n', '\t', '\u00a0', '\u3000'])('has no description of white space: %j', (blank) => {
    expect(describedAfter(blank)).toBe(false);
  });

  it('has a description of any text, whoever wrote it', () => {
    expect(describedAfter(' A lamp.\n')).toBe(true);
    const texts = { description: 'A lamp.', imagePrompt: '', videoPrompt: '', holdId: 'hold' };
    const written: ProjectEvent = { type: 'SceneDescribed', data: { sceneId: sceneId(1), ...texts } };
    const blank = scene(1, { description: '' });
    expect(foldTwice(sceneListView, log(created([blank]))).get(sceneId(1))?.described).toBe(false);
    expect(foldTwice(sceneListView, log(created([blank]), written)).get(sceneId(1))?.described).toBe(true);
  });
});
