import { userContext } from '../../../eventsourcing/commands/command-context';
import type { ProjectEvent } from './events';
import { projectAggregate } from './project';
import type { SceneState } from './scene';
import { given, NOW, OWNER } from '../../../testing/given-when-then';
import { created, image, PROJECT, scene, sceneId, video, videoJobQueued } from '../../../testing/project-fixtures';
import {
  AddImage,
  AddVideo,
  ChooseMainImage,
  ChooseMainVideo,
  decideAddImage,
  decideAddVideo,
  decideChooseMainImage,
  decideChooseMainVideo,
  decideRemoveImage,
  decideRemoveVideo,
  decideReplaceProcessingVideo,
  RemoveImage,
  RemoveVideo,
  ReplaceProcessingVideo,
} from './scene-media';

const context = userContext(OWNER, { commandId: 'command' });
const id = sceneId(1);
const addImage = (data: Omit<AddImage['data'], 'sceneId'>) => new AddImage(PROJECT, { ...data, sceneId: id }, context);
const threeImages = [
  created([scene(1, { images: [image('a'), image('b'), image('c')], mainImageId: 'a', imageStatus: 'complete' })]),
];
const full = (n: number) => Array.from({ length: n }, (_, i) => image(`i${i}`));

describe('images of a scene', () => {
  it('has the first image as main without a choice [SLOT-23]', () => {
    given(projectAggregate, [created([scene(1)])])
      .when((s, e) => decideAddImage(addImage({ imageUrl: '/api/media/a', insertAt: 0 }), s, e))
      .thenState((state) => expect(state.scenes[id]?.mainImageId).toBe('id-1'));
  });

  it('makes a newly uploaded image the main one', () => {
    given(projectAggregate, threeImages)
      .when((s, e) => decideAddImage(addImage({ imageUrl: '/api/media/new' }), s, e))
      .thenState((state) => {
        expect(state.scenes[id]?.images.at(-1)?.url).toBe('/api/media/new');
        expect(state.scenes[id]?.mainImageId).toBe('id-1');
      });
  });

  it('keeps the same image selected when an earlier one is removed [SLOT-25]', () => {
    const chosen = { type: 'MainImageChosen' as const, data: { sceneId: id, slotId: 'c' } };
    given(projectAggregate, [...threeImages, chosen])
      .when((s, e) => decideRemoveImage(new RemoveImage(PROJECT, { sceneId: id, index: 0 }, context), s, e))
      .thenState((state) => expect(state.scenes[id]?.mainImageId).toBe('c'));
  });

  it('puts a removed image back at its old place, as main if it was', () => {
    const removed = { type: 'ImageRemoved' as const, data: { sceneId: id, slotId: 'a' } };
    given(projectAggregate, [...threeImages, removed])
      .when((s, e) => decideAddImage(addImage({ imageUrl: '/api/media/a', insertAt: 0 }), s, e))
      .thenState((state) => {
        expect(state.scenes[id]?.images.map((slot) => slot.url)).toEqual([
          '/api/media/a',
          '/api/media/b',
          '/api/media/c',
        ]);
        expect(state.scenes[id]?.images[0]?.id).toBe(state.scenes[id]?.mainImageId);
      });
  });

  it('accepts twelve and refuses the thirteenth', () => {
    given(projectAggregate, [created([scene(1, { images: full(11) })])])
      .when((s, e) => decideAddImage(addImage({ imageUrl: '/api/media/z' }), s, e))
      .thenState((state) => expect(state.scenes[id]?.images).toHaveLength(12));
    given(projectAggregate, [created([scene(1, { images: full(12) })])])
      .when((s, e) => decideAddImage(addImage({ imageUrl: '/api/media/z' }), s, e))
      .refused('limit_reached');
  });

  it('chooses only an existing image, and does nothing for the main one', () => {
    const choose = (imageUrl: string) => new ChooseMainImage(PROJECT, { sceneId: id, imageUrl }, context);
    const images = given(projectAggregate, threeImages);
    images.when((s, e) => decideChooseMainImage(choose('/api/media/zzz'), s, e)).refused('bad_request');
    images.when((s, e) => decideChooseMainImage(choose('/api/media/a'), s, e)).then([]);
    images
      .when((s, e) => decideChooseMainImage(choose('/api/media/b'), s, e))
      .then([{ type: 'MainImageChosen', data: { sceneId: id, slotId: 'b' } }]);
  });

  it('accepts no place past the end', () => {
    given(projectAggregate, threeImages)
      .when((s, e) => decideRemoveImage(new RemoveImage(PROJECT, { sceneId: id, index: 3 }, context), s, e))
      .refused('not_found');
  });
});

describe('the removed images and clips of a scene', () => {
  const state = (...events: ProjectEvent[]) => {
    const log = given(projectAggregate, [...threeImages, ...events]);
    let found: SceneState | undefined;
    log
      .when(() => [])
      .thenState((after) => {
        found = after.scenes[id];
      });
    return found?.removedMedia ?? [];
  };
  const removed = (slotId: string): ProjectEvent => ({ type: 'ImageRemoved', data: { sceneId: id, slotId } });
  const added = (url: string, slotId = 'new'): ProjectEvent => ({
    type: 'ImageAdded',
    data: { sceneId: id, slotId, url, index: 0, makeMain: false },
  });

  it('are remembered with their place and time, and forgotten once restored', () => {
    const kept = state(removed('b'), removed('a'));
    expect(kept).toEqual([
      { type: 'image', id: 'b', url: '/api/media/b', index: 1, at: NOW },
      { type: 'image', id: 'a', url: '/api/media/a', index: 0, at: NOW },
    ]);
    expect(state(removed('b'), removed('a'), added('/api/media/b'))).toEqual([kept[1]]);
    expect(state(removed('b'), added('/api/media/another'))).toEqual([kept[0]]);
  });

  it('include clips, and everything showable that a clean-up dropped', () => {
    const clip = video('clip');
    const clipAdded: ProjectEvent = {
      type: 'VideoAdded',
      data: { sceneId: id, video: clip, index: 0, makeMain: true },
    };
    const clipRemoved: ProjectEvent = { type: 'VideoRemoved', data: { sceneId: id, videoId: 'clip' } };
    expect(state(clipAdded, clipRemoved)).toEqual([{ type: 'video', id: 'clip', video: clip, index: 0, at: NOW }]);
    expect(state(clipAdded, clipRemoved, clipAdded)).toEqual([]);
    const cleared: ProjectEvent = { type: 'ImageSlotsRemoved', data: { sceneId: id, slotIds: ['a', 'c'] } };
    expect(state(cleared).map((media) => [media.id, media.index])).toEqual([
      ['a', 0],
      ['c', 2],
    ]);
  });

  it('leave out unfinished ones: a placeholder whose job ended, a failed slot', () => {
    const failed: ProjectEvent = { type: 'ImageSlotsFailed', data: { sceneId: id, slotIds: ['a'] } };
    expect(state(failed, removed('a'))).toEqual([]);
    const job = videoJobQueued(1, 'job');
    const ended: ProjectEvent = { type: 'VideoJobFailed', data: { jobId: 'job', sceneId: id, error: 'No.' } };
    expect(state(job, ended)).toEqual([]);
  });

  it('are the newest twelve at most', () => {
    const many = Array.from({ length: 15 }, (_, n) => [added(`/api/media/${n}`, `n${n}`), removed(`n${n}`)]).flat();
    expect(state(...many).map((media) => media.id)).toEqual(Array.from({ length: 12 }, (_, n) => `n${n + 3}`));
  });
});

describe('videos of a scene', () => {
  const { status: _, ...metadata } = video('clip');
  const add = (changes: object = {}) => new AddVideo(PROJECT, { ...metadata, ...changes, sceneId: id }, context);

  it('makes the first and each newly uploaded video the main one [SLOT-26]', () => {
    const one = [
      created([scene(1, { videos: [video('old')], mainVideoId: 'old', images: [image('a')], mainImageId: 'a' })]),
    ];
    given(projectAggregate, one)
      .when((s, e) => decideAddVideo(add(), s, e))
      .thenState((state) => expect(state.scenes[id]?.mainVideoId).toBe('clip'));
    given(projectAggregate, one)
      .when((s, e) => decideAddImage(addImage({ imageUrl: '/api/media/new' }), s, e))
      .thenState((state) => expect(state.scenes[id]?.images.at(-1)?.id).toBe(state.scenes[id]?.mainImageId));
  });

  it('restores a removed video as it was, at its old place [SLOT-39]', () => {
    const two = created([scene(1, { videos: [video('clip'), video('other')], mainVideoId: 'clip' })]);
    const removed = { type: 'VideoRemoved' as const, data: { sceneId: id, videoId: 'clip' } };
    given(projectAggregate, [two, removed])
      .when((s, e) => decideAddVideo(add({ insertAt: 0 }), s, e))
      .thenState((state) => {
        expect(state.scenes[id]?.videos).toEqual([video('clip'), video('other')]);
        expect(state.scenes[id]?.mainVideoId).toBe('clip');
      });
  });

  it('refuses a video twice, an id of a placeholder, and the thirteenth', () => {
    given(projectAggregate, [created([scene(1, { videos: [video('clip')] })])])
      .when((s, e) => decideAddVideo(add(), s, e))
      .refused('conflict');
    given(projectAggregate, [created([scene(1)])])
      .when((s, e) => decideAddVideo(add({ id: 'processing-x' }), s, e))
      .refused('bad_request');
    const twelve = Array.from({ length: 12 }, (_unused, i) => video(`v${i}`));
    given(projectAggregate, [created([scene(1, { videos: twelve })])])
      .when((s, e) => decideAddVideo(add(), s, e))
      .refused('limit_reached');
  });

  it('cancels the job when a placeholder is removed', () => {
    given(projectAggregate, [created([scene(1)]), videoJobQueued(1, 'job')])
      .when((s, e) =>
        decideRemoveVideo(new RemoveVideo(PROJECT, { sceneId: id, videoId: 'processing-job' }, context), s, e),
      )
      .thenState((state) => {
        expect(state.scenes[id]?.videos).toEqual([]);
        expect(state.jobs.job?.status).toBe('failed');
      });
  });

  it('swaps a placeholder for a completed video', () => {
    const replace = new ReplaceProcessingVideo(
      PROJECT,
      { sceneId: id, processingVideoId: 'processing-job', completedVideo: metadata },
      context,
    );
    given(projectAggregate, [created([scene(1)]), videoJobQueued(1, 'job')])
      .when((s, e) => decideReplaceProcessingVideo(replace, s, e))
      .thenState((state) => expect(state.scenes[id]?.videos).toEqual([video('clip')]));
  });

  it('chooses only a finished video that it has', () => {
    const choose = (videoId: string) => new ChooseMainVideo(PROJECT, { sceneId: id, videoId }, context);
    given(projectAggregate, [created([scene(1)]), videoJobQueued(1, 'job')])
      .when((s, e) => decideChooseMainVideo(choose('processing-job'), s, e))
      .refused('bad_request');
  });
});
