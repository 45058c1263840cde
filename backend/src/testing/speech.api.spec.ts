import {
  type Batch,
  type Charge,
  NEW_SPEAKER_VOICE,
  type RunDetail,
  type Scene,
  type SpeakerVoice,
  type SpeechVoices,
  type Spending,
} from '@storyreel/contracts';
import { startTestApp, type TestApp, type TestUser } from './app-harness';
import { withJobsOnHold } from './jobs-on-hold';
import { projectWithScene } from './make-story';

let app: TestApp;
let user: TestUser;
let projectId: string;
let sceneId: string;
beforeAll(async () => {
  app = await startTestApp();
}, 60_000);
afterAll(() => app?.close());
beforeEach(async () => {
  user = await app.newUser();
  ({ projectId, sceneId } = await projectWithScene(user));
  await app.idle();
});

let keys = 0;
const ask = (more: object = {}) =>
  user.agent.post('/api/generate-speech').send({ sceneId, idempotencyKey: `speech-key-${++keys}`, ...more });
const edit = (fields: Partial<Scene>) => user.agent.patch(`/api/scenes/${sceneId}`).send(fields).expect(200);
const scene = async () => (await user.agent.get(`/api/scenes/${sceneId}`).expect(200)).body as Scene;
const balance = async () => ((await user.agent.get('/api/credits/balance')).body as { balance: number }).balance;
const speak = async () => {
  const { body } = await ask().expect(200);
  await app.idle();
  return body as { jobId: string; costInfo: { creditsUsed: number } };
};

describe('the narration of a scene', () => {
  it('is made of its text in the first voice, measured, stored and paid for by its characters', async () => {
    const { jobId, costInfo } = await speak();
    const { speech, speechStatus, speechError } = await scene();
    expect({ speechStatus, speechError, costInfo }).toEqual({
      speechStatus: 'complete',
      speechError: null,
      costInfo: { creditsUsed: 0.1 },
    });
    expect(speech).toMatchObject({ text: 'Mara climbs the stairs.', voice: 'auto-low' });
    expect(speech?.times?.map(([characters]) => characters)).toEqual([4, 10, 13, 20]);
    expect(speech?.seconds).toBeGreaterThan(0.5);
    const sound = await user.agent.get(speech?.url ?? '').expect(200);
    expect(sound.headers['content-type']).toBe('audio/wav');
    await (await app.newUser()).agent.get(speech?.url ?? '').expect(404);
    expect(await balance()).toBe(99.9);
    const { body: costs } = await user.agent.get(`/api/projects/${projectId}/costs`).expect(200);
    expect(costs).toMatchObject({ breakdown: { speech: { generate_speech: { count: 1, totalZaps: 0.1 } } } });
    expect((await user.agent.get(`/api/scenes/${sceneId}/runs`).expect(200)).body).toMatchObject([{ id: jobId }]);
  });

  it('is one job for one request, even if the scene changes meanwhile', async () => {
    const idempotencyKey = 'the-same-request';
    const answers = await withJobsOnHold(app.runtime.pool, async () => {
      const one = await ask({ idempotencyKey }).expect(200);
      // The edit must not affect the repeated request.
      await edit({ narration: '' });
      const again = await ask({ idempotencyKey }).expect(200);
      expect((await scene()).speechStatus).toBe('processing');
      return [one.body, again.body];
    });
    expect(answers[1]).toEqual(answers[0]);
    await app.idle();
    expect((await scene()).speech?.text).toBe('Mara climbs the stairs.');
    expect(await balance()).toBe(99.9);
  });

  it('uses the text, the speaker and the voice of the moment of the request', async () => {
    const voice = { speed: 2, stability: 0.5, clarity: 0.8, style: 0.3 };
    const voices: SpeakerVoice[] = [
      { ...voice, speaker: '', voice: 'de-low' },
      { ...voice, speaker: 'Mara', voice: 'de-high' },
    ];
    await user.agent.patch(`/api/projects/${projectId}`).send({ voices }).expect(200);
    await edit({ narration: ' Ich steige hinauf. ', speaker: 'Mara' });
    await speak();
    const asked = (await app.events(`project-${projectId}`)).find(({ type }) => type === 'SpeechJobQueued');
    expect(asked?.data).toMatchObject({ text: 'Ich steige hinauf.', speaker: 'Mara', voice: 'de-high', speed: 2 });
    await edit({ speaker: 'Tom' });
    await speak();
    expect((await scene()).speech).toMatchObject({ text: 'Ich steige hinauf.', voice: 'de-low' });
  });

  it.each([
    ['no text', { narration: ' ' }, [], /nothing to say/],
    [
      'text that no voice can read',
      { narration: 'កញ្ជ្រោង' },
      [],
      /is in Khmer letters, which no voice of the sandbox reads/,
    ],
    ['an unknown voice', {}, [{ voice: 'of-elsewhere' }], /doesn't have the voice of-elsewhere/],
  ])('is refused for %s, and nothing is charged', async (_, fields, voices, message) => {
    await edit(fields);
    const whole = voices.map((voice) => ({ speaker: '', speed: 1, stability: 0, clarity: 0, style: 0, ...voice }));
    await user.agent.patch(`/api/projects/${projectId}`).send({ voices: whole }).expect(200);
    const { body } = await ask().expect(400);
    expect(body).toMatchObject({ code: 'bad_request', message: expect.stringMatching(message) as string });
    expect([await balance(), (await scene()).speechStatus]).toEqual([100, 'none']);
  });

  it('is listed in its run and in its charge, as long as the scene keeps it', async () => {
    const first = await speak();
    const placesOf = async (jobId: string) => {
      const { body: run } = await user.agent.get(`/api/runs/${jobId}`).expect(200);
      const { holdId, assets } = run as RunDetail;
      const { body: charge } = await user.agent.get(`/api/credits/charges/${holdId}`).expect(200);
      return [assets, (charge as Charge).assets].map((all) => all.map(({ id, kind, place }) => ({ id, kind, place })));
    };
    const sound = ({ jobId: id }: { jobId: string }, place: string) => [{ id, kind: 'sound', place }];
    expect(await placesOf(first.jobId)).toEqual([sound(first, 'main'), sound(first, 'main')]);
    const { body: shown } = await user.agent.get(`/api/runs/${first.jobId}`).expect(200);
    expect(shown).toMatchObject({ kind: 'speech', prompt: 'Mara climbs the stairs.', canRunAgain: false });
    await edit({ narration: 'Another line.' });
    const second = await speak();
    expect(await placesOf(first.jobId)).toEqual([sound(first, 'removed'), sound(first, 'removed')]);
    expect(await placesOf(second.jobId)).toEqual([sound(second, 'main'), sound(second, 'main')]);
    const { body: spending } = await user.agent.get('/api/credits/spending?by=kind').expect(200);
    expect((spending as Spending).rows).toEqual([expect.objectContaining({ key: 'speech', made: 2, kept: 1 })]);
    await user.agent.delete(`/api/scenes/${sceneId}`).expect(200);
    await app.idle();
    expect(await placesOf(second.jobId)).toEqual([sound(second, 'removed'), sound(second, 'removed')]);
  });
});

describe('a batch of narrations', () => {
  const batch = async (sceneIds: string[]) => {
    const order = { projectId, kind: 'speech', sceneIds };
    const quote = await user.agent.post('/api/batches/quote').send(order).expect(200);
    const { zaps } = quote.body as { zaps: number };
    return { quote: quote.body as object, start: () => user.agent.post('/api/batches').send({ ...order, zaps }) };
  };

  it('narrates the scenes whose narration is missing or out of date, and skips the others', async () => {
    await speak();
    const added = await user.agent.post('/api/scenes').send({ projectId, description: 'Tom waits.' }).expect(201);
    const silent = await user.agent.post('/api/scenes').send({ projectId, description: '' }).expect(201);
    const khmer = await user.agent.post('/api/scenes').send({ projectId, description: 'កញ្ជ្រោង' }).expect(201);
    const ids = [added, silent, khmer].map(({ body }) => (body as Scene).id);
    ids.unshift(sceneId);
    const { quote, start } = await batch(ids);
    expect(quote).toMatchObject({
      scenes: 1,
      zaps: 0.1,
      leftOut: [
        { sceneId, message: expect.stringMatching(/up to date/) as string },
        { sceneId: ids[2], message: expect.stringMatching(/nothing to say/) as string },
        { sceneId: ids[3], message: expect.stringMatching(/Khmer letters/) as string },
      ],
    });
    const { id } = (await start().expect(201)).body as Batch;
    await app.idle();
    expect((await user.agent.get(`/api/batches/${id}`).expect(200)).body).toMatchObject({ made: 1, status: 'ended' });
    const { body } = await user.agent.get(`/api/scenes/${ids[1]}`).expect(200);
    expect((body as Scene).speech?.text).toBe('Tom waits.');
    expect(await balance()).toBe(99.8);
    await edit({ narration: 'New words.' });
    expect((await batch(ids)).quote).toMatchObject({ scenes: 1 });
    const { voice = '' } = (await scene()).speech ?? {};
    const faster = [{ ...NEW_SPEAKER_VOICE, speaker: '', voice, speed: 1.5 }];
    await user.agent.patch(`/api/projects/${projectId}`).send({ voices: faster }).expect(200);
    expect((await batch(ids)).quote).toMatchObject({ scenes: 2 });
  });
});

describe('the voices', () => {
  it('are listed with their speakers', async () => {
    const { body } = await user.agent.get('/api/speech/voices').expect(200);
    const { provider, voices, takesOtherIds } = body as SpeechVoices;
    expect(provider).toEqual({ name: 'sandbox', label: 'Sandbox', sandbox: true });
    expect([voices[0]?.id, takesOtherIds]).toEqual(['auto-low', false]);
    const config = await user.agent.get('/api/config').expect(200);
    expect(config.body).toMatchObject({ providers: { speech: provider } });
  });

  it('have a sample that is made once for all users', async () => {
    const sample = (agent = user.agent, query = 'voice=en-high') => agent.get(`/api/speech/sample?${query}`);
    const kept = async (): Promise<number> => {
      const { rows } = await app.runtime.pool.query<{ count: number }>(
        `select count(*)::int from platform.stored_objects where owner_id = '00000000-0000-0000-0000-000000000000'`,
      );
      return rows[0]?.count ?? 0;
    };
    const first = await sample().expect(200);
    const before = await kept();
    expect(before).toBeGreaterThan(0);
    expect(first.headers).toMatchObject({ 'content-type': 'audio/wav', 'cache-control': 'private, max-age=86400' });
    const other = await sample((await app.newUser()).agent).expect(200);
    expect(Buffer.compare(other.body as Buffer, first.body as Buffer)).toBe(0);
    expect(await kept()).toBe(before);
    await sample(user.agent, 'voice=nobody').expect(400);
    await sample(user.agent, 'voice=en-low&speed=9').expect(400);
    await sample(app.anonymous()).expect(401);
    expect(await balance()).toBe(100);
  });
});
