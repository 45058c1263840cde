import { useQuery } from '@tanstack/react-query';
import { act } from '@testing-library/react';
import { z } from 'zod';
import { useStartBatch } from '../domains/batches/start-batch';
import { useCreateContinuity } from '../screens/workspace/settings/useCreateContinuity';
import { imageJobTracker } from '../domains/image-jobs/image-job-tracker';
import { startImageGeneration } from '../domains/image-jobs/start-image-generation';
import { usePromptActions } from '../domains/scenes/prompt-actions';
import { useProcessStory } from '../domains/scenes/replace-all-scenes';
import { startSpeech } from '../domains/speech/start-speech';
import { getQueryFn } from '../platform/query-client';
import { batchWith } from '../testing/batch-fixtures';
import { JOB_ID, PREDICTION_ID, PROJECT_ID, SCENE_ID } from '../testing/media-fixtures';
import { openStage, pass, SCENE, setStage, type Stage } from '../testing/message-stage';
import { predictionTracker } from '../domains/videos/prediction-tracker';
import { startVideoGeneration } from '../domains/videos/start-video-generation';
import { useBalance, zapKeys } from '../domains/zaps/queries';
import { useAddZaps } from '../domains/zaps/useAddZaps';

setStage();

const BALANCE = zapKeys.balance[0];
const PLACE = { sceneId: SCENE_ID, projectId: PROJECT_ID };
const ORDER = { modelId: 'kling-v2.1', duration: 5, quality: 'standard', extras: {} } as const;

/** A stage where the balance is on screen, and where all that is paid for succeeds. */
async function openWithBalance(): Promise<Stage & { shown: () => number | undefined }> {
  const stage = openStage();
  const { server } = stage;
  server.on('POST', '/api/ai/generate/scene-description/:id', () => ({
    json: { scene: SCENE, description: SCENE.description },
  }));
  server.on('POST', '/api/ai/generate/video-prompt/:id', () => ({ json: { videoPrompt: 'Pan.' } }));
  server.on('POST', '/api/ai/generate/continuity', () => ({ json: { characters: '', environments: '', props: '' } }));
  server.on('POST', '/api/scenes/:id/enhance-prompt', () => ({ json: { enhancedPrompt: 'Fog.' } }));
  server.on('POST', '/api/scenes/process-story', () => ({ json: { sceneCount: 2 } }));
  server.on('POST', '/api/generate-speech', () => ({ json: { jobId: JOB_ID, costInfo: { creditsUsed: 0.1 } } }));
  server.on('POST', '/api/credits/add-zaps', () => ({ json: { amount: 100 } }));
  const balance = await stage.run(useBalance);
  return { ...stage, shown: () => balance.current.data };
}

type PaidAction = [name: string, run: (stage: Stage) => Promise<unknown>];

const actOnTexts = (action: keyof ReturnType<typeof usePromptActions>) => async (stage: Stage) => {
  const actions = await stage.run(() => usePromptActions(SCENE));
  await act(() => actions.current[action](stage.server.project, null));
};

const STARTED: PaidAction[] = [
  ['images', ({ queryClient }) => startImageGeneration(queryClient, SCENE)],
  [
    'images of all scenes',
    async ({ run, server }) => {
      const batch = await run(() => useStartBatch(server.project));
      await act(() => batch.current.images([SCENE.id], 0));
    },
  ],
  ['the narration of a scene', ({ queryClient }) => startSpeech(queryClient, SCENE, { words: 'Once.', voice: null })],
  [
    'the narration of all scenes',
    async ({ run, server }) => {
      server.on('POST', '/api/batches', () => ({ status: 201, json: batchWith({ kind: 'speech' }) }));
      const batch = await run(() => useStartBatch(server.project));
      await act(() => batch.current.speech([SCENE.id], 1));
    },
  ],
  ['a video', ({ queryClient }) => startVideoGeneration(queryClient, SCENE, ORDER, {})],
  ['a description', actOnTexts('regenerateDescription')],
  ['an enhanced prompt', actOnTexts('enhanceImagePrompt')],
  ['a video prompt', actOnTexts('regenerateVideoPrompt')],
  [
    'descriptions of all scenes',
    async ({ run, server }) => {
      const batch = await run(() => useStartBatch(server.project));
      await act(() => batch.current.descriptions([SCENE.id]));
    },
  ],
  [
    'continuity details',
    async ({ run, server }) => {
      const continuity = await run(() => useCreateContinuity(server.project));
      await act(() => continuity.current.create());
    },
  ],
  [
    'scenes from the story',
    async ({ run }) => {
      const creation = await run(() => useProcessStory(PROJECT_ID));
      act(() => creation.current.mutate({ saveStory: () => Promise.resolve(true), story: 'Once.', replaces: true }));
    },
  ],
];

const ENDED: PaidAction[] = [
  ...(['completed', 'failed'] as const).map((status): PaidAction => [
    `an image job that is ${status}`,
    async ({ server, queryClient }) => {
      server.job = { status, ...(status === 'completed' && { result: { imageUrls: ['/api/media/new.png'] } }) };
      imageJobTracker(queryClient).jobStarted(JOB_ID, PLACE);
    },
  ]),
  ...(['succeeded', 'failed', 'canceled'] as const).map((status): PaidAction => [
    `a video that is ${status}`,
    async ({ server, queryClient }) => {
      server.prediction = { status };
      predictionTracker(queryClient).started(PREDICTION_ID, PLACE);
    },
  ]),
];

/** Long enough for the first poll of a job. */
const POLLED_MS = 6_000;
/** What the balance on screen is once the action is through, if the server's changes as it begins. */
async function balanceAfter(stage: Awaited<ReturnType<typeof openWithBalance>>, run: PaidAction[1]) {
  stage.server.balance = 42;
  await run(stage);
  await pass(POLLED_MS);
  return stage.shown();
}
/** Whether the balance was asked for after the last command had been sent. */
function readLast({ server }: Stage): boolean {
  const isRead = server.calls.map(({ path }) => path === BALANCE);
  const isCommand = server.calls.map(({ method }) => method === 'POST');
  return isRead.lastIndexOf(true) > isCommand.lastIndexOf(true);
}

describe('a request that is paid for', () => {
  it.each(STARTED)('carries a key of its own: %s', async (_name, run) => {
    const stage = await openWithBalance();
    await run(stage);
    await pass(POLLED_MS);
    const keys = stage.server.calls
      .filter(({ method }) => method === 'POST')
      .map(
        ({ headers, body }) =>
          headers.get('Idempotency-Key') ?? (body as { idempotencyKey?: string } | undefined)?.idempotencyKey,
      );
    expect(keys).not.toEqual([]);
    for (const key of keys) expect(key).toMatch(/^[\w-]{21}$/);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe('the balance', () => {
  it.each(STARTED)('is read anew after %s [ZAPS-11]', async (_name, run) => {
    const stage = await openWithBalance();
    expect(stage.shown()).toBe(100);
    expect(await balanceAfter(stage, run)).toBe(42);
    expect(readLast(stage)).toBe(true);
  });

  it.each(STARTED)('is read anew when the server refuses %s', async (_name, run) => {
    const stage = await openWithBalance();
    stage.refuse('POST');
    expect(await balanceAfter(stage, run)).toBe(42);
    expect(readLast(stage)).toBe(true);
  });

  it.each(ENDED)('is read anew after %s [ZAPS-11]', async (_name, run) => {
    expect(await balanceAfter(await openWithBalance(), run)).toBe(42);
  });

  it('is read anew after a purchase', async () => {
    const stage = await openWithBalance();
    const purchase = await stage.run(useAddZaps);
    expect(await balanceAfter(stage, async () => act(() => purchase.current.mutate(100)))).toBe(42);
  });

  it('is not read anew when the window gets the focus [ZAPS-11]', async () => {
    const { run, server } = await openWithBalance();
    const queryFn = getQueryFn(z.unknown());
    await run(() => useQuery({ queryKey: zapKeys.usageEvents, queryFn, refetchOnWindowFocus: 'always' }));
    const reads = () => [BALANCE, zapKeys.usageEvents[0]].map((path) => server.sent('GET', path).length);
    expect(reads()).toEqual([1, 1]);
    for (const type of ['visibilitychange', 'focus']) act(() => void window.dispatchEvent(new Event(type)));
    await pass(POLLED_MS);
    // The other query shows that the focus was noticed.
    expect(reads()).toEqual([1, 2]);
  });
});
