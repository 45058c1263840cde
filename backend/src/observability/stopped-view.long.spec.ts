import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { eventually } from '../testing/eventually';
import { NodeStage, type StagedNode } from '../testing/node-stage';

/** An entry without postings, which no release has ever written. */
const poison = (ownerId: string) => ({
  id: randomUUID(),
  type: 'ZapsSettled',
  data: { holdId: randomUUID(), units: 5, usd: 0, priceVersion: 'v', purpose: { provider: 'p' } },
  metadata: {
    commandId: 'x',
    correlationId: 'x',
    causationId: null,
    actor: { kind: 'system', name: 'x' },
    ownerId,
    schemaVersion: 1,
    at: '2026-01-01T00:00:00.000Z',
  },
});

describe('a ledger view that an event has stopped', () => {
  let stage: NodeStage;
  let leader: StagedNode;
  let follower: StagedNode;
  beforeAll(async () => {
    stage = await NodeStage.open();
    leader = await stage.node('leader');
    follower = await stage.node('follower', { home: `${stage.home}/follower` });
    const user = await leader.newUser();
    await leader.idle();
    await leader.runtime.events.append(`wallet-${randomUUID()}`, [poison(user.id)], { expected: 'any' });
    await eventually(
      'The stop',
      async () => ((await follower.anonymous().get('/api/ready')).text.includes('has stopped') ? true : null),
      10_000,
    );
  });
  afterAll(() => stage.close());

  it('is named by every node, which goes on serving', async () => {
    for (const node of [leader, follower]) {
      const { body } = await node.anonymous().get('/api/ready').expect(200);
      expect(body).toEqual({
        status: 'degraded',
        problems: expect.arrayContaining([expect.stringMatching(/^The view wallet_balance_v\d+ has stopped\.$/)]),
      });
      const { text } = await node.anonymous().get('/api/metrics').expect(200);
      expect(text).toMatch(/storyreel_stopped\{kind="view",name="wallet_balance_v\d+"\} 1/);
    }
    expect(stage.errors.join()).toContain('A view has stopped');
  });

  it('slows no command on any node, and does not prevent a start', async () => {
    const third = await stage.node('third', { home: `${stage.home}/third` });
    for (const node of [leader, follower, third]) {
      const user = await node.newUser();
      const began = performance.now();
      const created = await user.agent.post('/api/projects').send({ title: 'One' }).expect(201);
      expect(performance.now() - began).toBeLessThan(2_500);
      const { body } = await user.agent.get('/api/projects').expect(200);
      expect(body).toMatchObject([{ id: (created.body as { id: string }).id }]);
    }
  });

  it('costs twenty concurrent probes about as much as one, however far it is behind', async () => {
    const text = 'x'.repeat(600);
    const noise = () => ({ ...poison('x'), id: randomUUID(), type: 'Noise', data: { text } });
    for (let i = 0; i < 4; i++)
      await leader.runtime.events.append(`project-${randomUUID()}`, Array.from({ length: 500 }, noise), {
        expected: 'any',
      });
    const since = performance.now();
    await eventually(
      'The end of what is kept',
      () => Promise.resolve(performance.now() - since > 1_100 || null),
      5_000,
    );
    const askedAt = performance.now();
    const statements = await counted(async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => leader.anonymous().get('/api/ready')));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    });
    const looks = statements.filter((text) => text.includes('view_checkpoints c')).length;
    expect(looks).toBeGreaterThanOrEqual(1);
    // Results are reused for a second; on a busy machine, twenty answers take longer than that.
    expect(looks).toBeLessThanOrEqual(1 + Math.floor((performance.now() - askedAt) / 1_000));
    // The position of a stopped consumer is remembered, so the search for its next event is not repeated.
    expect(statements.filter((text) => /event_store\.events e where e\.position between/.test(text)).length).toBe(0);
  });
});

/** Records the statements that this process sends to Postgres while `work` runs. */
async function counted(work: () => Promise<void>): Promise<string[]> {
  const statements: string[] = [];
  const spy = jest.spyOn(Client.prototype, 'query');
  try {
    await work();
    for (const [first] of spy.mock.calls as unknown as [string | { text?: string }][]) {
      statements.push(typeof first === 'string' ? first : (first.text ?? ''));
    }
  } finally {
    spy.mockRestore();
  }
  return statements;
}
