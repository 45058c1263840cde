import { stateOf } from '../../../testing/given-when-then';
import { created, image, scene, sceneId, video } from '../../../testing/project-fixtures';
import type { ProjectEvent } from './events';
import { liveScenes, projectAggregate } from './project';
import { imageStatusOf, isShowable } from './image-slots';
import { copyOf, EMPTY_SCENE, isPlayable } from './scene';

const after = (...events: ProjectEvent[]) => stateOf(projectAggregate, [created([scene(1), scene(2)]), ...events]);

describe('the state of a project', () => {
  it('lists the removed films', () => {
    const removed = (filmId: string): ProjectEvent => ({ type: 'FilmRemoved', data: { filmId } });
    expect(after(removed('f'), removed('g')).removedFilmIds).toEqual(['f', 'g']);
    expect(after(removed('f'), removed('g'), { type: 'FilmRestored', data: { filmId: 'f' } }).removedFilmIds).toEqual([
      'g',
    ]);
  });

  it('has its links', () => {
    const shared = (linkId: string, filmId: string | null): ProjectEvent => ({
      type: 'VideoShared',
      data: { linkId, filmId },
    });
    const links = [
      { id: 'l', filmId: 'f' },
      { id: 'm', filmId: null },
    ];
    expect(after(shared('l', 'f'), shared('m', null)).links).toEqual(links);
    const ended: ProjectEvent = { type: 'VideoUnshared', data: { linkId: 'l' } };
    expect(after(shared('l', 'f'), shared('m', null), ended).links).toEqual(links.slice(1));
  });

  it('is unchanged by the progress of a film, except for time and event', () => {
    const advanced: ProjectEvent = { type: 'FilmAdvanced', data: { filmId: 'f', progress: 0.5, step: 'Half' } };
    expect(after(advanced)).toEqual({ ...after(), revision: '1' });
  });

  it('is deleted, and back after a restore', () => {
    const deleted: ProjectEvent = { type: 'ProjectDeleted', data: { sceneIds: [] } };
    expect(after(deleted).deleted).toBe(true);
    expect(after(deleted, { type: 'ProjectRestored', data: { sceneIds: [] } }).deleted).toBe(false);
  });

  it('has the given order of scenes, and ignores unknown ones', () => {
    const orders = [
      { sceneId: sceneId(1), order: 50 },
      { sceneId: 'unknown', order: 1 },
    ];
    const state = after({ type: 'SceneReordered', data: { orders } });
    expect(liveScenes(state).map(({ id }) => id)).toEqual([sceneId(2), sceneId(1)]);
    expect(Object.keys(state.scenes)).toHaveLength(2);
    expect(state.scenes[sceneId(1)]?.revision).toBe('1');
    const gone: ProjectEvent = { type: 'AllScenesDeleted', data: { sceneIds: ['unknown', sceneId(1)] } };
    expect(liveScenes(after(gone)).map(({ id }) => id)).toEqual([sceneId(2)]);
    expect(after(gone).lastClearing).toEqual({ removedIds: ['unknown', sceneId(1)], addedIds: [] });
  });

  it('has narrations of the whole story, and of a scene’s line', () => {
    const failed = (of: string | null): ProjectEvent => ({
      type: 'SpeechJobFailed',
      data: { jobId: 'job', sceneId: of, error: 'Hoarse.' },
    });
    expect(after(failed(null)).fields.storyAudioError).toBe('Hoarse.');
    expect(after(failed(sceneId(1))).fields.storyAudioError).toBeNull();
    expect(after(failed(sceneId(1))).scenes[sceneId(1)]?.speechError).toBe('Hoarse.');
  });

  it('orders scenes of the same place by their age, then by their id', () => {
    const same = [scene(3, { order: 10 }), scene(2, { order: 10 })];
    const added: ProjectEvent = { type: 'SceneAdded', data: { scene: scene(4, { order: 5 }) } };
    const state = stateOf(projectAggregate, [created(same), added]);
    expect(liveScenes(state).map(({ id }) => id)).toEqual([sceneId(4), sceneId(2), sceneId(3)]);
  });
});

describe('the status of a scene’s images', () => {
  it.each([
    [[], 'idle'],
    [['complete', 'complete'], 'complete'],
    [['complete', 'pending'], 'processing'],
    [['failed', 'processing'], 'processing'],
    [['complete', 'failed'], 'failed'],
  ] as const)('with %j is %s', (statuses, together) => {
    expect(imageStatusOf(statuses.map((status, n) => image(`i${n}`, { status })))).toBe(together);
  });

  it.each([
    ['complete', '/a', true],
    ['complete', '', false],
    ['failed', '/a', false],
  ] as const)('allows showing one that is %s at %j: %s', (status, url, shown) => {
    expect(isShowable({ status, url })).toBe(shown);
  });

  it.each([
    [{}, true],
    [{ url: '' }, false],
    [{ status: 'processing' as const }, false],
    [{ id: '' }, false],
  ])('allows playing a clip with %j: %s', (changes, played) => {
    expect(isPlayable({ ...video('v'), ...changes })).toBe(played);
  });
});

describe('the copy of a scene', () => {
  const ids = () => {
    let made = 0;
    return () => `copy-${++made}`;
  };

  it('has finished media only, under new ids, with the same main ones', () => {
    const original = scene(1, {
      images: [image('a', { jobId: 'job' }), image('b', { status: 'failed' }), image('c')],
      mainImageId: 'c',
      imageStatus: 'failed',
      videos: [video('v'), { ...video('x'), status: 'processing' }, video('w')],
      mainVideoId: 'w',
      speechStatus: 'failed',
      speechError: 'Hoarse.',
    });
    expect(copyOf(original, 'copy', ids())).toEqual({
      ...original,
      id: 'copy',
      images: [
        { ...image('a'), id: 'copy-1' },
        { ...image('c'), id: 'copy-2' },
      ],
      mainImageId: 'copy-2',
      imageStatus: 'complete',
      videos: [
        { ...video('v'), id: 'copy-3' },
        { ...video('w'), id: 'copy-4' },
      ],
      mainVideoId: 'copy-4',
      speechStatus: 'none',
      speechError: null,
    });
  });

  it('waits for its first images where there are none', () => {
    const original = scene(1, { images: [image('b', { status: 'failed' })], mainImageId: null, imageStatus: 'failed' });
    expect(copyOf(original, 'copy', ids())).toEqual({
      ...EMPTY_SCENE,
      ...scene(1),
      id: 'copy',
      imageStatus: 'pending',
    });
    const speech = { url: '/api/media/line', seconds: 2, text: 'Once.', voice: 'alto' };
    expect(copyOf(scene(1, { speech }), 'copy', ids())).toMatchObject({ speech, speechStatus: 'complete' });
  });
});

describe('the main image', () => {
  const images = [image('a'), image('b'), image('c')];
  const mainAfter = (mainImageId: string | null, ...slotIds: string[]) =>
    stateOf(projectAggregate, [
      created([scene(1, { images, mainImageId })]),
      { type: 'ImageSlotsRemoved', data: { sceneId: sceneId(1), slotIds } },
    ]).scenes[sceneId(1)]?.mainImageId;

  it.each([
    ['b', ['a'], 'b'],
    ['b', ['b'], 'c'],
    ['a', ['a'], 'b'],
    ['c', ['c'], 'b'],
    ['c', ['c', 'b'], 'a'],
    [null, ['c'], 'a'],
    ['a', ['a', 'b', 'c'], null],
  ])('%s after the removal of %j becomes %s', (main, gone, then) => {
    expect(mainAfter(main, ...gone)).toBe(then);
  });
});
