import { toUnits } from '@storyreel/contracts';
import { PaidWork } from '../../../money/zaps';
import { startTestApp, type TestApp, type TestUser } from '../../../testing/app-harness';
import { withJobsOnHold } from '../../../testing/jobs-on-hold';
import { projectWithScene } from '../../../testing/make-story';

let app: TestApp;
let user: TestUser;
beforeAll(async () => {
  app = await startTestApp();
  user = await app.newUser();
  await app.idle();
});
afterAll(() => app?.close());

const nothing = {
  provider: 'sandbox',
  model: 'none',
  operation: 'none',
  category: 'text' as const,
  description: 'None',
  workId: 'none',
  requestHash: 'none',
};
const key = (n: number): string => `key-of-a-request-${n}`;
const generate = (by: TestUser, sceneId: string, more: object = {}) =>
  by.agent.post('/api/midjourney/generate-image').send({ sceneId, prompt: 'a lighthouse at dawn', ...more });
const balance = async (of: TestUser) => (await of.agent.get('/api/credits/balance')).body as { balance: number };

describe('a generation', () => {
  it('makes four images, is charged once, and appears in the scene, the queue, the job and the transactions [IMGJOB-02, IMGJOB-05, IMGJOB-06, ZAPS-16]', async () => {
    const { projectId, sceneId } = await projectWithScene(user);
    const { body } = await generate(user, sceneId, { projectId, idempotencyKey: key(1) }).expect(200);
    const { jobId } = body as { jobId: string };
    expect(body).toMatchObject({ queuePosition: expect.any(Number), queueStats: { activeJobs: expect.any(Number) } });
    await app.idle();

    const job = await user.agent.get(`/api/midjourney/job/${jobId}`).expect(200);
    expect(job.body).toMatchObject({ id: jobId, sceneId, projectId, status: 'completed', error: null });
    const { imageUrls } = (job.body as { result: { imageUrls: string[] } }).result;
    expect(new Set(imageUrls).size).toBe(4);
    await user.agent
      .get(imageUrls[0] ?? '')
      .expect(200)
      .expect('Content-Type', /^image\//)
      .expect('Cache-Control', /^private/);
    const other = await app.newUser();
    await other.agent.get(imageUrls[0] ?? '').expect(404);
    const scene = await user.agent.get(`/api/scenes/${sceneId}`).expect(200);
    expect(scene.body).toMatchObject({ imageUrls, imageStatus: 'complete', imageUrl: imageUrls[0] });
    expect(await balance(user)).toEqual({ balance: 96 });
    const queue = await user.agent.get('/api/midjourney/queue').expect(200);
    expect(queue.body).toEqual({ jobs: [], activeJobs: 0, queuedJobs: 0 });
    const usage = await user.agent.get('/api/usage-events').expect(200);
    expect(usage.body).toMatchObject([
      { provider: 'sandbox', model: 'v6.1', operation: 'generate_image', computedCostZaps: 4, computedCostUsd: 0 },
    ]);

    // Repeating the request returns the same job; the same key with another prompt is refused.
    await generate(user, sceneId, { projectId, idempotencyKey: key(1) }).expect(200);
    await generate(user, sceneId, { prompt: 'another', idempotencyKey: key(1) }).expect(422);
    await app.idle();
    expect(await balance(user)).toEqual({ balance: 96 });
  });

  it('that is in progress answers 409 to another [IMGJOB-04]', async () => {
    const { sceneId } = await projectWithScene(user);
    const answers = await withJobsOnHold(app.runtime.pool, () =>
      Promise.all([1, 2, 3].map((n) => generate(user, sceneId, { idempotencyKey: key(10 + n) }))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    for (const { body } of answers.filter(({ status }) => status === 409)) {
      expect(body).toMatchObject({ message: expect.stringMatching(/already in progress/) as string });
    }
    await app.idle();
    const wallet = await app.events(`wallet-${user.id}`);
    const reserved = wallet.filter(({ type }) => type === 'ZapsReserved').length;
    const closed = wallet.filter(({ type }) => type === 'ZapsSettled' || type === 'ZapsReleased').length;
    expect(closed).toBe(reserved);
  });

  it('without enough zaps answers 402, and nothing is queued [ZAPS-22]', async () => {
    const poor = await app.newUser();
    const { sceneId } = await projectWithScene(poor);
    await app.idle();
    const purpose = { ...nothing, projectId: null, sceneId: null };
    const price = { units: toUnits(97), usd: 0, version: 'v' };
    const hold = {
      userId: poor.id,
      holdId: crypto.randomUUID(),
      price,
      purpose,
      deadline: '2999-01-01T00:00:00.000Z',
      bulk: false,
    };
    await app.get(PaidWork).reserve(hold);
    await generate(poor, sceneId, { idempotencyKey: key(99) }).expect(402);
    const queue = await poor.agent.get('/api/midjourney/queue').expect(200);
    expect(queue.body).toMatchObject({ jobs: [] });
  });

  it('of another user’s scene or job is not found [IMGJOB-06]', async () => {
    const { projectId, sceneId } = await projectWithScene(user);
    const stranger = await app.newUser();
    const foreign = await generate(stranger, sceneId).expect(404);
    const unknown = await generate(stranger, '00000000-0000-4000-8000-000000000000').expect(404);
    expect(foreign.text).toBe(unknown.text);
    const { body } = await generate(user, sceneId, { projectId }).expect(200);
    const { jobId } = body as { jobId: string };
    const foreignJob = await stranger.agent.get(`/api/midjourney/job/${jobId}`).expect(404);
    const unknownJob = await user.agent.get('/api/midjourney/job/00000000-0000-4000-8000-000000000000').expect(404);
    expect(foreignJob.text).toBe(unknownJob.text);
    await app.idle();
  });
});

describe('bulk requests', () => {
  it('cost nothing while the plan covers them, and never generate a scene twice concurrently [IMGJOB-29]', async () => {
    const bulk = await app.newUser();
    await app.idle();
    const { sceneId } = await projectWithScene(bulk);
    await bulk.agent.get('/api/midjourney/bulk-quote').expect(200, { remainingToday: 60, zapsPerScene: 4 });
    const answers = await withJobsOnHold(app.runtime.pool, () =>
      Promise.all([generate(bulk, sceneId), generate(bulk, sceneId)]),
    );
    expect(
      new Set(answers.filter(({ status }) => status === 200).map(({ body }) => (body as { jobId: string }).jobId)).size,
    ).toBe(1);
    await app.idle();
    const scene = await bulk.agent.get(`/api/scenes/${sceneId}`).expect(200);
    expect((scene.body as { imageUrls: string[] }).imageUrls).toHaveLength(4);
    expect(await balance(bulk)).toEqual({ balance: 100 });
    await bulk.agent.get('/api/midjourney/bulk-quote').expect(200, { remainingToday: 59, zapsPerScene: 4 });
  });
});

describe('a bulk request with a key', () => {
  const places = async (of: TestUser) =>
    ((await of.agent.get('/api/midjourney/bulk-quote').expect(200)).body as { remainingToday: number }).remainingToday;
  const imagesOf = async (of: TestUser, sceneId: string) =>
    ((await of.agent.get(`/api/scenes/${sceneId}`).expect(200)).body as { imageUrls: string[] }).imageUrls.length;

  it('is counted once, also when it is repeated after its job is done', async () => {
    const bulk = await app.newUser();
    await app.idle();
    const { sceneId } = await projectWithScene(bulk);
    const ask = (idempotencyKey: string) => generate(bulk, sceneId, { bulk: true, idempotencyKey });
    const once = await ask(key(200)).expect(200);
    await app.idle();
    const repeated = await ask(key(200)).expect(200);
    await app.idle();
    expect((repeated.body as { jobId: string }).jobId).toBe((once.body as { jobId: string }).jobId);
    expect(await imagesOf(bulk, sceneId)).toBe(4);
    expect(await places(bulk)).toBe(59);

    await ask(key(201)).expect(200);
    await app.idle();
    expect(await imagesOf(bulk, sceneId)).toBe(8);
    expect(await places(bulk)).toBe(58);
    expect(await balance(bulk)).toEqual({ balance: 100 });
  });

  it('differs from a single request for the same scene', async () => {
    const { sceneId } = await projectWithScene(user);
    await generate(user, sceneId, { bulk: true, idempotencyKey: key(210) }).expect(200);
    await generate(user, sceneId, { idempotencyKey: key(210) }).expect(422);
    await app.idle();
  });
});

describe('a scene with images', () => {
  it('has no dead images to clear [IMGJOB-37]', async () => {
    const { sceneId } = await projectWithScene(user);
    const clean = { removedCount: 0, remainingCount: 0 };
    await user.agent.post(`/api/scenes/${sceneId}/cleanup-dead-images`).expect(200, clean);
  });
});
