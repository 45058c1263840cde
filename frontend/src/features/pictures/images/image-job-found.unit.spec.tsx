import { act, screen } from '@testing-library/react';
import { MediaHost } from '../../../testing/MediaHost';
import { images, JOB_ID, PREDICTION_ID, PROJECT_ID, SCENE_ID, sceneWith } from '../../../testing/media-fixtures';
import type { MediaServer } from '../../../testing/media-server';
import { imageJobTracker } from './image-job-tracker';
import { GENERATE, JOB, QUEUE, button, start } from '../../../testing/image-generation-stage';
import { open } from '../../../testing/open-media';
import { stopTime, pass } from '../../../testing/stopped-time';

stopTime();

describe('a scene that is opened while it is processing', () => {
  const stuck = () => sceneWith([{ status: 'processing', jobId: JOB_ID }]);
  const queueWith = (server: MediaServer) => ({ jobs: [server.jobRow(JOB_ID)], activeJobs: 1, queuedJobs: 0 });

  it('reads the queue a second later, and not before [IMGJOB-23]', async () => {
    const { server } = await open(stuck());
    await pass(800);
    const before = server.sent('GET', QUEUE).length;
    await pass(200);
    expect(server.sent('GET', QUEUE)).toHaveLength(before + 1);
  });

  it.each([
    ['less than 10 s ago', 3_000, 0],
    ['more than 10 s ago', 12_000, 1],
  ])('reads it, when this window started a job %s, so often [IMGJOB-23]', async (_, ago, times) => {
    const { server, show, queryClient } = await start(stuck());
    server.job = { status: 'completed', result: { imageUrls: ['a', 'b', 'c', 'd'] } };
    // The job has ended, but the scene still says 'processing'.
    act(() => imageJobTracker(queryClient).jobs.stop(JOB_ID));
    show(<p>Elsewhere</p>);
    await pass(ago);
    show(<MediaHost />);
    // Waits until the queue badge has sent the requests that it sends when it mounts.
    await pass(500);
    const before = server.sent('GET', QUEUE).length;
    await pass(1_400);
    expect(server.sent('GET', QUEUE)).toHaveLength(before + times);
  });

  it('does not read the queue when nothing is processing [IMGJOB-23]', async () => {
    const { server } = await open();
    await pass(5_000);
    expect(server.sent('GET', QUEUE)).toHaveLength(0);
  });

  it('watches no job of another scene [IMGJOB-24]', async () => {
    const { server } = await open(stuck());
    server.queue = { ...queueWith(server), jobs: [{ ...server.jobRow(PREDICTION_ID), sceneId: PROJECT_ID }] };
    await pass(3_200);
    expect(server.sent('PATCH', `/api/scenes/${SCENE_ID}`)).toHaveLength(1);
    await pass(6_000);
    expect(server.sent('GET', /\/job\//)).toHaveLength(0);
  });

  it('is unchanged when no job of its own is known [IMGJOB-24]', async () => {
    const { server } = await open(sceneWith([{ status: 'processing' }]));
    await pass(10_000);
    expect(server.sent('PATCH', `/api/scenes/${SCENE_ID}`)).toHaveLength(0);
  });

  it('watches the job that it finds in the queue [IMGJOB-24]', async () => {
    const { server } = await open(stuck());
    server.queue = queueWith(server);
    await pass(1_000);
    server.job = { status: 'completed', result: { imageUrls: ['a', 'b', 'c', 'd'] } };
    await pass(5_000);
    expect(screen.getByText('Images generated successfully')).toBeTruthy();
  });

  it('clears its slots when the queue never names it [IMGJOB-24]', async () => {
    const { server } = await open(stuck());
    await pass(2_800);
    expect(server.sent('PATCH', `/api/scenes/${SCENE_ID}`)).toHaveLength(0);
    await pass(400);
    expect(server.sent('PATCH', `/api/scenes/${SCENE_ID}`).map(({ body }) => body)).toEqual([
      { imageStatuses: ['failed'], imageStatus: 'failed', idempotencyKey: null },
    ]);
  });

  it('reads once more 5 s after the network failed, and watches its job then [IMGJOB-25]', async () => {
    const { server } = await open(stuck());
    server.disconnect('GET', QUEUE);
    await pass(1_000);
    server.on('GET', QUEUE, () => ({ json: server.queue }));
    server.queue = queueWith(server);
    await pass(4_800);
    server.job = { status: 'completed', result: { imageUrls: ['a', 'b', 'c', 'd'] } };
    await pass(5_000);
    expect(server.sent('GET', JOB)).toHaveLength(0);
    await pass(300);
    expect(server.sent('GET', JOB)).toHaveLength(1);
    expect(screen.getByText('Images generated successfully')).toBeTruthy();
  });

  it('is left to the user when the network stays away [IMGJOB-25]', async () => {
    const { server } = await open(stuck());
    server.disconnect('GET', QUEUE);
    await pass(20_000);
    expect(server.sent('PATCH', `/api/scenes/${SCENE_ID}`)).toHaveLength(0);
    expect(screen.getByRole('button', { name: 'Clear Failed/Stuck Images' })).toBeTruthy();
  });
});

describe('clearing', () => {
  const CLEANUP = `/api/scenes/${SCENE_ID}/cleanup-dead-images`;

  it('is not offered without failed slots, nor while something is generating [IMGJOB-36]', async () => {
    const { server, user, queryClient } = await open();
    expect(screen.queryByRole('button', { name: 'Clear Failed/Stuck Images' })).toBeNull();
    server.on('POST', GENERATE, () => {
      server.change(sceneWith([{ status: 'processing', jobId: JOB_ID }]));
      return { json: { jobId: JOB_ID, queuePosition: 0, queueStats: { activeJobs: 1, queuedJobs: 0 } } };
    });
    await user.click(button());
    await pass(1_000);
    // The queue does not contain the job. The button is hidden because this window is polling the job.
    expect(screen.getByRole('button', { name: 'Image 1, processing' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Clear Failed/Stuck Images' })).toBeNull();
    act(() => imageJobTracker(queryClient).jobs.stop(JOB_ID));
    await pass(100);
    expect(screen.getByRole('button', { name: 'Clear Failed/Stuck Images' })).toBeTruthy();
  });

  it('removes failed slots and reports their number [IMGJOB-35, IMGJOB-36, IMGJOB-38]', async () => {
    const { server, user } = await open(
      sceneWith([{ status: 'complete' }, { status: 'failed' }, { status: 'failed' }]),
    );
    server.on('POST', CLEANUP, () => {
      server.change(sceneWith(images(1)));
      return { json: { removedCount: 2, remainingCount: 1 } };
    });
    await user.click(screen.getByRole('button', { name: 'Clear Failed/Stuck Images' }));
    await pass(100);
    expect(screen.getByText('Images cleaned up')).toBeTruthy();
    expect(screen.getByText('2 removed, 1 remaining')).toBeTruthy();
    expect(screen.queryByRole('button', { name: "Image 2, can't be displayed" })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Clear Failed/Stuck Images' })).toBeNull();
  });

  it('shows an error when it failed [IMGJOB-39]', async () => {
    const { server, user } = await open(sceneWith([{ status: 'failed' }]));
    server.fail('POST', CLEANUP, 500);
    await user.click(screen.getByRole('button', { name: 'Clear Failed/Stuck Images' }));
    await pass(100);
    expect(screen.getByText('Cleanup failed')).toBeTruthy();
  });
});
