import { randomUUID } from 'node:crypto';
import { type RunDetail, runDetailSchema, type Scene, type SceneRun } from '@storyreel/contracts';
import { LogLineStore } from '../observability';
import { startTestApp, type TestApp, type TestUser } from '../testing/app-harness';
import { eventually } from '../testing/eventually';
import { grantRole } from '../testing/grant-role';
import { projectWithScene } from '../testing/make-story';

let app: TestApp;
let creator: TestUser;
let developer: TestUser;
let sceneId: string;

const scene = async (): Promise<Scene> => (await creator.agent.get(`/api/scenes/${sceneId}`).expect(200)).body as Scene;
const detail = async (by: TestUser, id: string): Promise<RunDetail> =>
  runDetailSchema.parse((await by.agent.get(`/api/runs/${id}`).expect(200)).body);
const again = (by: TestUser, id: string, body: object) => by.agent.post(`/api/runs/${id}/again`).send(body);
const balance = async (of: TestUser): Promise<number> =>
  ((await of.agent.get('/api/credits/balance').expect(200)).body as { balance: number }).balance;
async function runAgain(id: string, body: object): Promise<RunDetail> {
  const { body: started } = await again(developer, id, body).expect(200);
  return over((started as { runId: string }).runId);
}
/** Clips are really rendered, which takes a while on a busy machine. */
const over = (id: string): Promise<RunDetail> =>
  eventually(
    'The end of the run',
    async () => {
      const run = await detail(developer, id);
      return run.state === 'complete' || run.state === 'failed' ? run : null;
    },
    100_000,
  );

beforeAll(async () => {
  app = await startTestApp();
  creator = await app.newUser();
  developer = await app.newUser();
  await grantRole(app, developer, 'developer');
  ({ sceneId } = await projectWithScene(creator));
  await creator.agent.post('/api/midjourney/generate-image').send({ sceneId, prompt: 'a lighthouse' }).expect(200);
  await app.idle();
});
afterAll(() => app?.close());

describe('a clip that a developer reruns', () => {
  let made: string;
  let trial: RunDetail;
  beforeAll(async () => {
    const settings = { prompt: 'waves', duration: 4, resolution: '480p' };
    const asked = { sceneId, modelId: 'seedance-2.0', settings };
    const { body } = await creator.agent.post('/api/replicate/generate-video').send(asked).expect(200);
    made = (body as { predictionId: string }).predictionId;
    await over(made);
  });

  it('starts from the creator’s image, with the edited settings, and is paid for by the developer', async () => {
    const [theirs, own, before] = [await balance(creator), await balance(developer), await scene()];
    const body = { prompt: 'calm water', settings: { duration: 5 }, idempotencyKey: 'a-clip-once-more' };
    trial = await runAgain(made, body);
    expect(trial).toMatchObject({
      kind: 'video',
      state: 'complete',
      trial: true,
      parentRunId: made,
      prompt: 'calm water',
      settings: { model: 'seedance-2.0', seconds: 5, resolution: '480p' },
      assets: [{ kind: 'video', place: 'aside' }],
      payer: { id: developer.id },
    });
    expect(trial.zaps).toBeGreaterThan(0);
    expect([await balance(creator), await balance(developer)]).toEqual([theirs, own]);
    expect((await scene()).videos).toEqual(before.videos);
    expect((await again(developer, made, body).expect(200)).body).toEqual({ runId: trial.id, zaps: trial.zaps });
    await creator.agent.get(`/api/runs/${trial.id}`).expect(404);
    const { body: report } = await developer.agent.get(`/api/runs/${trial.id}/replay`).expect(200);
    expect(report).toMatchObject({ same: true, recorded: true });
  });

  it('refuses settings that its model lacks', async () => {
    await again(developer, made, { settings: { mode: 'pro' } }).expect(400);
    await again(developer, made, { settings: { resolution: '8k' } }).expect(400);
  });

  it('becomes the main clip once kept, shows the creator its settings, and gives way on undo', async () => {
    const before = await scene();
    await developer.agent.post(`/api/runs/${trial.id}/keep`).send({}).expect(200);
    const after = await scene();
    const kept = after.videos.at(-1);
    expect(after.videos).toHaveLength(before.videos.length + 1);
    expect(after.mainVideoId).toBe(kept?.id);
    await creator.agent.get(kept?.url ?? '').expect(200);
    const { body } = await creator.agent.get(`/api/scenes/${sceneId}/runs`).expect(200);
    expect((body as SceneRun[]).find(({ assetUrls }) => assetUrls.includes(kept?.url ?? ''))?.id).toBe(trial.id);
    expect((await detail(creator, trial.id)).prompt).toBe('calm water');

    await developer.agent.post(`/api/runs/${made}/keep`).send({}).expect(200);
    expect((await scene()).mainVideoId).toBe(made);
    await developer.agent.post(`/api/runs/${trial.id}/keep`).send({}).expect(200);
    await creator.agent.post(`/api/runs/${trial.id}/undo-keep`).expect(200);
    expect((await scene()).videos).toEqual(before.videos);
  });
});

describe('the log lines of a run', () => {
  it('are those of its request, for developers only', async () => {
    const [asked] = (await creator.agent.get(`/api/scenes/${sceneId}/runs`).expect(200)).body as SceneRun[];
    const { correlationId } = await detail(creator, asked?.id ?? '');
    const line = { source: randomUUID(), number: 1, at: new Date().toISOString(), level: 'warn', fields: null };
    await app.get(LogLineStore).append([
      { ...line, correlationId, message: 'The provider was busy.' },
      { ...line, number: 2, correlationId: randomUUID(), message: 'Of another request.' },
    ]);
    const log = (await detail(developer, asked?.id ?? '')).log?.map(({ message }) => message);
    expect(log).toContain('The provider was busy.');
    expect(log).not.toContain('Of another request.');
    expect((await detail(creator, asked?.id ?? '')).log).toBeNull();
  });
});

describe('a text that a developer reruns', () => {
  it('is made from the edited input, and written into the scene only once it is kept', async () => {
    await creator.agent.post(`/api/ai/generate/scene-description/${sceneId}`).send({}).expect(200);
    await app.idle();
    const { body: runs } = await creator.agent.get(`/api/scenes/${sceneId}/runs`).expect(200);
    const first = await detail(developer, (runs as SceneRun[]).find(({ kind }) => kind === 'text')?.id ?? '');
    expect(first).toMatchObject({ canRunAgain: true, settings: { styleAttributes: '' } });
    expect(first.texts.map(({ name, inScene }) => [name, inScene])).toContainEqual(['description', true]);

    const [before, theirs, own] = [await scene(), await balance(creator), await balance(developer)];
    const settings = { 'scene.text': 'A red kite hangs above the dunes.', styleAttributes: 'ink on paper' };
    const body = { settings, idempotencyKey: 'a-text-once-more' };
    const trial = await runAgain(first.id, body);
    expect((await again(developer, first.id, body).expect(200)).body).toEqual({ runId: trial.id, zaps: 0.5 });
    expect(trial).toMatchObject({
      kind: 'text',
      trial: true,
      parentRunId: first.id,
      settings,
      user: { id: creator.id },
    });
    expect(await scene()).toEqual(before);
    expect([await balance(creator), await balance(developer)]).toEqual([theirs, own]);
    await creator.agent.get(`/api/runs/${trial.id}`).expect(404);
    const { body: report } = await developer.agent.get(`/api/runs/${trial.id}/replay`).expect(200);
    expect(report).toMatchObject({ same: true });

    const words = Object.fromEntries(trial.texts.map(({ name, text }) => [name, text]));
    expect(words.imagePrompt).toContain('ink on paper');
    expect(words.description).not.toBe(before.description);
    await developer.agent.post(`/api/runs/${trial.id}/keep`).send({}).expect(200);
    expect(await scene()).toMatchObject(words);
    expect((await detail(creator, trial.id)).texts.every(({ inScene }) => inScene)).toBe(true);
    await creator.agent.post(`/api/runs/${trial.id}/undo-keep`).expect(200);
    const { description, imagePrompt, videoPrompt } = before;
    expect(await scene()).toMatchObject({ description, imagePrompt, videoPrompt });
    await developer.agent.post(`/api/runs/${first.id}/keep`).send({}).expect(200);
  });

  it('refuses input that its kind does not have', async () => {
    const { body: runs } = await creator.agent.get(`/api/scenes/${sceneId}/runs`).expect(200);
    const { id } = (runs as SceneRun[]).find(({ kind }) => kind === 'text') ?? { id: '' };
    await again(developer, id, { settings: { nothing: 'of this' } }).expect(400);
    await again(developer, id, { settings: { position: 'first' } }).expect(400);
    await again(developer, id, { prompt: 'a prompt' }).expect(400);
  });
});

describe('a text that cannot be rerun', () => {
  const textOf = async (path: string, body: object = {}): Promise<RunDetail> => {
    const asked = await creator.agent.post(path).send(body);
    await app.idle();
    expect(asked.status).toBeLessThan(300);
    const { body: runs } = await developer.agent.get(`/api/runs?user=${creator.id}&kind=text&limit=1`).expect(200);
    return detail(developer, (runs as RunDetail[])[0]?.id ?? '');
  };

  it('shows for a written story why it is refused, its waits and its output', async () => {
    const { projectId } = await projectWithScene(creator);
    const wish = { idea: 'Elias finds a bottle.', tone: 'tense', length: 'short', replaces: true };
    const run = await textOf(`/api/projects/${projectId}/write-story`, wish);
    expect(run).toMatchObject({ operation: 'write_story', state: 'complete', canRunAgain: false });
    const { body } = await again(developer, run.id, {}).expect(400);
    expect(body).toMatchObject({ message: 'Work of this kind cannot be run again.' });
    const started = run.events.find(({ type }) => type === 'StoryWritingStarted');
    expect(run.steps.find(({ kind }) => kind === 'queue')).toMatchObject({
      startedAt: run.events.find(({ type }) => type === 'TextAsked')?.at,
      endedAt: started?.at,
    });
    expect(run.steps.find(({ kind }) => kind === 'write')).toMatchObject({ detail: 'StoryWritten' });
  });

  it.each([
    ['scene', ({ sceneId: id }: { sceneId: string }) => `/api/scenes/${id}`],
    ['project', ({ projectId: id }: { projectId: string }) => `/api/projects/${id}`],
  ])('reports one whose %s is deleted', async (_, pathOf) => {
    const ids = await projectWithScene(creator);
    const run = await textOf(`/api/ai/generate/scene-description/${ids.sceneId}`);
    expect(run).toMatchObject({ canRunAgain: true });
    await creator.agent.delete(pathOf(ids)).expect(200);
    expect(await detail(developer, run.id)).toMatchObject({ canRunAgain: false });
    await again(developer, run.id, {}).expect(404);
  });

  it('reports one without a recording', async () => {
    const { sceneId: id } = await projectWithScene(creator);
    const run = await textOf(`/api/ai/generate/scene-description/${id}`);
    await app.runtime.pool.query(
      `delete from platform.stored_objects where content_type like '%recording%' and owner_id = $1`,
      [creator.id],
    );
    expect(await detail(developer, run.id)).toMatchObject({ canRunAgain: false });
    const { body } = await again(developer, run.id, {}).expect(400);
    expect(body).toMatchObject({ message: 'The inputs of the text are not recorded.' });
  });
});
