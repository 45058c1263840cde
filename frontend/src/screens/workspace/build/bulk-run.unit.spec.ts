import { QueryClient } from '@tanstack/react-query';
import type { Scene } from '@storyreel/contracts';
import { sceneKeys } from '../../../domains/scenes/queries';
import { intentions } from '../../../platform/intentions';
import { manualTimers } from '../../../testing/manual-timers';
import { images, PROJECT_ID, sceneWith } from '../../../testing/media-fixtures';
import { sceneId, sceneNumbered, scenesNumbered, WorkspaceServer } from '../../../testing/workspace-server';
import { dismissToast } from '../../../ui';
import { toastStore } from '../../../ui/toast-store';
import { BulkRuns, withPlaceholders } from './bulk-run';

const GENERATE = '/api/midjourney/generate-image';
const toasted = () => toastStore.snapshot();

async function setUp(scenes: Scene[] = scenesNumbered(5)) {
  const server = new WorkspaceServer(scenes);
  const queryClient = new QueryClient();
  queryClient.setQueryData(sceneKeys.list(PROJECT_ID), server.scenes);
  server.on('POST', GENERATE, ({ body }) => {
    const { sceneId: id } = body as { sceneId: string };
    server.change(id, { imageStatus: 'processing' });
    return { json: { jobId: sceneId(500), queuePosition: 0, queueStats: { activeJobs: 1, queuedJobs: 0 } } };
  });
  const timers = manualTimers();
  const runs = new BulkRuns(timers);
  const cached = (n: number) =>
    queryClient.getQueryData<Scene[]>(sceneKeys.list(PROJECT_ID))?.find(({ id }) => id === sceneId(n));
  const reads = () => server.sent('GET', '/api/scenes').length;
  const complete = (...numbers: number[]) => {
    for (const n of numbers) server.change(sceneId(n), { imageStatus: 'complete' });
  };
  return { server, queryClient, timers, runs, cached, reads, complete };
}
type SetUp = Awaited<ReturnType<typeof setUp>>;
const start = ({ runs, queryClient }: SetUp) => runs.start(queryClient, PROJECT_ID);

/** Long enough for a poll's answer to have come. */
async function poll({ timers }: SetUp, ms: number): Promise<void> {
  await timers.advance(ms);
  for (let turn = 0; turn < 5; turn += 1) await timers.advance(0);
}

let logged: jest.SpyInstance;
beforeEach(() => (logged = jest.spyOn(console, 'error').mockImplementation(() => undefined)));
afterEach(() => {
  logged.mockRestore();
  intentions.forgetAll();
  dismissToast();
});

describe('a bulk run', () => {
  it('queues the scenes with an image prompt one by one, and says that they are bulk requests [IMGJOB-03, IMGJOB-26]', async () => {
    const t = await setUp([sceneNumbered(1), sceneNumbered(2, { imagePrompt: ' ' }), sceneNumbered(3)]);
    await start(t);
    const rest = { model: 'v6.1', projectId: PROJECT_ID, bulk: true, idempotencyKey: expect.stringMatching(/^.{21}$/) };
    expect(t.server.sent('POST', GENERATE).map(({ body }) => body)).toEqual([
      { ...rest, sceneId: sceneId(1), prompt: 'Picture 1' },
      { ...rest, sceneId: sceneId(3), prompt: 'Picture 3' },
    ]);
    expect(toasted()).toMatchObject({ title: 'Jobs queued' });
  });

  it('puts four placeholders behind the images that are there [IMGJOB-26]', () => {
    const marked = withPlaceholders(sceneWith(images(2)));
    expect(marked.imageStatus).toBe('processing');
    expect(marked.imageStatuses).toEqual([
      'complete',
      'complete',
      'processing',
      'processing',
      'processing',
      'processing',
    ]);
    expect(marked.imageUrls).toHaveLength(6);
    expect(new Set(marked.imageIds).size).toBe(6);
    expect(marked.imageJobIds).toHaveLength(6);
  });

  it('gives a scene that could not be queued its earlier state back [IMGJOB-27, IMGJOB-33]', async () => {
    const t = await setUp();
    const before = t.cached(2);
    t.server.on('POST', GENERATE, ({ body }) => {
      const { sceneId: id } = body as { sceneId: string };
      if (id === sceneId(2)) return { status: 400, json: { message: 'No room for four more.', code: 'limit_reached' } };
      t.server.change(id, { imageStatus: 'processing' });
      return { json: { jobId: sceneId(500), queuePosition: 0, queueStats: { activeJobs: 1, queuedJobs: 0 } } };
    });
    await start(t);
    expect(t.cached(2)).toEqual(before);
    expect(toasted()).toMatchObject({
      title: 'Batch partially queued',
      description: '4 queued, 1 failed. No room for four more.',
      variant: 'destructive',
    });
  });

  it("says 'Batch failed' when no scene could be queued, and polls nothing [IMGJOB-33]", async () => {
    const t = await setUp();
    t.server.fail('POST', GENERATE, 503);
    await start(t);
    expect(toasted()).toMatchObject({ title: 'Batch failed', variant: 'destructive' });
    expect(t.timers.pending()).toBe(0);
    expect(t.runs.progressOf(PROJECT_ID)).toBeNull();
  });

  it('asks for no more once the zaps are used up', async () => {
    const t = await setUp();
    t.server.fail('POST', GENERATE, 402, 'Not enough zaps.', 'insufficient_zaps');
    await start(t);
    expect(t.server.sent('POST', GENERATE)).toHaveLength(1);
    expect(toasted()).toMatchObject({ title: 'Batch failed' });
  });

  it('is not started a second time while it goes on', async () => {
    const t = await setUp(scenesNumbered(2));
    await Promise.all([start(t), start(t)]);
    expect(t.server.sent('POST', GENERATE)).toHaveLength(2);
  });
});

describe('a bulk run that is started again', () => {
  const keys = ({ server }: SetUp) =>
    server.sent('POST', GENERATE).map(({ body }) => {
      const { sceneId: id, idempotencyKey } = body as { sceneId: string; idempotencyKey: string };
      return { id, idempotencyKey };
    });
  const finish = async (t: SetUp) => {
    t.complete(1, 2);
    await poll(t, 3000);
  };

  it('asks for a scene whose answer was lost by the same key, and for one that was answered by a new one', async () => {
    const t = await setUp(scenesNumbered(2));
    let isLost = false;
    t.server.on('POST', GENERATE, ({ body }) => {
      const { sceneId: id } = body as { sceneId: string };
      if (id === sceneId(2) && !isLost) {
        isLost = true;
        throw new TypeError('Failed to fetch');
      }
      return { json: { jobId: sceneId(500), queuePosition: 0, queueStats: { activeJobs: 1, queuedJobs: 0 } } };
    });
    await start(t);
    await finish(t);
    await start(t);
    await finish(t);
    await start(t);
    const [answered, lost, again, repeated, third, answeredByThen] = keys(t);
    expect(keys(t)).toHaveLength(6);
    expect(repeated).toEqual(lost);
    expect(again?.id).toBe(answered?.id);
    expect(new Set([answered, again, third].map((asked) => asked?.idempotencyKey)).size).toBe(3);
    expect(answeredByThen?.id).toBe(lost?.id);
    expect(answeredByThen?.idempotencyKey).not.toBe(lost?.idempotencyKey);
  });

  it('asks by a new key for a scene whose prompt has changed since', async () => {
    const t = await setUp(scenesNumbered(1));
    t.server.disconnect('POST', GENERATE);
    await start(t);
    t.server.change(sceneId(1), { imagePrompt: 'Another picture' });
    t.queryClient.setQueryData(sceneKeys.list(PROJECT_ID), t.server.scenes);
    await start(t);
    const [first, second] = keys(t);
    expect(second?.id).toBe(first?.id);
    expect(second?.idempotencyKey).not.toBe(first?.idempotencyKey);
  });
});

describe('a queued bulk run', () => {
  it('is polled after 3 s and then every 5 s, until no scene of the run is processing [IMGJOB-31, IMGJOB-34]', async () => {
    const other = sceneNumbered(4, { imagePrompt: '', imageStatus: 'processing' });
    const t = await setUp([...scenesNumbered(3), other]);
    await start(t);
    expect(toasted()).toMatchObject({ title: 'Jobs queued' });
    const reads = t.reads();
    await poll(t, 2999);
    expect(t.reads()).toBe(reads);
    t.complete(1);
    await poll(t, 1);
    expect(t.reads()).toBe(reads + 1);
    expect(t.runs.progressOf(PROJECT_ID)).toMatchObject({ phase: 'generating', finished: 1, queued: 3 });
    await poll(t, 4999);
    expect(t.reads()).toBe(reads + 1);
    t.complete(2, 3);
    await poll(t, 1);
    expect(t.reads()).toBe(reads + 2);
    expect(toasted()).toMatchObject({ title: 'Batch complete' });
    expect(t.runs.progressOf(PROJECT_ID)).toBeNull();
    expect(t.timers.pending()).toBe(0);
  });

  it("says 'Large batch in progress' at poll 240, not before [IMGJOB-32]", async () => {
    const t = await setUp(scenesNumbered(1));
    await start(t);
    await poll(t, 3000);
    for (let count = 2; count < 240; count += 1) await poll(t, 5000);
    expect(toasted()).toMatchObject({ title: 'Jobs queued' });
    await poll(t, 5000);
    expect(toasted()).toMatchObject({ title: 'Large batch in progress', description: expect.any(String) });
    expect(toasted()?.variant).not.toBe('destructive');
  });

  it('goes on when a poll does not reach the server', async () => {
    const t = await setUp(scenesNumbered(1));
    await start(t);
    t.server.disconnect('GET', '/api/scenes');
    await poll(t, 3000);
    t.complete(1);
    t.server.on('GET', '/api/scenes', () => ({ json: t.server.scenes }));
    await poll(t, 5000);
    expect(toasted()).toMatchObject({ title: 'Batch complete' });
  });
});
