import { act, screen } from '@testing-library/react';
import { fakeWindow } from '../../../testing/fake-window';
import { images, PREDICTION_ID, SCENE_ID, sceneWith, videoItem } from '../../../testing/media-fixtures';
import { startVideoGeneration } from './useVideoGeneration';
import { GENERATE, PLACEHOLDER, button, videoSlots, start } from '../../../testing/video-generation-stage';
import { open } from '../../../testing/open-media';
import { stopTime, pass } from '../../../testing/stopped-time';

stopTime();

describe('a scene that may not have a video yet', () => {
  it('needs a main image [VIDEO-08]', async () => {
    const { server, user } = await open(sceneWith());
    await user.click(button());
    await pass(100);
    expect(screen.getByText('No image to convert')).toBeTruthy();
    expect(screen.getByText('Please generate or upload an image for this scene first.')).toBeTruthy();
    expect(server.sent('POST', GENERATE)).toHaveLength(0);
  });

  it('must exist [VIDEO-07]', async () => {
    const { server, queryClient } = await open();
    const order = { modelId: 'kling-v2.1', duration: 5, quality: 'standard', extras: {} } as const;
    await act(() => startVideoGeneration(queryClient, null, order, {}));
    expect(screen.getByText('Scene not available')).toBeTruthy();
    expect(server.sent('POST', GENERATE)).toHaveLength(0);
  });
});

describe('starting a video', () => {
  it('sends scene, model and settings and shows the cost [VIDEO-03, VIDEO-04, VIDEO-30]', async () => {
    const { server } = await start();
    expect(server.sent('POST', GENERATE).map(({ body }) => body)).toEqual([
      {
        sceneId: SCENE_ID,
        modelId: 'seedance-2.0',
        settings: { prompt: 'The beam sweeps over the sea', duration: 5, resolution: '480p' },
        idempotencyKey: expect.stringMatching(/^[\w-]{21}$/) as string,
      },
    ]);
    expect(screen.getByText('Video generation started')).toBeTruthy();
    expect(screen.getByText('Cost: 14 zaps ($1.40)')).toBeTruthy();
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

  it('is shown on its button, which ticks and ignores a second click while the clip is made', async () => {
    const { server, user } = await start();
    await pass(2_900);
    expect(button().textContent).toBe('Making your clip… 0:03');
    await user.click(button());
    expect(server.sent('POST', GENERATE)).toHaveLength(1);
  });

  it('says without an error that the clip is being made already', async () => {
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
  ])('plays the clip once it is ready, with reduced motion (%s) %d times', async (isCalm, times) => {
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

  it('shows and plays the new clip although another is the main one, which a press restores', async () => {
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

  it('in two places at the same time sends one request [VIDEO-28]', async () => {
    const { server, queryClient } = await open();
    const order = { modelId: 'kling-v2.1', duration: 5, quality: 'standard', extras: {} } as const;
    const { scene } = server;
    const ask = () => startVideoGeneration(queryClient, scene, order, {});
    await act(() => Promise.all([ask(), ask()]));
    expect(server.sent('POST', GENERATE)).toHaveLength(1);
  });

  it('that fails shows the server’s message and leaves no placeholder [VIDEO-32]', async () => {
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
