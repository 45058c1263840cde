import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MediaHost } from '../../testing/MediaHost';
import { images, JOB_ID, PREDICTION_ID, PROJECT_ID, SCENE_ID, sceneWith } from '../../testing/media-fixtures';
import { MediaServer } from '../../testing/media-server';
import { leaveApp, renderApp } from '../../testing/render-app';
import { useBalance } from '../zaps/queries';
import { imageJobTracker } from './image-job-tracker';
import { startImageGeneration } from './start-image-generation';

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  leaveApp();
  jest.useRealTimers();
});

const GENERATE = '/api/midjourney/generate-image';
const JOB = `/api/midjourney/job/${JOB_ID}`;
const QUEUE = '/api/midjourney/queue';
const pass = (ms: number): Promise<void> => act(() => jest.advanceTimersByTimeAsync(ms));
const button = (): HTMLElement => screen.getByRole('button', { name: /^Generate 4 Images|^Generating/ });

async function open(scene = sceneWith(images(1))) {
  const server = new MediaServer(scene);
  const app = renderApp(<MediaHost />, { fakeTimers: true });
  await pass(100);
  return { server, ...app };
}
async function start(scene = sceneWith(images(1))) {
  const opened = await open(scene);
  await opened.user.click(button());
  await pass(100);
  return opened;
}

describe('a scene with an image prompt', () => {
  it('sends one request with model, project and a key of 21 characters [IMGJOB-01, IMGJOB-03, IMGJOB-19]', async () => {
    const { server } = await start();
    const sent = server.sent('POST', GENERATE).map(({ body }) => body);
    expect(sent).toEqual([
      {
        sceneId: SCENE_ID,
        prompt: 'A lighthouse in the fog',
        model: 'v6.1',
        projectId: PROJECT_ID,
        idempotencyKey: expect.stringMatching(/^[\w-]{21}$/) as string,
      },
    ]);
    expect(screen.getByText('Image generation started')).toBeTruthy();
  });

  it('ignores a second click while one is in flight [IMGJOB-22]', async () => {
    const { server, user } = await open();
    const answers: (() => void)[] = [];
    server.on('POST', GENERATE, async () => {
      await new Promise<void>((resolve) => answers.push(resolve));
      return { json: { jobId: JOB_ID, queuePosition: 0, queueStats: { activeJobs: 1, queuedJobs: 0 } } };
    });
    await user.dblClick(button());
    await pass(500);
    expect(server.sent('POST', GENERATE)).toHaveLength(1);
    answers.forEach((answer) => answer());
    await pass(100);
  });

  it('is generated once when it is asked for in two places at once [IMGJOB-22]', async () => {
    const { server, queryClient } = await open();
    const { scene } = server;
    await act(() => Promise.all([startImageGeneration(queryClient, scene), startImageGeneration(queryClient, scene)]));
    expect(server.sent('POST', GENERATE)).toHaveLength(1);
  });

  it('tells the position and the active jobs when it has to wait [IMGJOB-19]', async () => {
    const { server, user } = await open();
    server.on('POST', GENERATE, () => ({
      json: { jobId: JOB_ID, queuePosition: 2, queueStats: { activeJobs: 3, queuedJobs: 2 } },
    }));
    await user.click(button());
    await pass(100);
    expect(screen.getByText('Image generation queued')).toBeTruthy();
    expect(screen.getByText('Position 2 in the queue, 3 active jobs')).toBeTruthy();
  });

  it('says when it could not start [IMGJOB-20]', async () => {
    const { server, user } = await open();
    server.fail('POST', GENERATE, 503, 'Later, please.');
    await user.click(button());
    await pass(100);
    expect(screen.getByText('Failed to start image generation')).toBeTruthy();
    expect(screen.getByText('Later, please.')).toBeTruthy();
    expect(button()).toHaveProperty('disabled', false);
  });

  it.each([
    [409, 'Another one runs.'],
    [400, 'A generation is already in progress for this scene.'],
  ])('takes %i "%s" for one that runs already, without alarm [IMGJOB-21]', async (status, message) => {
    const { server, user } = await open();
    // An older server answers 400.
    server.breaks('POST', GENERATE, () => ({ status, json: { message, code: 'already_in_progress' } }));
    await user.click(button());
    await pass(100);
    const title = screen.getByText('Generation already in progress');
    expect(title.closest('[data-variant="destructive"]')).toBeNull();
  });

  it('sends the same key again when the first request got no answer', async () => {
    const { server, user } = await open();
    server.disconnect('POST', GENERATE);
    await user.click(button());
    await pass(100);
    await user.click(button());
    await pass(100);
    const keys = server.sent('POST', GENERATE).map(({ body }) => (body as { idempotencyKey: string }).idempotencyKey);
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
  });
});

describe('a scene that may not generate', () => {
  it('needs an image prompt [IMGJOB-09]', async () => {
    const { server } = await start(sceneWith([], { imagePrompt: '  ' }));
    expect(screen.getByText('No image prompt')).toBeTruthy();
    expect(screen.getByText('Please add an image prompt first before generating images.')).toBeTruthy();
    expect(server.sent('POST', GENERATE)).toHaveLength(0);
  });

  it('must be selected [IMGJOB-08]', async () => {
    const { server, queryClient } = await open();
    await act(() => startImageGeneration(queryClient, null));
    expect(screen.getByText('No scene selected')).toBeTruthy();
    expect(server.sent('POST', GENERATE)).toHaveLength(0);
  });

  it('has room for four more, else the button says why not', async () => {
    await open(sceneWith(images(9)));
    expect(button()).toHaveProperty('disabled', true);
    expect(screen.getByRole('group', { name: /A scene can have at most 12 images/ })).toBeTruthy();
  });
});

describe('a running job', () => {
  /** With somebody on the page who looks at the balance; `reads`: of scenes, projects and balance. */
  async function startAndCountReads() {
    const { server, queryClient } = await start();
    const wrapper = ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    );
    renderHook(() => useBalance(), { wrapper });
    await pass(100);
    const reads = () =>
      ['/api/scenes', '/api/projects', '/api/credits/balance'].map((path) => server.sent('GET', path).length);
    return { server, reads };
  }

  it('is polled every 5 s [IMGJOB-12]', async () => {
    const { server } = await start();
    for (const polls of [0, 1, 2, 3]) {
      expect(server.sent('GET', JOB)).toHaveLength(polls);
      await pass(5_000);
    }
  });

  it('that is completed brings images, project and balance up to date and says so [IMGJOB-13, IMGJOB-14]', async () => {
    const { server, reads } = await startAndCountReads();
    const before = reads();
    const urls = [1, 2, 3, 4].map((n) => `/api/media/new-${n}.png`);
    server.job = { status: 'completed', result: { imageUrls: urls } };
    server.change(sceneWith([...images(1), ...urls.map((url) => ({ url }))]));
    await pass(5_000);
    expect(screen.getByText('Images generated successfully')).toBeTruthy();
    expect(screen.getByText('4 images are now available')).toBeTruthy();
    expect(reads().map((count, index) => count > (before[index] ?? 0))).toEqual([true, true, true]);
    expect(screen.getByRole('button', { name: 'Image 5, complete' })).toBeTruthy();
    await pass(20_000);
    expect(server.sent('GET', JOB)).toHaveLength(1);
  });

  it.each([
    ['The model refused the prompt.', 'The model refused the prompt.'],
    [null, 'An error occurred during image generation.'],
  ])('that failed with %s says so [IMGJOB-13, IMGJOB-15]', async (error, told) => {
    const { server, reads } = await startAndCountReads();
    const before = reads();
    server.job = { status: 'failed', error };
    await pass(5_000);
    expect(screen.getByText('Image generation failed')).toBeTruthy();
    expect(screen.getByText(told)).toBeTruthy();
    expect(reads().map((count, index) => count > (before[index] ?? 0))).toEqual([true, true, true]);
  });

  it('that is not found has its slots marked failed and saved [IMGJOB-16, IMGJOB-17, IMGJOB-18]', async () => {
    const { server } = await start();
    server.change(sceneWith([{ status: 'complete' }, { status: 'processing', jobId: JOB_ID }]));
    server.fail('GET', JOB, 404);
    await pass(5_000);
    expect(screen.getByText('Generation interrupted')).toBeTruthy();
    expect(screen.getByText('The job was not found. Please try generating images again.')).toBeTruthy();
    expect(server.sent('PATCH', `/api/scenes/${SCENE_ID}`).map(({ body }) => body)).toEqual([
      { imageStatuses: ['complete', 'failed'], imageStatus: 'failed', idempotencyKey: null },
    ]);
  });

  it('goes on being polled when the network is away for a while', async () => {
    const { server } = await start();
    server.disconnect('GET', JOB);
    await pass(10_000);
    expect(server.sent('GET', JOB)).toHaveLength(2);
    expect(button().textContent).toContain('Generating');
  });
});

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
    // The job is over, and the scene still says that it is processing.
    act(() => imageJobTracker(queryClient).jobs.stop(JOB_ID));
    show(<p>Elsewhere</p>);
    await pass(ago);
    show(<MediaHost />);
    // Past what the badge of the queue reads when it appears.
    await pass(500);
    const before = server.sent('GET', QUEUE).length;
    await pass(1_400);
    expect(server.sent('GET', QUEUE)).toHaveLength(before + times);
  });

  it('has no need of the queue when nothing is processing [IMGJOB-23]', async () => {
    const { server } = await open();
    await pass(5_000);
    expect(server.sent('GET', QUEUE)).toHaveLength(0);
  });

  it('takes up no job of another scene [IMGJOB-24]', async () => {
    const { server } = await open(stuck());
    server.queue = { ...queueWith(server), jobs: [{ ...server.jobRow(PREDICTION_ID), sceneId: PROJECT_ID }] };
    await pass(3_200);
    expect(server.sent('PATCH', `/api/scenes/${SCENE_ID}`)).toHaveLength(1);
    await pass(6_000);
    expect(server.sent('GET', /\/job\//)).toHaveLength(0);
  });

  it('is left as it is when no job of its own is known [IMGJOB-24]', async () => {
    const { server } = await open(sceneWith([{ status: 'processing' }]));
    await pass(10_000);
    expect(server.sent('PATCH', `/api/scenes/${SCENE_ID}`)).toHaveLength(0);
  });

  it('takes up the job that it finds in the queue [IMGJOB-24]', async () => {
    const { server } = await open(stuck());
    server.queue = queueWith(server);
    await pass(1_000);
    server.job = { status: 'completed', result: { imageUrls: ['a', 'b', 'c', 'd'] } };
    await pass(5_000);
    expect(screen.getByText('Images generated successfully')).toBeTruthy();
  });

  it('gives its slots up when the queue never names it [IMGJOB-24]', async () => {
    const { server } = await open(stuck());
    await pass(2_800);
    expect(server.sent('PATCH', `/api/scenes/${SCENE_ID}`)).toHaveLength(0);
    await pass(400);
    expect(server.sent('PATCH', `/api/scenes/${SCENE_ID}`).map(({ body }) => body)).toEqual([
      { imageStatuses: ['failed'], imageStatus: 'failed', idempotencyKey: null },
    ]);
  });

  it('asks once more 5 s after the network failed, and takes its job up then [IMGJOB-25]', async () => {
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

  it('is left for the user when the network stays away [IMGJOB-25]', async () => {
    const { server } = await open(stuck());
    server.disconnect('GET', QUEUE);
    await pass(20_000);
    expect(server.sent('PATCH', `/api/scenes/${SCENE_ID}`)).toHaveLength(0);
    expect(screen.getByRole('button', { name: 'Clear Failed/Stuck Images' })).toBeTruthy();
  });
});

describe('clearing', () => {
  const CLEANUP = `/api/scenes/${SCENE_ID}/cleanup-dead-images`;

  it('is not offered when all is well, nor while something is generating [IMGJOB-36]', async () => {
    const { server, user, queryClient } = await open();
    expect(screen.queryByRole('button', { name: 'Clear Failed/Stuck Images' })).toBeNull();
    server.on('POST', GENERATE, () => {
      server.change(sceneWith([{ status: 'processing', jobId: JOB_ID }]));
      return { json: { jobId: JOB_ID, queuePosition: 0, queueStats: { activeJobs: 1, queuedJobs: 0 } } };
    });
    await user.click(button());
    await pass(1_000);
    // The queue does not name the job: that this window polls it is what keeps the button away.
    expect(screen.getByRole('button', { name: 'Image 1, processing' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Clear Failed/Stuck Images' })).toBeNull();
    act(() => imageJobTracker(queryClient).jobs.stop(JOB_ID));
    await pass(100);
    expect(screen.getByRole('button', { name: 'Clear Failed/Stuck Images' })).toBeTruthy();
  });

  it('removes failed slots and tells how many [IMGJOB-35, IMGJOB-36, IMGJOB-38]', async () => {
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

  it('says when it failed [IMGJOB-39]', async () => {
    const { server, user } = await open(sceneWith([{ status: 'failed' }]));
    server.fail('POST', CLEANUP, 500);
    await user.click(screen.getByRole('button', { name: 'Clear Failed/Stuck Images' }));
    await pass(100);
    expect(screen.getByText('Cleanup failed')).toBeTruthy();
  });
});
