import { findRoute, PAID_ROUTES } from '@storyreel/contracts/testing';
import { useQuery } from '@tanstack/react-query';
import { act } from '@testing-library/react';
import { z } from 'zod';
import { postMessage } from '../features/research/api';
import { useStartFilm } from '../features/film/api';
import { describePost } from '../features/posts/post-commands';
import { useStoryAudio } from '../features/narration/useStoryAudio';
import { abridgeStory, writeStory } from '../features/story/api';
import { useStartBatch } from '../features/batches/useStartBatch';
import { useCreateContinuity } from '../features/workspace/settings/ContinuityTab';
import { imageJobTracker } from '../features/pictures/images/image-job-tracker';
import { startImageGeneration } from '../features/pictures/images/useImageGeneration';
import { usePromptActions } from '../features/scenes/PromptActions';
import { wholeProject } from '../features/projects/api';
import { useProcessStory } from '../features/scenes/commands';
import { startSpeech } from '../features/narration/api';
import { getQueryFn } from '../platform/cache/query-client';
import { batchWith } from '../testing/batch-fixtures';
import { loseNextAnswer } from '../testing/lost-answer';
import { JOB_ID, PREDICTION_ID, PROJECT_ID, SCENE_ID } from '../testing/media-fixtures';
import { openStage, pass, SCENE, setStage, type Stage } from '../testing/message-stage';
import { predictionTracker } from '../features/pictures/clips/prediction-tracker';
import { startVideoGeneration } from '../features/pictures/clips/useVideoGeneration';
import { useDrawSheet } from '../features/cast/DrawSheet';
import { useBalance, zapKeys } from '../features/zaps/api';
import { useAddZaps } from '../features/credits/PurchaseTab';

setStage();

const BALANCE = zapKeys.balance[0];
const PLACE = { sceneId: SCENE_ID, projectId: PROJECT_ID };
const ORDER = { modelId: 'kling-v2.1', duration: 5, quality: 'standard', extras: {} } as const;

/** Opens a stage that shows the balance and accepts all paid requests. */
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
  [
    'a story from an idea',
    ({ queryClient }) => {
      const wish = { idea: 'A keeper finds a bottle.', tone: 'warm', length: 'short', replaces: true } as const;
      return writeStory(queryClient, PROJECT_ID, wish, () => Promise.resolve(true)).catch(() => undefined);
    },
  ],
  [
    'a shorter story',
    ({ queryClient }) => abridgeStory(queryClient, PROJECT_ID, { seconds: 60, story: 'Once.' }).catch(() => undefined),
  ],
  [
    'the words of a post',
    ({ queryClient }) =>
      describePost(queryClient, { title: 'The keeper', platforms: ['tiktok'], project: null }, () => undefined),
  ],
  ['an answer of the chat', ({ queryClient }) => postMessage(queryClient, PROJECT_ID, 'Who is Mara?')],
  [
    'the story read aloud',
    async ({ run, server, queryClient }) => {
      await run(() => useQuery(wholeProject(queryClient, PROJECT_ID)));
      const audio = await run(() => useStoryAudio(server.project));
      await act(() => audio.current.generate({ stability: 0.5, clarity: 0.8, style: 0.3 }));
    },
  ],
  [
    'a sheet of a member of the cast',
    async ({ run, server }) => {
      server.project.characters = 'Mara: red coat';
      const sheet = await run(() => useDrawSheet(PROJECT_ID));
      await act(() =>
        sheet.current.mutateAsync({ memberId: 'character-mara', model: 'v6.1' }).then(
          () => undefined,
          () => undefined,
        ),
      );
    },
  ],
  [
    'the film',
    async ({ run }) => {
      const film = await run(() => useStartFilm(PROJECT_ID));
      await act(() => film.current.make('draft'));
    },
  ],
];
/** Routes of actions in an image's dialogs, which are tested in rework.unit.spec.tsx. */
const IN_DIALOGS = ['POST /api/images/edit', 'POST /api/images/upscale'];
/** Route of a dialog that keeps its own idempotency key, which the tests of reruns cover. */
const RUN_AGAIN = 'POST /api/runs/:id/again';

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
/** Returns the balance on screen after an action; the server's balance changes when the action starts. */
async function balanceAfter(stage: Awaited<ReturnType<typeof openWithBalance>>, run: PaidAction[1]) {
  stage.server.balance = 42;
  await run(stage);
  await pass(POLLED_MS);
  return stage.shown();
}
/** Returns true if the balance was read after the last command. */
function readLast({ server }: Stage): boolean {
  const isRead = server.calls.map(({ path }) => path === BALANCE);
  const isCommand = server.calls.map(({ method }) => method === 'POST');
  return isRead.lastIndexOf(true) > isCommand.lastIndexOf(true);
}

const keysOf = ({ server }: Stage) =>
  server.calls
    .filter(({ method }) => method === 'POST')
    .map(
      ({ headers, body }) =>
        headers.get('Idempotency-Key') ?? (body as { idempotencyKey?: string } | undefined)?.idempotencyKey,
    );

describe('a paid request', () => {
  const asked = new Set<string | undefined>();
  it.each(STARTED)('has its own key, which it keeps when its answer was lost: %s', async (_name, run) => {
    const stage = await openWithBalance();
    loseNextAnswer('POST', /./);
    await run(stage);
    await pass(POLLED_MS);
    await run(stage);
    await pass(POLLED_MS);
    const [first, second, ...others] = keysOf(stage);
    expect(first).toMatch(/^[\w-]{21}$/);
    expect([second, others]).toEqual([first, []]);
    for (const { method, path } of stage.server.calls) if (method === 'POST') asked.add(findRoute(method, path)?.name);
  });

  it('is tested here for each route that costs zaps', () => {
    expect([...asked, RUN_AGAIN, ...IN_DIALOGS].sort()).toEqual(Object.keys(PAID_ROUTES).sort());
  });
});

describe('the balance', () => {
  it.each(STARTED)('is read again after %s [ZAPS-11]', async (_name, run) => {
    const stage = await openWithBalance();
    expect(stage.shown()).toBe(100);
    // The fake server charges some actions at once, so the expected balance is the server's own.
    expect(await balanceAfter(stage, run)).toBe(stage.server.data.balance);
    expect(readLast(stage)).toBe(true);
  });

  it.each(STARTED)('is read again when the server refuses %s', async (_name, run) => {
    const stage = await openWithBalance();
    stage.refuse('POST');
    expect(await balanceAfter(stage, run)).toBe(42);
    expect(readLast(stage)).toBe(true);
  });

  it.each(ENDED)('is read again after %s [ZAPS-11]', async (_name, run) => {
    expect(await balanceAfter(await openWithBalance(), run)).toBe(42);
  });

  it('is read again after a purchase', async () => {
    const stage = await openWithBalance();
    const purchase = await stage.run(useAddZaps);
    expect(await balanceAfter(stage, async () => act(() => purchase.current.mutate(100)))).toBe(42);
  });

  it('is not read again when the window gets the focus [ZAPS-11]', async () => {
    const { run, server } = await openWithBalance();
    const queryFn = getQueryFn(z.unknown());
    await run(() => useQuery({ queryKey: zapKeys.usageEvents, queryFn, refetchOnWindowFocus: 'always' }));
    const reads = () => [BALANCE, zapKeys.usageEvents[0]].map((path) => server.sent('GET', path).length);
    expect(reads()).toEqual([1, 1]);
    for (const type of ['visibilitychange', 'focus']) act(() => void window.dispatchEvent(new Event(type)));
    await pass(POLLED_MS);
    // The other query's second read proves that the focus event was handled.
    expect(reads()).toEqual([1, 2]);
  });
});
