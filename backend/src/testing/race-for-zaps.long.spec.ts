import { randomUUID } from 'node:crypto';
import { toUnits } from '@storyreel/contracts';
import { toRecorded } from '../eventsourcing/domain/domain-event';
import { PaidWork, WalletProof } from '../money/zaps';
import { seeded } from './faults/seeded';
import { type Agent, NodeStage, type StagedNode, type TestUser } from './node-stage';

const SEED = Number(process.env.MODEL_SEED ?? Date.now() % 1_000_000);
/** Number of rounds; `npm run test:ledger` sets 200. */
const ROUNDS = Number(process.env.RACE_ROUNDS ?? 4);
const AT_ONCE = 64;
/** Price of the continuity details. */
const PRICE = toUnits(0.5);

describe(`creators who spend on two nodes at once (MODEL_SEED=${SEED})`, () => {
  const random = seeded(SEED);
  let stage: NodeStage;
  let nodes: StagedNode[];
  let user: TestUser;
  let agents: Agent[];
  /** One project per request, because a project has only one such request at a time. */
  const projects: string[] = [];

  beforeAll(async () => {
    stage = await NodeStage.open();
    nodes = [await stage.node('A'), await stage.node('B')];
    const [a, b] = nodes as [StagedNode, StagedNode];
    user = await a.newUser();
    agents = [user.agent, await b.signIn(user)];
    for (let n = 0; n < AT_ONCE; n++) {
      const { body } = await user.agent
        .post('/api/projects')
        .send({ title: `Film ${n}` })
        .expect(201);
      projects.push((body as { id: string }).id);
    }
    await a.idle();
  });
  afterAll(() => stage?.close());

  /** Places a hold that leaves just enough zaps for this many requests. */
  async function leaveFundsFor(count: number): Promise<void> {
    await user.agent.post('/api/credits/add-zaps').send({ amount: 100 }).expect(200);
    const paid = (nodes[0] as StagedNode).get(PaidWork);
    const units = toUnits(await paid.available(user.id)) - count * PRICE;
    const holdId = randomUUID();
    const purpose = {
      provider: 'sandbox',
      model: 'none',
      operation: 'none',
      category: 'text',
      description: 'All else',
      projectId: null,
      sceneId: null,
      workId: holdId,
      requestHash: 'all else',
    };
    const price = { units, usd: 0, version: 'v' };
    const deadline = '2999-01-01T00:00:00.000Z';
    await paid.reserve({ userId: user.id, holdId, price, purpose, deadline, bulk: false });
  }

  it(`get what their zaps cover, and no more, in each of ${ROUNDS} rounds of ${AT_ONCE} requests`, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const funded = 1 + Math.floor(random() * (AT_ONCE - 1));
      await leaveFundsFor(funded);
      const requests = Array.from({ length: AT_ONCE }, (_, n) =>
        (agents[n % agents.length] as Agent)
          .post('/api/ai/generate/continuity')
          .set('Idempotency-Key', randomUUID())
          .send({ story: `Ada went to sea, ${round} and ${n}.`, projectId: projects[n] }),
      );
      const statuses = (await Promise.all(requests)).map(({ status }) => status).sort();
      const wanted = [...Array<number>(funded).fill(200), ...Array<number>(AT_ONCE - funded).fill(402)];
      expect([round, statuses]).toEqual([round, wanted]);
      const { body } = await user.agent.get('/api/credits/balance').expect(200);
      expect(body).toEqual({ balance: 0 });
    }
    const proof = new WalletProof(user.id);
    for await (const event of (nodes[0] as StagedNode).runtime.events.readStream(`wallet-${user.id}`)) {
      proof.add(toRecorded(event));
    }
    expect(proof.bad).toBeNull();
    expect(proof.accounts.available).toBe(0);
  }, 1_800_000);
});
