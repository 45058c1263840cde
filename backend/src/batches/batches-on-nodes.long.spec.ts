import type { Batch } from '@storyreel/contracts';
import { CommandDispatcher } from '../eventsourcing/commands/command-dispatcher';
import { type Agent, NodeStage, type StagedNode, type TestUser } from '../testing/node-stage';
import { withJobsOnHold } from '../testing/jobs-on-hold';
import { StartBatch } from './domain/batch-commands';

const ROUNDS = 12;
/** Requests per node and round. */
const EACH = 2;

describe('batches that are begun on two nodes', () => {
  let stage: NodeStage;
  let a: StagedNode;
  let b: StagedNode;
  let user: TestUser;
  let agents: [Agent, Agent];
  beforeAll(async () => {
    stage = await NodeStage.open();
    [a, b] = [await stage.node('A'), await stage.node('B')];
    user = await a.newUser();
    agents = [user.agent, await b.signIn(user)];
  }, 60_000);
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => stage?.close());

  const rest = async (): Promise<void> => {
    await a.idle();
    await b.idle();
  };
  const told = ({ status, body }: { status: number; body: unknown }) => {
    const { code, message } = body as { code?: string; message?: string };
    return { status, code, message };
  };

  let keys = 0;
  const newKey = (): string => `batch-key-${++keys}`;

  async function newOrder() {
    const project = await user.agent.post('/api/projects').send({ title: 'The Lamp' }).expect(201);
    const projectId = (project.body as { id: string }).id;
    const scene = { projectId, title: 'Scene', description: 'Mara climbs.', imagePrompt: 'a lighthouse' };
    const { body } = await user.agent.post('/api/scenes').send(scene).expect(201);
    return { projectId, kind: 'images', sceneIds: [(body as { id: string }).id], zaps: 0 };
  }
  type Order = Awaited<ReturnType<typeof newOrder>>;
  const start = (agent: Agent, order: Order, idempotencyKey = newKey()) =>
    agent.post('/api/batches').send({ ...order, idempotencyKey });
  const batchesOf = async ({ projectId }: Order): Promise<Batch[]> => {
    const { body } = await user.agent.get('/api/batches').expect(200);
    return (body as Batch[]).filter((batch) => batch.projectId === projectId);
  };

  it(`are limited to one per project and kind, in each of ${ROUNDS} rounds, and the others are refused with that reason`, async () => {
    const orders: Order[] = [];
    await withJobsOnHold(a.runtime.pool, async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const order = await newOrder();
        orders.push(order);
        const asked = Array.from({ length: EACH }, () => agents.map((agent) => start(agent, order))).flat();
        const answers = await Promise.all(asked);
        const second = told(await start(user.agent, order));
        expect(second).toMatchObject({ status: 409, code: 'already_in_progress' });
        const refused = answers.filter(({ status }) => status !== 201).map(told);
        expect([round, refused]).toEqual([round, answers.slice(1).map(() => second)]);
      }
    });
    await rest();
    for (const order of orders) expect(await batchesOf(order)).toMatchObject([{ made: 1, skipped: 0, isOver: true }]);
  }, 120_000);

  it('can follow one another on either node', async () => {
    const order = await newOrder();
    for (const agent of [...agents, agents[0]]) {
      await start(agent, order).expect(201);
      await rest();
    }
    expect(await batchesOf(order)).toHaveLength(3);
  });

  /** Cuts the node off at the next start of a batch, right after the batch was admitted. */
  function cutOff(node: StagedNode): void {
    const dispatcher = node.get(CommandDispatcher);
    const { execute } = dispatcher;
    jest.spyOn(dispatcher, 'execute').mockImplementation((command) => {
      if (!(command instanceof StartBatch)) return execute.call(dispatcher, command);
      return Promise.reject(new Error('The node is gone'));
    });
  }

  it('begin even if the node that accepted them is gone, and block no other user', async () => {
    const order = await newOrder();
    cutOff(a);
    await withJobsOnHold(a.runtime.pool, async () => {
      await start(agents[0], order).expect(500);
      await start(agents[1], order).expect(409);
    });
    await rest();
    expect(await batchesOf(order)).toMatchObject([{ made: 1, isOver: true }]);
    await start(agents[1], order).expect(201);
  });

  it('are not started twice when an interrupted request is repeated at the other node', async () => {
    const order = await newOrder();
    cutOff(a);
    const key = newKey();
    const again = await withJobsOnHold(a.runtime.pool, async () => {
      await start(agents[0], order, key).expect(500);
      await start(agents[1], { ...order, zaps: 9 }, key).expect(422);
      return start(agents[1], order, key).expect(201);
    });
    await rest();
    expect(await batchesOf(order)).toMatchObject([{ id: (again.body as Batch).id, made: 1, isOver: true }]);
  });
});
