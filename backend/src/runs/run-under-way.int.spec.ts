import { type Run, type RunDetail, runDetailSchema, runSchema } from '@storyreel/contracts';
import { PaidWork } from '../money/zaps';
import { eventually } from '../testing/eventually';
import { grantRole } from '../testing/grant-role';
import { projectWithScene } from '../testing/make-story';
import type { StagedNode, TestUser } from '../testing/node-stage';
import { onStubs } from '../testing/provider-stubs/on-stubs';
import { ReplicateStub } from '../testing/provider-stubs/replicate-stub';

describe('a running run', () => {
  let now = Date.now();
  let node: StagedNode;
  let ada: TestUser;
  let developer: TestUser;
  const { replicate } = onStubs((begun) => ({ node, ada } = begun), { clock: { now: () => new Date(now) } });
  beforeAll(async () => {
    developer = await node.newUser();
    await grantRole(node, developer, 'developer');
  });

  const queue = async (): Promise<string> => {
    const scene = await projectWithScene(ada);
    const order = { ...scene, prompt: 'a lighthouse', idempotencyKey: `images-of-${scene.sceneId}` };
    const { body } = await ada.agent.post('/api/midjourney/generate-image').send(order).expect(200);
    return (body as { jobId: string }).jobId;
  };
  const shown = async (by: TestUser, id: string): Promise<RunDetail> =>
    runDetailSchema.parse((await by.agent.get(`/api/runs/${id}`).expect(200)).body);
  const listed = async (query: string): Promise<Run[]> =>
    runSchema.array().parse((await developer.agent.get(`/api/runs?${query}`).expect(200)).body);

  it('shows developers its failed calls and its next attempt, and releases the zaps when it fails', async () => {
    const busy = { kind: 'status', status: 429, detail: 'Slow down, account 17', retryAfter: '30' } as const;
    replicate.failNext('create', busy);
    const id = await queue();
    const run = await eventually(
      'A failed call',
      async () => {
        const found = await shown(developer, id);
        // The list of runs shows the start slightly later than the table of jobs shows the failed call.
        return found.progress?.failedCalls === 1 && found.state === 'running' ? found : null;
      },
      10_000,
    );
    expect(run).toMatchObject({ error: null, attempts: 1 });
    expect(run.progress?.lastError).toContain('Slow down, account 17');
    expect(Date.parse(run.progress?.nextTryAt ?? '') - Date.parse(run.progress?.lastErrorAt ?? '')).toBe(30_000);
    expect((await shown(ada, id)).progress).toBeUndefined();
    expect((await listed(`find=${id}`))[0]?.progress?.failedCalls).toBe(1);

    expect(await listed(`find=${id}&late=true`)).toEqual([]);
    now += 10 * 60_000;
    expect(await listed(`find=${id}&late=true`)).toHaveLength(1);

    const end = (by: TestUser, reason: string) => by.agent.post(`/api/runs/${id}/end`).send({ reason });
    await end(ada, 'Mine').expect(404);
    await end(developer, '').expect(400);
    await end(developer, 'Replicate is away').expect(200, { outcome: 'released' });
    await end(developer, 'Once more').expect(200, { outcome: 'over' });
    await node.idle();
    const ended = await shown(ada, id);
    expect(ended).toMatchObject({
      state: 'failed',
      zaps: 0,
      error: 'The people who run this installation ended it: Replicate is away',
    });
    expect((await node.get(PaidWork).findHold(ada.id, ended.holdId ?? ''))?.status).toBe('released');
    expect(replicate.accepted).toBe(0);
    expect(await accesses()).toContainEqual({
      what: 'run ended',
      ownerId: ada.id,
      detail: { runId: id, reason: 'Replicate is away' },
    });
  });

  it('that failed shows the provider’s message, the request and its raw answer to developers only', async () => {
    replicate.failNext('create', { kind: 'status', status: 402, detail: 'Account 17 is out of credit' });
    const id = await queue();
    await node.idle();
    const run = await shown(developer, id);
    expect(run.error).not.toContain('Account 17');
    expect(run.providerError).toMatchObject({ type: 'CreateRefused', status: 402 });
    expect(run.providerError?.message).toContain('Account 17 is out of credit');
    expect(run.recording.calls[0]?.exchanges).toMatchObject([
      { method: 'POST', status: 402, headers: { authorization: 'Bearer $API_KEY' }, error: null },
    ]);
    expect(run.recording.calls[0]?.exchanges?.[0]?.body).toContain('Account 17 is out of credit');
    expect(JSON.stringify(run)).not.toContain(ReplicateStub.token);
    const creators = JSON.stringify(await shown(ada, id));
    expect(creators).not.toContain('Account 17');
    expect(creators).not.toContain('exchanges');

    const group = (await developer.agent.get(`/api/runs/errors?find=${id}`).expect(200)).body as object[];
    expect(group).toMatchObject([{ runs: 1, people: 1, kinds: ['image'], newestRunId: id }]);
  });

  const accesses = async () => {
    const found: unknown[] = [];
    for await (const { streamId, data } of node.runtime.events.readAll())
      if (streamId === `access-${developer.id}`) found.push(data);
    return found;
  };
});
