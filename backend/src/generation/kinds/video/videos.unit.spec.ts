import { findClipModel, qualityOptions, clipModels, type ClipModel } from '@storyreel/contracts';
import { userContext } from '../../../eventsourcing/commands/command-context';
import { projectAggregate, type ProjectEvent } from '../../../projects/storyboard';
import { given, OWNER, stateOf, testEnvironment } from '../../../testing/given-when-then';
import { created, image, PROJECT, scene, sceneId, video, videoJobQueued } from '../../../testing/project-fixtures';
import { foldTwice, recorded } from '../../../testing/view-spec';
import { decideComplete, decideFail } from '../../domain/job-steps';
import { decideQueueVideoJob, QueueVideoJob, videoJobs, videoJobView } from './video-job';
import { checkSettings } from './video-requests';

const context = userContext(OWNER, { commandId: 'command' });
const id = sceneId(1);
const withImage = { images: [image('a')], mainImageId: 'a' };
const request = {
  jobId: 'job',
  modelId: 'kling-v2.1',
  prompt: 'waves',
  settings: { mode: 'standard' },
  seconds: 5,
  requestHash: 'hash',
  holdId: 'hold',
  units: 90_000,
  usd: 0.25,
  priceVersion: 'v',
};
const queue = (changes: Partial<QueueVideoJob['data']> = {}) =>
  new QueueVideoJob(PROJECT, { ...request, ...changes, sceneId: id }, context);
const queued = [created([scene(1, withImage)]), videoJobQueued(1, 'job')];
const clip = { ...video('job'), url: '/api/media/clip' };
const completed: ProjectEvent = { type: 'VideoJobCompleted', data: { jobId: 'job', sceneId: id, video: clip, usd: 0 } };
const failed: ProjectEvent = { type: 'VideoJobFailed', data: { jobId: 'job', sceneId: id, error: 'blurred' } };
const started: ProjectEvent = { type: 'VideoJobStarted', data: { jobId: 'job', sceneId: id, provider: 'sandbox' } };

describe('a scene with a main image', () => {
  const past = [created([scene(1, withImage)])];

  it('gets a placeholder that is processing [VIDEO-19, VIDEO-20]', () => {
    given(projectAggregate, past)
      .when((s, e) => decideQueueVideoJob(queue(), s, e))
      .thenState((state) => {
        expect(state.scenes[id]?.videos).toEqual([
          expect.objectContaining({
            id: 'processing-job',
            url: '',
            filename: 'generating-video.mp4',
            mimeType: 'video/mp4',
            size: 0,
            status: 'processing',
          }),
        ]);
      });
  });

  it('starts its clip from that image', () => {
    const [event] = decideQueueVideoJob(queue(), stateOf(projectAggregate, past), testEnvironment());
    expect(event?.data).toMatchObject({ imageUrl: '/api/media/a' });
  });

  it('refuses a thirteenth video [SLOT-20]', () => {
    const full = { ...withImage, videos: Array.from({ length: 12 }, (_, n) => video(`v${n}`)) };
    const crowded = [created([scene(1, full)])];
    given(projectAggregate, crowded)
      .when((s, e) => decideQueueVideoJob(queue(), s, e))
      .refused('limit_reached');
  });
});

describe('a scene without an image', () => {
  it('is refused', () => {
    const bare = [created([scene(1)])];
    given(projectAggregate, bare)
      .when((s, e) => decideQueueVideoJob(queue(), s, e))
      .refused('bad_request');
  });
});

describe('a queued video', () => {
  it('is refused while the same clip is queued', () => {
    const twin = queue({ jobId: 'twin', settings: {}, requestHash: 'other' });
    given(projectAggregate, queued)
      .when((s, e) => decideQueueVideoJob(twin, s, e))
      .refused('already_in_progress');
  });

  it('has its placeholder replaced by the clip in one event [VIDEO-23]', () => {
    const done = (s: Parameters<typeof decideFail>[0]) => decideComplete(videoJobs, s, 'job', { video: clip, usd: 0 });
    given(projectAggregate, queued)
      .when(done)
      .thenState((state) => {
        expect(state.scenes[id]).toMatchObject({ videos: [clip], mainVideoId: 'job' });
      });
  });

  it('loses its placeholder when it fails', () => {
    const fail = (s: Parameters<typeof decideFail>[0]) => decideFail(s, 'job', 'blurred');
    given(projectAggregate, queued)
      .when(fail)
      .thenState((state) => expect(state.scenes[id]?.videos).toEqual([]));
  });
});

describe('the view of videos', () => {
  it('has the state of a prediction [VIDEO-05]', () => {
    const rowAfter = (...events: ProjectEvent[]) =>
      foldTwice(
        videoJobView,
        [...queued, ...events].map((event, n) => recorded(event, n)),
      ).get('job');
    expect(rowAfter()).toMatchObject({ status: 'queued', error: null });
    expect(rowAfter(started)).toMatchObject({ status: 'processing' });
    expect(rowAfter(started, completed)).toMatchObject({ status: 'succeeded' });
    expect(rowAfter(started, failed)).toMatchObject({ status: 'failed', error: 'blurred' });
  });
});

describe('the video models', () => {
  it('have the four of the specification among them [VIDEO-01]', () => {
    const ids = clipModels().map((model) => model.id);
    expect(ids).toEqual(expect.arrayContaining(['kling-v2.1', 'hailuo-02', 'seedance-1-pro', 'seedance-1-lite']));
  });

  it.each(clipModels().map(({ id }) => id))('offer every quality of %s', (modelId) => {
    const model = findClipModel(modelId) as ClipModel;
    for (const { id: quality } of qualityOptions(modelId)) {
      const { settings } = checkSettings(model, { quality }, 5);
      expect(() => checkSettings(model, settings, 5)).not.toThrow();
    }
  });

  it('are not found by names of Object.prototype', () => {
    expect(findClipModel('constructor')).toBeNull();
  });
});

describe('the settings of a request', () => {
  const check = (modelId: string, settings: Parameters<typeof checkSettings>[1], seconds = 5) =>
    checkSettings(findClipModel(modelId) as ClipModel, settings, seconds);

  it('keep prompt and duration apart from the model’s own [VIDEO-04]', () => {
    expect(check('kling-v2.1', { prompt: ' waves ', duration: 10, mode: 'pro' })).toEqual({
      prompt: 'waves',
      seconds: 10,
      settings: { mode: 'pro' },
    });
  });

  it('turn a quality into the mode or the resolution [VIDEO-14]', () => {
    expect(check('kling-v2.1', { quality: 'high' }).settings).toEqual({ mode: 'pro' });
    expect(check('kling-v2.1', {}).settings).toEqual({ mode: 'standard' });
    expect(check('hailuo-02', { quality: 'high' }).settings).toEqual({ resolution: '768p' });
  });

  it('accept hailuo’s two durations [VIDEO-10]', () => {
    const seconds = [6, 8, 9, 30].map((duration) => check('hailuo-02', { duration, resolution: '768p' }).seconds);
    expect(seconds).toEqual([6, 6, 10, 10]);
  });

  it.each([
    [{ duration: 0 }],
    [{ duration: 31 }],
    [{ duration: '5' }],
    [{ mode: 'ultra' }],
    [{ unknown: 1 }],
    [{ constructor: 1 }],
    [{ start_image: 'http://127.0.0.1/' }],
    [{ mode: 1 }],
    [{ prompt: 7 }],
  ] as Record<string, string | number>[][])('refuse %j', (settings) => {
    expect(() => check('kling-v2.1', settings ?? {})).toThrow(/./);
  });
});
