import { HOUSE_ID, type Run, type RunDetail, runDetailSchema, type SceneRun } from '@storyreel/contracts';
import { startTestApp, type TestApp, type TestUser } from '../testing/app-harness';
import { grantRole } from '../testing/grant-role';
import { projectWithScene } from '../testing/make-story';

let app: TestApp;
let creator: TestUser;
let developer: TestUser;
let ids: { projectId: string; sceneId: string };
let made: string;
let failed: string;

const generate = async (sceneId: string, prompt: string): Promise<string> => {
  const { body } = await creator.agent
    .post('/api/midjourney/generate-image')
    .send({ sceneId, prompt, idempotencyKey: `a-key-for-${prompt}` })
    .expect(200);
  await app.idle();
  return (body as { jobId: string }).jobId;
};
const listed = async (query: string): Promise<Run[]> =>
  (await developer.agent.get(`/api/runs?${query}`).expect(200)).body as Run[];
const detail = async (by: TestUser, id: string): Promise<RunDetail> =>
  runDetailSchema.parse((await by.agent.get(`/api/runs/${id}`).expect(200)).body);
const looks = async () =>
  (await app.events(`access-${developer.id}`)).map(
    ({ data }) => data as { what: string; ownerId: string | null; detail: object },
  );

beforeAll(async () => {
  app = await startTestApp();
  creator = await app.newUser();
  developer = await app.newUser();
  await grantRole(app, developer, 'developer');
  await app.idle();
  ids = await projectWithScene(creator);
  made = await generate(ids.sceneId, 'a lighthouse');
  failed = await generate(ids.sceneId, 'a storm [sandbox:fail]');
  await creator.agent.post(`/api/scenes/${ids.sceneId}/enhance-prompt`).expect(200);
  await app.idle();
});
afterAll(() => app?.close());

describe('the list of runs', () => {
  it('finds a run by creator, time and error, and leaves one event of the access', async () => {
    const from = new Date(Date.now() - 3_600_000).toISOString();
    const [run, ...others] = await listed(`user=${encodeURIComponent(creator.email)}&from=${from}&state=failed`);
    expect(others).toEqual([]);
    expect(run).toMatchObject({
      id: failed,
      kind: 'image',
      user: { id: creator.id, email: creator.email },
      project: { id: ids.projectId, title: 'The Lamp' },
      provider: 'sandbox',
      zaps: 0,
    });
    expect((await looks()).at(-1)).toMatchObject({
      what: 'runs',
      ownerId: null,
      detail: { user: creator.email, state: 'failed' },
    });
    expect(await listed(`user=${creator.id}&error=ASKED TO FAIL`)).toHaveLength(1);
    expect(await listed('error=%25nothing%25')).toEqual([]);
    expect(await listed('to=2020-01-01')).toEqual([]);
    expect(await listed('user=nobody@example.com')).toEqual([]);
  });

  it('has runs of every kind, newest first, in pages', async () => {
    const all = await listed(`projectId=${ids.projectId}`);
    expect(all.map(({ kind, state }) => [kind, state])).toEqual([
      ['text', 'complete'],
      ['image', 'failed'],
      ['image', 'complete'],
    ]);
    const first = await developer.agent.get(`/api/runs?projectId=${ids.projectId}&limit=2`).expect(200);
    const next = await listed(`projectId=${ids.projectId}&limit=2&cursor=${first.headers['x-next-cursor'] as string}`);
    expect([...(first.body as Run[]), ...next]).toEqual(all);
    const { body } = await developer.agent.get(`/api/runs/counts?projectId=${ids.projectId}&state=failed`).expect(200);
    expect(body).toEqual({ queued: 0, running: 0, complete: 2, failed: 1 });
  });
});

describe('a run', () => {
  it('shows its creator its times, its events with their causes, and its results', async () => {
    const run = await detail(creator, made);
    expect(run).toMatchObject({ prompt: 'a lighthouse', state: 'complete', zaps: 4, canRunAgain: true });
    expect(run.events.map(({ type }) => type)).toEqual([
      'ZapsReserved',
      'ImageJobQueued',
      'ImageJobStarted',
      'ImageJobAccepted',
      'ImageJobCompleted',
      'ZapsSettled',
    ]);
    const queued = run.events.find(({ type }) => type === 'ImageJobQueued');
    expect(run.events.find(({ type }) => type === 'ImageJobStarted')?.why).toEqual({
      kind: 'event',
      id: queued?.id,
      label: 'ImageJobQueued',
    });
    expect(queued?.why.kind).toBe('request');
    expect(run.steps.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['request', 'reservation', 'queue', 'provider', 'settlement']),
    );
    expect(run.assets).toHaveLength(4);
    expect(run.assets[0]?.place).toBe('main');
    expect(JSON.stringify(run)).not.toContain('"usd":0');
  });

  it('shows a developer why it failed, with an event of the access; other users find nothing', async () => {
    const run = await detail(developer, failed);
    expect(run).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('asked to fail'),
      prompt: 'a storm [sandbox:fail]',
    });
    expect((await looks()).at(-1)).toEqual({ what: 'run', ownerId: creator.id, detail: { runId: failed } });
    const stranger = await app.newUser();
    await stranger.agent.get(`/api/runs/${failed}`).expect(404);
    await stranger.agent.get(`/api/scenes/${ids.sceneId}/runs`).expect(404);
  });

  it('leaves one event while a screen follows it, and one for each action on it', async () => {
    const another = await app.newUser();
    await grantRole(app, another, 'developer');
    const path = `/api/runs/${made}`;
    for (const address of [path, path, `${path}/replay`, path, `${path}/replay`])
      await another.agent.get(address).expect(200);
    const left = (await app.events(`access-${another.id}`)).map(({ data }) => (data as { what: string }).what);
    expect(left).toEqual(['run', 'replay', 'replay']);
  });

  it('is listed in its scene', async () => {
    const { body } = await creator.agent.get(`/api/scenes/${ids.sceneId}/runs`).expect(200);
    const { assets } = await detail(creator, made);
    expect((body as Run[]).map(({ id }) => id)).toEqual(expect.arrayContaining([made, failed]));
    const urlsOf = (id: string) => (body as SceneRun[]).find((run) => run.id === id)?.assetUrls;
    expect(assets).toHaveLength(4);
    expect(urlsOf(made)).toEqual(assets.map(({ url }) => url));
    expect(urlsOf(failed)).toEqual([]);
  });

  it('of a text names the fields that were written', async () => {
    const [text] = await listed(`user=${creator.id}&kind=text`);
    const run = await detail(creator, text?.id ?? '');
    expect(run.events.map(({ type }) => type)).toEqual([
      'TextAsked',
      'ZapsReserved',
      'ScenePromptWritten',
      'TextAnswered',
      'ZapsSettled',
    ]);
  });
});

const again = (by: TestUser, id: string, body: object) => by.agent.post(`/api/runs/${id}/again`).send(body);
const balance = async (of: TestUser) =>
  (await of.agent.get('/api/credits/balance').expect(200)).body as { balance: number };
const imagesOf = async (): Promise<string[]> =>
  ((await creator.agent.get(`/api/scenes/${ids.sceneId}`).expect(200)).body as { imageUrls: string[] }).imageUrls;

describe('a run that a developer reruns', () => {
  it('is on the house, and hidden from the creator until it is kept', async () => {
    await creator.agent.post(`/api/scenes/${ids.sceneId}/cleanup-dead-images`).expect(200);
    const [before, theirs, own] = [await imagesOf(), await balance(creator), await balance(developer)];
    const elsewhere = await again(developer, failed, { model: 'flux-dev' }).expect(400);
    expect((elsewhere.body as { message: string }).message).toContain('FLUX.1 Dev is not set up here');
    const { body } = await again(developer, failed, {
      prompt: 'a calm sea',
      idempotencyKey: 'a-second-attempt',
    }).expect(200);
    const { runId } = body as { runId: string };
    await again(developer, failed, { prompt: 'a calm sea', idempotencyKey: 'a-second-attempt' }).expect(200);
    await again(developer, failed, { prompt: 'another', idempotencyKey: 'a-second-attempt' }).expect(422);
    await app.idle();

    expect([await balance(creator), await balance(developer)]).toEqual([theirs, own]);
    const house = (await app.events(`wallet-${HOUSE_ID}`)).map(({ type, data }) => [
      type,
      (data as { units: number }).units,
    ]);
    expect(house.slice(-2)).toEqual([
      ['ZapsReserved', 0],
      ['ZapsSettled', 0],
    ]);
    expect(await imagesOf()).toEqual(before);
    await creator.agent.get(`/api/runs/${runId}`).expect(404);
    const costs = await creator.agent.get(`/api/projects/${ids.projectId}/costs`).expect(200);
    expect(costs.body).toMatchObject({ breakdown: { image: { generate_image: { count: 1 } } } });

    const trial = await detail(developer, runId);
    expect(trial).toMatchObject({
      state: 'complete',
      trial: true,
      kept: false,
      parentRunId: failed,
      prompt: 'a calm sea',
    });
    expect(trial.user.id).toBe(creator.id);
    expect([trial.payer?.id, trial.zaps]).toEqual([HOUSE_ID, 0]);
    expect(trial.events.find(({ type }) => type.endsWith('JobQueued'))?.actor).toBe('user');
    expect(trial.assets.map(({ place }) => place)).toEqual(['aside', 'aside', 'aside', 'aside']);
    expect((await detail(developer, failed)).children).toMatchObject([{ id: runId, state: 'complete' }]);

    const kept = await developer.agent.post(`/api/runs/${runId}/keep`).send({}).expect(200);
    expect(kept.body).toMatchObject({ kept: true, assets: [{ place: 'main' }, {}, {}, {}] });
    const after = await imagesOf();
    expect(after).toHaveLength(before.length + 4);
    await creator.agent.get(after.at(-1) ?? '').expect(200);
    const event = (await app.events(`project-${ids.projectId}`)).findLast(({ type }) => type === 'RunKept');
    expect(event?.metadata).toMatchObject({ ownerId: creator.id, actor: { kind: 'user', userId: developer.id } });
    expect((await looks()).map(({ what }) => what)).toContain('run kept');

    // The creator sees the kept run and may remove its result again, which restores the previous main image.
    const shown = await detail(creator, runId);
    expect(shown.kept).toBe(true);
    await creator.agent.post(`/api/runs/${runId}/undo-keep`).expect(200);
    expect(await imagesOf()).toEqual(before);
    await creator.agent.post(`/api/runs/${runId}/undo-keep`).expect(404);
  });

  it('shows a developer the creator’s images, which other users cannot read', async () => {
    const { assets } = await detail(developer, made);
    await developer.agent
      .get(assets[0]?.url ?? '')
      .expect(200)
      .expect('Content-Type', /^image\//);
    const stranger = await app.newUser();
    await stranger.agent.get(assets[0]?.url ?? '').expect(404);
    await again(stranger, made, {}).expect(404);
    await stranger.agent.post(`/api/runs/${made}/keep`).send({}).expect(404);
  });
});
