import type { Scene } from '@storyreel/contracts';
import { act, screen, within } from '@testing-library/react';
import { MediaHost } from '../../testing/MediaHost';
import { fakeWindow } from '../../testing/fake-window';
import { images, PREDICTION_ID, SCENE_ID, sceneWith, videoItem } from '../../testing/media-fixtures';
import { MediaServer } from '../../testing/media-server';
import { leaveApp, renderApp } from '../../testing/render-app';
import { placeholderVideo } from './placeholder';
import { startVideoGeneration } from './start-video-generation';

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  leaveApp();
  jest.useRealTimers();
});

const GENERATE = '/api/replicate/generate-video';
const PREDICTION = `/api/replicate/prediction/${PREDICTION_ID}`;
const PLACEHOLDER = placeholderVideo(PREDICTION_ID, 5);
const PLACEHOLDER_PATH = `/api/scenes/${SCENE_ID}/videos/${PLACEHOLDER.id}`;
const pass = (ms: number): Promise<void> => act(() => jest.advanceTimersByTimeAsync(ms));
const button = (): HTMLElement => screen.getByRole('button', { name: /^Generate Video|^Making your clip/ });
const videoSlots = (): string[] =>
  within(screen.getByRole('list', { name: 'Clips' }))
    .getAllByRole('button', { name: /^Clip \d+, / })
    .map((slot) => slot.getAttribute('aria-label') ?? '');

async function open(scene = sceneWith(images(1))) {
  const server = new MediaServer(scene);
  const app = renderApp(<MediaHost />, { fakeTimers: true });
  await pass(100);
  return { server, ...app };
}
/** The server adds the placeholder when it takes the order, as the real one does. */
async function start(scene?: Scene) {
  const opened = await open(scene);
  const { server, user } = opened;
  server.on('POST', GENERATE, () => {
    server.change({ videos: [...server.scene.videos, PLACEHOLDER] });
    return { json: { predictionId: PREDICTION_ID, costInfo: { creditsUsed: 9, costUsd: 0.25 } } };
  });
  await user.click(button());
  await pass(100);
  return opened;
}

describe('a scene that may not have a video yet', () => {
  it('needs a main image [VIDEO-08]', async () => {
    const { server, user } = await open(sceneWith());
    await user.click(button());
    await pass(100);
    expect(screen.getByText('No image to convert')).toBeTruthy();
    expect(screen.getByText('Please generate or upload an image for this scene first.')).toBeTruthy();
    expect(server.sent('POST', GENERATE)).toHaveLength(0);
  });

  it('must be there [VIDEO-07]', async () => {
    const { server, queryClient } = await open();
    const order = { modelId: 'kling-v2.1', duration: 5, quality: 'standard', extras: {} } as const;
    await act(() => startVideoGeneration(queryClient, null, order, {}));
    expect(screen.getByText('Scene not available')).toBeTruthy();
    expect(server.sent('POST', GENERATE)).toHaveLength(0);
  });
});

describe('starting a video', () => {
  it('sends scene, model and settings and tells the cost [VIDEO-03, VIDEO-04, VIDEO-30]', async () => {
    const { server } = await start();
    expect(server.sent('POST', GENERATE).map(({ body }) => body)).toEqual([
      {
        sceneId: SCENE_ID,
        modelId: 'kling-v2.1',
        settings: { prompt: 'The beam sweeps over the sea', duration: 5, mode: 'standard' },
        idempotencyKey: expect.stringMatching(/^[\w-]{21}$/) as string,
      },
    ]);
    expect(screen.getByText('Video generation started')).toBeTruthy();
    expect(screen.getByText('Cost: 9 zaps ($0.90)')).toBeTruthy();
  });

  it('shows a placeholder that is processing [VIDEO-19]', async () => {
    await start();
    expect(videoSlots()).toEqual(['Clip 1, processing']);
  });

  it('ignores a second click while one is in flight [VIDEO-28]', async () => {
    const { server, user } = await open();
    const answers: (() => void)[] = [];
    server.on('POST', GENERATE, async () => {
      await new Promise<void>((resolve) => answers.push(resolve));
      return { status: 402, json: { message: 'Not enough zaps.', code: 'insufficient_zaps' } };
    });
    await user.dblClick(button());
    await pass(500);
    expect(server.sent('POST', GENERATE)).toHaveLength(1);
    expect(videoSlots()).toEqual(['Clip 1, processing']);
    answers.forEach((answer) => answer());
    await pass(100);
  });

  it('is seen at its button, which ticks and takes no second click while the clip is made', async () => {
    const { server, user } = await start();
    await pass(2_900);
    expect(button().textContent).toBe('Making your clip… 0:03');
    await user.click(button());
    expect(server.sent('POST', GENERATE)).toHaveLength(1);
  });

  it('says without alarm that the clip is being made already', async () => {
    const { server, user } = await open();
    server.fail('POST', GENERATE, 409, 'This clip is already being generated.', 'already_in_progress');
    await user.click(button());
    await pass(100);
    const title = screen.getByText('This clip is already being generated', { exact: true });
    expect(title.closest('[data-variant]')?.getAttribute('data-variant')).toBe('default');
    expect(screen.queryByText('Video generation failed')).toBeNull();
  });

  it.each([
    [false, 1],
    [true, 0],
  ])('plays the clip once it is ready, with less motion wanted (%s) %d times', async (isCalm, times) => {
    fakeWindow({ reducedMotion: isCalm });
    const play = jest.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
    const { server } = await start();
    server.prediction = { status: 'succeeded' };
    server.change({ videos: [videoItem('clip')], mainVideoId: 'clip' });
    await pass(3_100);
    expect(videoSlots()).toEqual(['Clip 1, complete']);
    expect(play).toHaveBeenCalledTimes(times);
    play.mockRestore();
    fakeWindow();
  });

  it('shows and plays the clip that was made although another is the main one, which a press brings back', async () => {
    fakeWindow({ reducedMotion: false });
    const played: string[] = [];
    const play = jest.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(function (this: HTMLMediaElement) {
      played.push(this.src);
      return Promise.resolve();
    });
    const preview = () => screen.getByLabelText<HTMLVideoElement>('Clip preview').getAttribute('src');
    const { server, user } = await start(sceneWith(images(1), { videos: [videoItem('main')], mainVideoId: 'main' }));
    expect(preview()).toBe('/api/media/main.mp4');
    server.prediction = { status: 'succeeded' };
    server.change({ videos: [videoItem('main'), videoItem('made')], mainVideoId: 'main' });
    await pass(3_100);
    expect(preview()).toBe('/api/media/made.mp4');
    expect(played).toEqual([expect.stringMatching(/made\.mp4$/)]);
    const main = screen.getByRole('button', { name: 'Clip 1, complete' });
    expect(main.getAttribute('aria-pressed')).toBe('true');
    await user.click(main);
    expect(preview()).toBe('/api/media/main.mp4');
    expect(main.getAttribute('aria-pressed')).toBe('true');
    play.mockRestore();
    fakeWindow();
  });

  it('in two places at once sends one request [VIDEO-28]', async () => {
    const { server, queryClient } = await open();
    const order = { modelId: 'kling-v2.1', duration: 5, quality: 'standard', extras: {} } as const;
    const { scene } = server;
    const ask = () => startVideoGeneration(queryClient, scene, order, {});
    await act(() => Promise.all([ask(), ask()]));
    expect(server.sent('POST', GENERATE)).toHaveLength(1);
  });

  it('that fails says what the server said and leaves no placeholder [VIDEO-32]', async () => {
    const { server, user } = await open();
    server.fail('POST', GENERATE, 402, 'Not enough zaps.', 'insufficient_zaps');
    await user.click(button());
    await pass(100);
    expect(screen.getByText('Video generation failed')).toBeTruthy();
    expect(screen.getByText('Not enough zaps.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Clip \d+/ })).toBeNull();
  });
});

describe('the placeholder', () => {
  it('has the prediction in its id, no address, and is an empty mp4 [VIDEO-20]', () => {
    expect(PLACEHOLDER).toMatchObject({
      id: `processing-${PREDICTION_ID}`,
      url: '',
      filename: 'generating-video.mp4',
      mimeType: 'video/mp4',
      size: 0,
      status: 'processing',
    });
  });
});

describe('a running prediction', () => {
  it('is polled every 3 s [VIDEO-21]', async () => {
    const { server } = await start();
    for (const polls of [0, 1, 2, 3]) {
      expect(server.sent('GET', PREDICTION)).toHaveLength(polls);
      await pass(3_000);
    }
  });

  it('tells how far it is where the provider says so', async () => {
    const { server } = await start();
    server.prediction = { status: 'processing', progress: 0.42 };
    await pass(3_000);
    expect(screen.getByText('42%')).toBeTruthy();
  });

  it('that succeeds has the scene read again and never shows both or neither [VIDEO-22, VIDEO-23, VIDEO-31]', async () => {
    const { server } = await start();
    const seen: string[][] = [];
    const observer = new MutationObserver(() => seen.push(videoSlots()));
    observer.observe(document.body, { childList: true, subtree: true, attributes: true });
    server.prediction = { status: 'succeeded' };
    server.change({ videos: [videoItem('done')], mainVideoId: 'done' });
    const before = server.sent('GET', `/api/scenes/${SCENE_ID}`).length;
    await pass(3_000);
    observer.disconnect();
    expect(server.sent('GET', `/api/scenes/${SCENE_ID}`).length).toBe(before + 1);
    expect(screen.getByText('Video generated successfully!')).toBeTruthy();
    expect(videoSlots()).toEqual(['Clip 1, complete']);
    expect(new Set(seen.map((slots) => slots.length))).toEqual(new Set([1]));
    await pass(10_000);
    expect(server.sent('GET', PREDICTION)).toHaveLength(1);
  });

  it('whose placeholder is never replaced says so [VIDEO-25]', async () => {
    const { server } = await start();
    server.prediction = { status: 'succeeded' };
    await pass(9_100);
    expect(screen.getByText('Video processing error')).toBeTruthy();
    expect(screen.getByText('Failed to finalize video generation. Please try again.')).toBeTruthy();
  });

  it('that failed is taken out of the cache and off the server, with its error [VIDEO-26, VIDEO-32]', async () => {
    const { server } = await start();
    server.prediction = { status: 'failed', error: 'The clip was too dark.' };
    await pass(3_100);
    expect(screen.getByText('Video generation failed')).toBeTruthy();
    expect(screen.getByText('The clip was too dark.')).toBeTruthy();
    expect(server.sent('DELETE', PLACEHOLDER_PATH)).toHaveLength(1);
    expect(screen.queryByRole('button', { name: /^Clip \d+/ })).toBeNull();
  });

  it('that the server refuses to tell about counts as failed [VIDEO-26]', async () => {
    const { server } = await start();
    server.fail('GET', PREDICTION, 400, 'That is no video.');
    await pass(3_100);
    expect(screen.getByText('That is no video.')).toBeTruthy();
    expect(server.sent('DELETE', PLACEHOLDER_PATH)).toHaveLength(1);
  });

  it.each([
    ['answers 500', (server: MediaServer) => server.fail('GET', PREDICTION, 500)],
    ['answers 503', (server: MediaServer) => server.fail('GET', PREDICTION, 503)],
    ['answers 429', (server: MediaServer) => server.fail('GET', PREDICTION, 429)],
    ['is out of reach', (server: MediaServer) => server.disconnect('GET', PREDICTION)],
  ])('outlives a server that %s, and says so after a minute [VIDEO-26]', async (_name, goAway) => {
    const { server } = await start();
    goAway(server);
    await pass(62_000);
    expect(screen.queryByText('Still waiting for the clip')).toBeNull();
    await pass(18_000);
    expect(screen.getByText('Still waiting for the clip')).toBeTruthy();
    expect(server.sent('DELETE', PLACEHOLDER_PATH)).toHaveLength(0);
    expect(videoSlots()).toEqual(['Clip 1, processing']);
    server.on('GET', PREDICTION, () => ({ json: server.predictionRow(PREDICTION_ID) }));
    server.prediction = { status: 'succeeded' };
    server.change({ videos: [videoItem('done')], mainVideoId: 'done' });
    await pass(30_000);
    expect(screen.getByText('Video generated successfully!')).toBeTruthy();
  });
});

describe('a scene that is loaded with a placeholder', () => {
  const scene = () => sceneWith(images(1), { videos: [PLACEHOLDER] });

  it('resumes polling once per prediction, however many show it [VIDEO-27]', async () => {
    const server = new MediaServer(scene());
    renderApp(
      <>
        <MediaHost />
        <MediaHost />
      </>,
      { fakeTimers: true },
    );
    await pass(100);
    await pass(3_000);
    await pass(3_000);
    expect(server.sent('GET', PREDICTION)).toHaveLength(3);
  });

  it('is cleaned up, without alarm, when its prediction is gone [VIDEO-26, VIDEO-33]', async () => {
    const server = new MediaServer(scene());
    server.fail('GET', PREDICTION, 404);
    renderApp(<MediaHost />, { fakeTimers: true });
    await pass(200);
    const title = screen.getByText('Video generation cleaned up');
    expect(title.closest('[data-variant="destructive"]')).toBeNull();
    expect(screen.getByText('Removed stale processing video that no longer exists.')).toBeTruthy();
    expect(server.sent('DELETE', PLACEHOLDER_PATH)).toHaveLength(1);
    expect(screen.queryByRole('button', { name: /^Clip \d+/ })).toBeNull();
  });
});
