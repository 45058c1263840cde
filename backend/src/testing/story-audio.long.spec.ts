import type { Charge, Project, RunDetail, Spending } from '@storyreel/contracts';
import { FAIL_MARK } from '@storyreel/sandbox';
import { startTestApp, type TestApp, type TestUser } from './app-harness';
import { withJobsOnHold } from './jobs-on-hold';

const STORY = 'Mara climbs the stairs. The lamp turns.';
const SET = { stability: 0.5, clarity: 0.8, style: 0.3 };

let app: TestApp;
let user: TestUser;
let projectId: string;
beforeAll(async () => {
  app = await startTestApp();
}, 60_000);
afterAll(() => app?.close());
beforeEach(async () => {
  user = await app.newUser();
  const { body } = await user.agent.post('/api/projects').send({ title: 'The Lamp', story: STORY }).expect(201);
  projectId = (body as Project).id;
});

const path = () => `/api/projects/${projectId}/story-audio`;
const ask = (more: object = {}) => user.agent.post(path()).send({ ...SET, ...more });
const project = async (id = projectId) => (await user.agent.get(`/api/projects/${id}`).expect(200)).body as Project;
const edit = (fields: object) => user.agent.patch(`/api/projects/${projectId}`).send(fields).expect(200);
const audio = async (id = projectId) => {
  await app.idle();
  const { storyAudioUrl, storyAudioFilename, storyAudioStatus, storyAudioError } = await project(id);
  return { storyAudioUrl, storyAudioFilename, storyAudioStatus, storyAudioError };
};
const balance = async () => ((await user.agent.get('/api/credits/balance')).body as { balance: number }).balance;
const NONE = { storyAudioUrl: null, storyAudioFilename: null, storyAudioStatus: 'pending', storyAudioError: null };

it('narrates a story in one voice, paid for by its characters', async () => {
  const { body } = await ask({ voice: 'de-low' }).expect(200);
  const { jobId, costInfo } = body as { jobId: string; costInfo: object };
  expect(costInfo).toEqual({ creditsUsed: 0.2 });
  const made = await audio();
  expect(made).toMatchObject({
    storyAudioFilename: 'The Lamp.wav',
    storyAudioStatus: 'complete',
    storyAudioError: null,
  });
  await user.agent
    .get(made.storyAudioUrl ?? '')
    .expect(200)
    .expect('content-type', 'audio/wav');
  expect((await project()).film.music).toBe(false);
  expect(await balance()).toBe(99.8);
  const asked = (await app.events(`project-${projectId}`)).find(({ type }) => type === 'SpeechJobQueued');
  expect(asked?.data).toMatchObject({ text: STORY, voice: 'de-low', speaker: '', sceneId: null, ...SET });

  const { body: run } = await user.agent.get(`/api/runs/${jobId}`).expect(200);
  const { holdId, assets } = run as RunDetail;
  const { body: charge } = await user.agent.get(`/api/credits/charges/${holdId}`).expect(200);
  for (const all of [assets, (charge as Charge).assets])
    expect(all).toMatchObject([{ id: jobId, kind: 'sound', place: 'main' }]);
  const kept = async () => {
    await app.idle();
    const { body: spending } = await user.agent.get('/api/credits/spending?by=kind').expect(200);
    return (spending as Spending).rows.map((row) => [row.key, row.made, row.kept]);
  };
  expect(await kept()).toEqual([['speech', 1, 1]]);
  await edit({ storyAudioUrl: null, storyAudioFilename: null, storyAudioStatus: 'pending' });
  expect(await kept()).toEqual([['speech', 1, 0]]);
  const { body: after } = await user.agent.get(`/api/runs/${jobId}`).expect(200);
  expect((after as RunDetail).assets).toMatchObject([{ place: 'removed' }]);
});

it('uses the narrator’s voice when none is chosen', async () => {
  const voices = [{ speaker: '', voice: 'de-high', speed: 2, ...SET }];
  await edit({ voices });
  await ask().expect(200);
  const asked = (await app.events(`project-${projectId}`)).find(({ type }) => type === 'SpeechJobQueued');
  expect(asked?.data).toMatchObject({ voice: 'de-high', speed: 2 });
});

it.each<[string, object, object, RegExp]>([
  ['no story', { story: ' \n ' }, {}, /no story yet/],
  ['one that is too long', { story: 'a '.repeat(10_000) }, {}, /has 19,999 characters.*at most 15,000/],
  ['text that no voice can read', { story: 'កញ្ជ្រោង' }, {}, /This story is in Khmer letters/],
  ['an unknown voice', {}, { voice: 'of-elsewhere' }, /doesn't have the voice of-elsewhere/],
  ['a setting beyond its range', {}, { style: 1.5 }, /style/],
])('refuses a narration for %s, and charges nothing', async (_, fields, more, message) => {
  await edit(fields);
  const { body } = await ask(more).expect(400);
  expect(JSON.stringify(body)).toMatch(message);
  expect([await balance(), await audio()]).toEqual([100, NONE]);
});

it('cancels a narration at no cost', async () => {
  await withJobsOnHold(app.runtime.pool, async () => {
    const idempotencyKey = 'read-it-aloud-once';
    const first = await ask({ idempotencyKey }).expect(200);
    await edit({ story: 'Another one.' });
    expect((await ask({ idempotencyKey }).expect(200)).body).toEqual(first.body);
    expect(await project()).toMatchObject({ storyAudioStatus: 'processing' });
    const copied = await user.agent.post(`/api/projects/${projectId}/duplicate`).send({});
    expect((copied.body as Project).storyAudioStatus).toBe('pending');
    const { body } = await user.agent.post(`${path()}/cancel`).expect(200);
    expect(body).toMatchObject({ ...NONE, storyAudioError: 'You cancelled it.' });
  });
  expect(await audio()).toEqual({ ...NONE, storyAudioError: 'You cancelled it.' });
  expect(await balance()).toBe(100);
  await user.agent.post(`${path()}/cancel`).expect(200);
});

it('reports why a narration failed, and keeps the earlier one', async () => {
  await ask().expect(200);
  const before = await audio();
  await edit({ story: `Once. ${FAIL_MARK}` });
  await ask().expect(200);
  expect(await audio()).toEqual({ ...before, storyAudioError: expect.stringMatching(/asked to fail/) as string });
  expect(await balance()).toBe(99.8);
  await edit({ storyAudioUrl: null, storyAudioFilename: null, storyAudioStatus: 'pending' });
  expect(await audio()).toEqual(NONE);
  await edit({ storyAudioError: 'Mine' });
  expect(await audio()).toEqual(NONE);
});

it('ends the narration with its project, and leaves those of the scenes', async () => {
  const { body: scene } = await user.agent.post('/api/scenes').send({ projectId, title: 'Up', description: 'Stairs.' });
  const { id: sceneId } = scene as { id: string };
  await withJobsOnHold(app.runtime.pool, async () => {
    await ask().expect(200);
    await user.agent.post('/api/generate-speech').send({ sceneId }).expect(200);
    await user.agent.delete(`/api/scenes/${sceneId}`).expect(200);
    expect(await project()).toMatchObject({ storyAudioStatus: 'processing' });
    await user.agent.delete(`/api/projects/${projectId}`).expect(200);
  });
  await user.agent.post('/api/projects/restore').send({ id: projectId }).expect(200);
  expect(await audio()).toMatchObject({ storyAudioStatus: 'pending', storyAudioUrl: null });
  expect(await balance()).toBe(100);
});
