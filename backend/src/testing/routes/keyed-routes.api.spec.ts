import { randomUUID } from 'node:crypto';
import { ROUTES as CONTRACTS } from '@storyreel/contracts/testing';
import { toRecorded, type RecordedEvent } from '../../eventsourcing/domain/domain-event';
import { verifyWallet } from '../../money/zaps/domain/wallet-proof';
import type { OpenAPIObject } from '@nestjs/swagger';
import { describedRoutes } from '../described-answers';
import { type Agent, NodeStage, type StagedNode, type TestUser } from '../node-stage';
import { withJobsOnHold } from '../jobs-on-hold';
import { countEvents } from '../test-database';
import { type Belongings, untouched } from './belongings';
import { type Route, send as sendRequest } from './route';
import { KEYED_ROUTES, ROUTES } from './routes';

describe('routes that take an idempotency key, on two nodes', () => {
  let stage: NodeStage;
  let a: StagedNode;
  let b: StagedNode;
  let ada: TestUser;
  let atB: Agent;

  beforeAll(async () => {
    stage = await NodeStage.open();
    [a, b] = [await stage.node('A'), await stage.node('B')];
    ada = await a.newUser();
    atB = await b.signIn(ada);
    await a.idle();
    for (let n = 0; n < 3; n++) await ada.agent.post('/api/credits/add-zaps').send({ amount: 500 }).expect(200);
  }, 60_000);
  afterAll(() => stage?.close());

  const target = () => untouched(ada);
  const send = async (
    agent: Agent,
    name: string,
    route: Route,
    key: string | null,
    to: Belongings,
    more?: object,
  ): Promise<{ status: number; body: Record<string, unknown> }> => {
    const request = sendRequest(agent, [name, route], to, (body) => (more ? { ...body, ...more } : body));
    if (key !== null) void request.set('Idempotency-Key', key);
    const { status, body: answer } = await request;
    return { status, body: answer as Record<string, unknown> };
  };
  async function events(): Promise<RecordedEvent[]> {
    const found: RecordedEvent[] = [];
    for await (const event of a.runtime.events.readAll()) {
      const recorded = toRecorded(event);
      if (recorded.metadata?.ownerId === ada.id) found.push(recorded);
    }
    return found;
  }

  it('are exactly these, and every POST without a key has its reason', async () => {
    const description = (await a.anonymous().get('/api/openapi.json').expect(200)).body as OpenAPIObject;
    const described = describedRoutes(description);
    const keyed = described
      .filter(({ operation }) => JSON.stringify(operation.parameters ?? []).includes('"Idempotency-Key"'))
      .map(({ route }) => route);
    expect(keyed.sort()).toEqual(
      Object.keys(ROUTES)
        .filter((name) => ROUTES[name]?.key)
        .sort(),
    );
    const posted = described.map(({ route }) => route).filter((route) => route.startsWith('POST '));
    expect(posted.filter((name) => !ROUTES[name]?.key && !ROUTES[name]?.harmless)).toEqual([]);
  });

  it.each(KEYED_ROUTES)(
    '%s',
    async (name, route, { makes, prepare, answer = (body: object) => body }) => {
      const { status: ok = 200 } = CONTRACTS[name] ?? {};
      const to = await target();
      const key = randomUUID();
      const made = () => countEvents(stage.database.pool, ada.id, [makes]);
      await a.idle();
      await prepare?.(ada.agent, to, a);
      const before = await made();

      // An answer shows how far its job is: no job may start between a request and its repeats.
      await withJobsOnHold(stage.database.pool, async () => {
        const both = await Promise.all([ada.agent, atB].map((agent) => send(agent, name, route, key, to)));
        const done = both.filter(({ status }) => status === ok);
        expect([done.length > 0, both]).toEqual([true, both]);
        const answers = new Set(done.map(({ body }) => JSON.stringify(answer(body))));
        expect([...answers]).toEqual([[...answers][0]]);
        for (const { status, body } of both) {
          if (status !== ok) expect([status, body.code]).toEqual([409, 'already_in_progress']);
        }
        const inBody = await send(atB, name, route, null, to, { idempotencyKey: key });
        expect([inBody.status, JSON.stringify(answer(inBody.body))]).toEqual([ok, [...answers][0]]);
      });

      const other = await send(atB, name, route, key, to, { somethingElse: true });
      expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
      const twoKeys = await send(ada.agent, name, route, key, to, { idempotencyKey: randomUUID() });
      expect(twoKeys).toMatchObject({ status: 400, body: { code: 'bad_request' } });
      expect(await made()).toBe(before + 1);
    },
    60_000,
  );

  it('leave a wallet that verifies, and every other project unchanged', async () => {
    await a.idle();
    const wallet = (await events()).filter(({ streamId }) => streamId === `wallet-${ada.id}`);
    expect(verifyWallet(ada.id, wallet).bad).toBeNull();
    const [one, other] = [await target(), await target()];
    const key = 'the same key in two projects';
    for (const to of [one, other]) {
      await ada.agent.post('/api/scenes').send({ projectId: to.project, idempotencyKey: key }).expect(201);
    }
    await atB.delete(`/api/scenes/all/${one.project}`).expect(200, { deletedCount: 2 });
    const { body } = await ada.agent.get('/api/scenes').query({ projectId: other.project }).expect(200);
    expect(body).toHaveLength(2);
  });

  it('recognize a repeat also when the table of keys is lost, and release a key after a failure', async () => {
    const buy = () => ada.agent.post('/api/styles').set('Idempotency-Key', 'kept-nowhere');
    const style = { name: 'Oil', imageUrl: 'https://example.com/i.png', category: 'Custom' };
    await buy()
      .send({ ...style, category: 'None' })
      .expect(400);
    const made = await buy().send(style).expect(201);
    await stage.database.pool.query('delete from platform.idempotency_keys');
    const again = await buy().send({ category: 'Custom', imageUrl: style.imageUrl, name: 'Oil' }).expect(201);
    expect(again.body).toEqual(made.body);
  });

  it('buy zaps once when the first answer was lost and another node is asked [ZAPS-13]', async () => {
    await atB.post('/api/credits/add-zaps').send({ amount: 100 }).expect(200);
    const { balance } = (await atB.get('/api/credits/balance').expect(200)).body as { balance: number };
    const buy = { amount: 100, idempotencyKey: 'the-same-purchase' };
    await ada.agent.post('/api/credits/add-zaps').send(buy).expect(200, { amount: 100 });
    await atB.post('/api/credits/add-zaps').send(buy).expect(200, { amount: 100 });
    await atB.post('/api/credits/add-zaps').send({ amount: 500 }).expect(200);
    await b.idle();
    // Chat replies cost fractions of zaps, whose sum as floats is not exact to the last digit.
    const after = (await atB.get('/api/credits/balance').expect(200)).body as { balance: number };
    expect(after.balance).toBeCloseTo(balance + 600, 2);
    const wallet = (await events()).filter(({ streamId }) => streamId === `wallet-${ada.id}`);
    expect(verifyWallet(ada.id, wallet)).toMatchObject({ bad: null, entries: wallet.length });
  });
});
