import { QueryClient } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import type { Batch } from '@storyreel/contracts';
import { batchWith, overBatch } from '../../testing/batch-fixtures';
import { manualTimers } from '../../testing/manual-timers';
import { WorkspaceServer } from '../../testing/workspace-server';
import { session } from '../../platform/session/session';
import { dismissToast } from '../../ui';
import { toastStore } from '../../ui/toast-store';
import { announceStarted, BatchWatch, batchWatch, onPush } from './batch-watch';
import { keepBatch, timeLeftWords } from './api';

const toasted = () => toastStore.snapshot().at(-1);

function setUp(started: Batch = batchWith(), isPushed = false) {
  const server = new WorkspaceServer();
  const queryClient = new QueryClient();
  let now = started;
  server.on('GET', '/api/batches', () => ({ json: [now] }));
  const timers = manualTimers();
  const watch = new BatchWatch(queryClient, timers, () => isPushed);
  keepBatch(queryClient, started);
  watch.watch(started);
  const reads = () => server.sent('GET', '/api/batches').length;
  return { server, queryClient, timers, watch, reads, become: (next: Batch) => (now = next) };
}

/** Advances the timers, then waits long enough for the response to a poll. */
async function poll({ timers }: ReturnType<typeof setUp>, ms: number): Promise<void> {
  await timers.advance(ms);
  for (let turn = 0; turn < 5; turn += 1) await timers.advance(0);
}

afterEach(() => dismissToast());

describe('a started batch', () => {
  it("says 'Generation started', and 'Batch partially queued' where some could not be [IMGJOB-33, IMGJOB-34]", () => {
    announceStarted(batchWith());
    expect(toasted()).toMatchObject({
      title: 'Generation started',
      description: '6 scenes: the first 3 start at once.',
    });
    announceStarted(batchWith({ waiting: 1, skipped: 1, problems: [{ sceneId: 'x', message: 'No room.' }] }));
    expect(toasted()).toMatchObject({
      title: 'Batch partially queued',
      description: '4 queued, 1 failed. No room.',
      variant: 'destructive',
    });
  });
});

describe('a batch without a push connection', () => {
  it('is polled after 3 s and then every 5 s, until nothing of it is left [IMGJOB-31, IMGJOB-34]', async () => {
    const t = setUp();
    await poll(t, 2999);
    expect(t.reads()).toBe(0);
    t.become(batchWith({ made: 1, waiting: 2 }));
    await poll(t, 1);
    expect(t.reads()).toBe(1);
    await poll(t, 4999);
    expect(t.reads()).toBe(1);
    t.become(overBatch({ made: 6 }));
    await poll(t, 1);
    expect(t.reads()).toBe(2);
    expect(toasted()).toMatchObject({ title: 'Batch complete', description: 'Images for 6 scenes are done.' });
    expect(t.timers.pending()).toBe(0);
  });

  it("says 'Large batch in progress' at poll 240, not before [IMGJOB-32]", async () => {
    const t = setUp();
    await poll(t, 3000);
    for (let count = 2; count < 240; count += 1) await poll(t, 5000);
    expect(toasted()?.title).not.toBe('Large batch in progress');
    await poll(t, 5000);
    expect(toasted()).toMatchObject({ title: 'Large batch in progress', description: expect.any(String) });
    expect(toasted()?.variant).not.toBe('destructive');
  });

  it('is polled again when a poll does not reach the server', async () => {
    const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const t = setUp();
    t.server.disconnect('GET', '/api/batches');
    await poll(t, 3000);
    t.server.on('GET', '/api/batches', () => ({ json: [overBatch({ made: 6 })] }));
    await poll(t, 5000);
    expect(toasted()).toMatchObject({ title: 'Batch complete' });
    logged.mockRestore();
  });

  it.each([
    ['the user leaves', async () => session.end()],
    [
      'the user has signed out',
      async (t: ReturnType<typeof setUp>) => {
        t.server.fail('GET', '/api/batches', 401);
        await poll(t, 5000);
      },
    ],
  ])('is no longer polled when %s', async (_when, leave) => {
    const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const t = setUp();
    await poll(t, 3000);
    expect(t.reads()).toBe(1);
    await leave(t);
    const before = t.reads();
    await poll(t, 5000);
    await poll(t, 5000);
    expect(t.reads()).toBe(before);
    expect(t.timers.pending()).toBe(0);
    logged.mockRestore();
  });

  it('offers to retry its failures', async () => {
    const t = setUp();
    t.become(overBatch({ made: 4, failed: 2 }));
    await poll(t, 3000);
    expect(toasted()).toMatchObject({ description: 'Images for 4 scenes are done, 2 failed.' });
    expect(toasted()?.action?.label).toBe('Retry 2 Failed');
  });

  it('says why the server refuses a retry', async () => {
    const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const t = setUp();
    t.become(overBatch({ made: 4, failed: 2 }));
    await poll(t, 3000);
    const reason = 'A batch like this is already in progress for this project.';
    t.server.fail('POST', '/api/batches/:id/retry', 409, reason);
    toasted()?.action?.onClick();
    await waitFor(() => expect(toasted()?.title).toBe("Couldn't retry the batch"));
    expect(toasted()?.description).toBe(reason);
    logged.mockRestore();
  });

  it.each([
    [{ made: 5, skipped: 1 }, 'Images for 5 scenes are done, 1 skipped.', undefined],
    [{ made: 3, failed: 1, skipped: 2 }, 'Images for 3 scenes are done, 1 failed, 2 skipped.', 'Retry 1 Failed'],
  ])('names skipped scenes, and offers to retry the failed ones only: %j', async (counts, words, label) => {
    const t = setUp();
    t.become(overBatch(counts));
    await poll(t, 3000);
    expect(toasted()).toMatchObject({ title: 'Batch complete', description: words });
    expect(toasted()?.action?.label).toBe(label);
  });
});

describe('a batch that is pushed', () => {
  it('is not polled', async () => {
    const t = setUp(batchWith(), true);
    await poll(t, 3000);
    await poll(t, 5000);
    expect(t.reads()).toBe(0);
  });

  it('shows the counts of the message, and is read only when other data has changed', async () => {
    const { server, queryClient } = setUp();
    batchWatch(queryClient).watch(batchWith());
    const {
      id,
      projectId,
      pause: _p,
      problems: _q,
      startedAt: _s,
      endedAt: _e,
      projectTitle: _t,
      kind: _k,
      modelId: _m,
      ...progress
    } = batchWith({ made: 1, waiting: 2 });
    onPush({ type: 'batchesChanged', batches: [{ id, projectId, progress }], position: '1' }, queryClient);
    expect(queryClient.getQueryData<Batch[]>(['/api/batches'])).toMatchObject([{ id, made: 1, waiting: 2 }]);
    expect(server.sent('GET', '/api/batches')).toHaveLength(0);
  });
});

describe('the remaining time', () => {
  it('is estimated from the finished scenes', () => {
    expect(timeLeftWords(batchWith())).toBeNull();
    expect(timeLeftWords(batchWith({ sceneMs: 10_000 }))).toBe('less than a minute left');
    expect(timeLeftWords(batchWith({ sceneMs: 60_000, waiting: 27 }))).toBe('about 10 min left');
    expect(timeLeftWords(batchWith({ sceneMs: 60_000, status: 'paused' }))).toBeNull();
  });
});
