import { QueryClientProvider } from '@tanstack/react-query';
import { imagesPrice, knownModels, toZaps } from '@storyreel/contracts';
import { act, renderHook, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { images, JOB_ID, PROJECT_ID, SCENE_ID, sceneWith } from '../../../testing/media-fixtures';
import { useBalance } from '../../zaps/api';
import { startImageGeneration } from './useImageGeneration';
import { GENERATE, JOB, button, start } from '../../../testing/image-generation-stage';
import { open } from '../../../testing/open-media';
import { stopTime, pass } from '../../../testing/stopped-time';

stopTime();

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

  it('sends the chosen model, at its price, where several are offered', async () => {
    const { server, user } = await open(undefined, (host) =>
      host.on('GET', '/api/models', () => ({
        json: { models: [...knownModels()], offered: ['v6.1', 'gpt-image-2.6-flare'], notices: [] },
      })),
    );
    await user.selectOptions(screen.getByRole('combobox', { name: 'Image model' }), 'GPT Image 2.6 Flare');
    await pass(100);
    expect(button().textContent).toContain('11 zaps');
    await user.click(button());
    await pass(100);
    expect(server.sent('POST', GENERATE)[0]?.body).toMatchObject({ model: 'gpt-image-2.6-flare' });
  });

  it('costs more with each reference image, where the model charges for them', async () => {
    const imagePrompt = 'Mara waits --oref https://example.com/mara.png';
    const { user } = await open({ ...sceneWith(images(0)), imagePrompt }, (host) =>
      host.on('GET', '/api/models', () => ({
        json: { models: [...knownModels()], offered: ['v6.1', 'flux-2-pro'], notices: [] },
      })),
    );
    await user.selectOptions(screen.getByRole('combobox', { name: 'Image model' }), 'FLUX.2 Pro');
    await pass(100);
    expect(button().textContent).toContain(`${toZaps(imagesPrice(4, 'flux-2-pro', 1).units)} zaps`);
    expect(imagesPrice(4, 'flux-2-pro', 1).units).toBeGreaterThan(imagesPrice(4, 'flux-2-pro').units);
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

  it('is generated once when it is requested in two places at the same time [IMGJOB-22]', async () => {
    const { server, queryClient } = await open();
    const { scene } = server;
    await act(() => Promise.all([startImageGeneration(queryClient, scene), startImageGeneration(queryClient, scene)]));
    expect(server.sent('POST', GENERATE)).toHaveLength(1);
  });

  it('shows the position and the active jobs when it has to wait [IMGJOB-19]', async () => {
    const { server, user } = await open();
    server.on('POST', GENERATE, () => ({
      json: { jobId: JOB_ID, queuePosition: 2, queueStats: { activeJobs: 3, queuedJobs: 2 } },
    }));
    await user.click(button());
    await pass(100);
    expect(screen.getByText('Image generation queued')).toBeTruthy();
    expect(screen.getByText('Position 2 in the queue, 3 active jobs')).toBeTruthy();
  });

  it('shows an error when it could not start [IMGJOB-20]', async () => {
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
  ])('treats %i "%s" as a job that is running already, without an error [IMGJOB-21]', async (status, message) => {
    const { server, user } = await open();
    // An older server responds with 400.
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

describe('a scene that cannot generate', () => {
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

  it('needs space for four more, else the button says why not', async () => {
    await open(sceneWith(images(9)));
    expect(button()).toHaveProperty('disabled', true);
    expect(screen.getByRole('group', { name: /A scene can have at most 12 images/ })).toBeTruthy();
  });
});

describe('a running job', () => {
  /** Mounts a component that reads the balance. `reads` counts the requests for scenes, project and balance. */
  async function startAndCountReads() {
    const { server, queryClient } = await start();
    const wrapper = ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    );
    renderHook(() => useBalance(), { wrapper });
    await pass(100);
    const reads = () =>
      ['/api/scenes', `/api/projects/${PROJECT_ID}`, '/api/credits/balance'].map(
        (path) => server.sent('GET', path).length,
      );
    return { server, reads };
  }

  it('is polled every 5 s [IMGJOB-12]', async () => {
    const { server } = await start();
    for (const polls of [0, 1, 2, 3]) {
      expect(server.sent('GET', JOB)).toHaveLength(polls);
      await pass(5_000);
    }
  });

  it('that is completed updates images, project and balance and shows a message [IMGJOB-13, IMGJOB-14]', async () => {
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
  ])('that failed with %s shows a message [IMGJOB-13, IMGJOB-15]', async (error, told) => {
    const { server, reads } = await startAndCountReads();
    const before = reads();
    server.job = { status: 'failed', error };
    await pass(5_000);
    expect(screen.getByText('Image generation failed')).toBeTruthy();
    expect(screen.getByText(told)).toBeTruthy();
    expect(reads().map((count, index) => count > (before[index] ?? 0))).toEqual([true, true, true]);
  });

  it('that is not found gets its slots marked failed and saved [IMGJOB-16, IMGJOB-17, IMGJOB-18]', async () => {
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

  it('is still polled after the network was away for a while', async () => {
    const { server } = await start();
    server.disconnect('GET', JOB);
    await pass(10_000);
    expect(server.sent('GET', JOB)).toHaveLength(2);
    expect(button().textContent).toContain('Generating');
  });
});
