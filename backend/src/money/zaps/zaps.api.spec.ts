import type { Transaction } from '@storyreel/contracts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/app-harness';
import { projectWithScene } from '../../testing/make-story';
import { recorded } from '../../testing/view-spec';
import { verifyWallet } from './domain/wallet-proof';

let app: TestApp;
let user: TestUser;
beforeAll(async () => {
  app = await startTestApp();
  user = await app.newUser();
  await app.idle();
});
afterAll(() => app?.close());

describe('a new account', () => {
  it('has a balance of 100 zaps, as a number [ZAPS-10]', async () => {
    const { body } = await user.agent.get('/api/credits/balance').expect(200);
    expect(body).toEqual({ balance: 100 });
  });

  it('lists the grant as a transaction [ZAPS-12]', async () => {
    const { body } = await user.agent.get('/api/credits/transactions').expect(200);
    const line = { id: expect.any(String) as string, description: 'Welcome zaps', amount: 100, holdId: null };
    expect(body).toEqual([{ ...line, createdAt: expect.any(String) as string }]);
  });

  it('refuses a request without a session', async () => {
    await app.anonymous().get('/api/credits/balance').expect(401);
    await app.anonymous().post('/api/credits/add-zaps').send({ amount: 100 }).expect(401);
  });
});

describe('buying zaps', () => {
  it('adds a package, and a repeat with the same key adds nothing [ZAPS-13]', async () => {
    const buyer = await app.newUser();
    await app.idle();
    const body = { amount: 500, idempotencyKey: 'purchase-1' };
    await buyer.agent.post('/api/credits/add-zaps').send(body).expect(200, { amount: 500 });
    await buyer.agent.post('/api/credits/add-zaps').send(body).expect(200, { amount: 500 });
    await buyer.agent.get('/api/credits/balance').expect(200, { balance: 600 });
    const events = (await app.events(`wallet-${buyer.id}`)).map((event, n) => ({ ...recorded(event, n), ...event }));
    expect(verifyWallet(buyer.id, events).bad).toBeNull();
    // Newest first.
    const { body: lines } = await buyer.agent.get('/api/credits/transactions').expect(200);
    expect((lines as Transaction[]).map(({ amount }) => amount)).toEqual([500, 100]);
  });

  it('adds any of the four packages [ZAPS-05, ZAPS-13]', async () => {
    const buyer = await app.newUser();
    await app.idle();
    let expected = 100;
    for (const amount of [100, 500, 1000, 2500]) {
      await buyer.agent.post('/api/credits/add-zaps').send({ amount }).expect(200, { amount });
      expected += amount;
      await buyer.agent.get('/api/credits/balance').expect(200, { balance: expected });
    }
  });

  it.each([0, 99, 101, -100, 100.5, '100'])('refuses %j', async (amount) => {
    await user.agent.post('/api/credits/add-zaps').send({ amount }).expect(400);
  });
});

describe('buying zaps for nothing', () => {
  const stripe = { secretKey: 'sk_test', webhookSecret: 'whsec_test' };
  let selling: TestApp;
  afterEach(() => selling?.close());

  it.each([
    ['where Stripe takes the money', 'stripe', { stripe, sandboxPurchases: true }],
    ['where sandbox purchases are off', 'none', { sandboxPurchases: false }],
  ])('is refused %s, and nothing is added', async (_, purchases, config) => {
    selling = await startTestApp({ config });
    const { agent } = await selling.newUser();
    await selling.idle();
    const { status, body } = await agent.post('/api/credits/add-zaps').send({ amount: 2500 });
    expect([status, body]).toEqual([503, { code: 'not_available', message: "Zaps can't be purchased here yet." }]);
    await agent.get('/api/credits/balance').expect(200, { balance: 100 });
    expect((await agent.get('/api/config')).body).toMatchObject({ purchases });
  });
});

describe('an estimate', () => {
  const estimate = (model: string, operation: string, usage: object) =>
    user.agent.post('/api/costs/estimate').send({ provider: 'replicate', model, operation, usage });

  it('estimates for three providers and no other [ZAPS-20]', async () => {
    const { agent } = await app.newUser();
    const ask = (provider: string) =>
      agent
        .post('/api/costs/estimate')
        .send({ provider, model: 'gpt-4', operation: 'continuity', usage: { requests: 1 } });
    for (const provider of ['replicate', 'internal', 'openai']) await ask(provider).expect(200);
    await ask('midjourney').expect(400);
  });

  it('prices by the book [ZAPS-19, ZAPS-21]', async () => {
    await estimate('internal', 'continuity', { requests: 1 }).expect(200, { costZaps: 0.5 });
    await estimate('internal', 'scene_description', { scenes: 8 }).expect(200, { costZaps: 4 });
    await estimate('kling-v2.1', 'generate_video', { seconds: 5, mode: 'pro' }).expect(200, { costZaps: 15 });
  });

  it('refuses what has no price', async () => {
    await estimate('x', 'conjure', {}).expect(400);
  });
});

describe('the costs of a project', () => {
  it('are zero at first, and not found for others', async () => {
    const { body } = await user.agent.post('/api/projects').send({ title: 'The Lamp' }).expect(201);
    const { id } = body as { id: string };
    const none = { projectId: id, totalZaps: 0, totalUsd: 0, breakdown: {} };
    await user.agent.get(`/api/projects/${id}/costs`).expect(200, none);
    const stranger = await app.newUser();
    await stranger.agent.get(`/api/projects/${id}/costs`).expect(404);
  });

  it('add up what was spent, by category and operation, in this project alone [ZAPS-17]', async () => {
    const spender = await app.newUser();
    await app.idle();
    const [project, other] = [await projectWithScene(spender), await projectWithScene(spender)];
    const paint = ({ sceneId }: { sceneId: string }, prompt: string) =>
      spender.agent
        .post('/api/midjourney/generate-image')
        .send({ sceneId, prompt, idempotencyKey: `${prompt} of ${sceneId}` })
        .expect(200);
    await paint(project, 'a lamp');
    await paint(other, 'a lamp');
    await app.idle();
    await paint(project, 'a storm');
    await app.idle();
    // A failed generation costs nothing.
    await paint(project, 'a ship [sandbox:fail]');
    await spender.agent.post(`/api/ai/generate/scene-description/${project.sceneId}`).send({}).expect(200);
    await app.idle();
    const { body } = await spender.agent.get(`/api/projects/${project.projectId}/costs`).expect(200);
    expect(body).toEqual({
      projectId: project.projectId,
      totalZaps: 8.5,
      totalUsd: 0,
      breakdown: {
        image: { generate_image: { count: 2, totalZaps: 8, totalUsd: 0 } },
        text: { scene_description: { count: 1, totalZaps: 0.5, totalUsd: 0 } },
      },
    });
  });
});
