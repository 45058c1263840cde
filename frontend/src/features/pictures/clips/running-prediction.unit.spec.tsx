import { screen } from '@testing-library/react';
import { MediaHost } from '../../../testing/MediaHost';
import { images, PREDICTION_ID, SCENE_ID, sceneWith, videoItem } from '../../../testing/media-fixtures';
import { MediaServer } from '../../../testing/media-server';
import { renderApp } from '../../../testing/render-app';
import { PREDICTION, PLACEHOLDER, PLACEHOLDER_PATH, videoSlots, start } from '../../../testing/video-generation-stage';
import { stopTime, pass } from '../../../testing/stopped-time';

stopTime();

describe('a running prediction', () => {
  it('is polled every 3 s [VIDEO-21]', async () => {
    const { server } = await start();
    for (const polls of [0, 1, 2, 3]) {
      expect(server.sent('GET', PREDICTION)).toHaveLength(polls);
      await pass(3_000);
    }
  });

  it('shows its progress where the provider reports it', async () => {
    const { server } = await start();
    server.prediction = { status: 'processing', progress: 0.42 };
    await pass(3_000);
    expect(screen.getByText('42%')).toBeTruthy();
  });

  it('that succeeds makes the scene read again and never shows both or neither [VIDEO-22, VIDEO-23, VIDEO-31]', async () => {
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

  it('whose placeholder is never replaced shows a message [VIDEO-25]', async () => {
    const { server } = await start();
    server.prediction = { status: 'succeeded' };
    await pass(9_100);
    expect(screen.getByText('Video processing error')).toBeTruthy();
    expect(screen.getByText('Failed to finalize video generation. Please try again.')).toBeTruthy();
  });

  it('that failed is removed from the cache and from the server, with its error [VIDEO-26, VIDEO-32]', async () => {
    const { server } = await start();
    server.prediction = { status: 'failed', error: 'The clip was too dark.' };
    await pass(3_100);
    expect(screen.getByText('Video generation failed')).toBeTruthy();
    expect(screen.getByText('The clip was too dark.')).toBeTruthy();
    expect(server.sent('DELETE', PLACEHOLDER_PATH)).toHaveLength(1);
    expect(screen.queryByRole('button', { name: /^Clip \d+/ })).toBeNull();
  });

  it('that the server refuses to show counts as failed [VIDEO-26]', async () => {
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
  ])('survives a server that %s, and shows a message after a minute [VIDEO-26]', async (_name, goAway) => {
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
