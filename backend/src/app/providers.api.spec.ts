import { grantRole } from '../testing/grant-role';
import { NodeStage, type StagedNode, type TestUser } from '../testing/node-stage';
import { OpenAiStub } from '../testing/provider-stubs/openai-stub';
import { ReplicateStub } from '../testing/provider-stubs/replicate-stub';

describe('the list of providers', () => {
  const openai = new OpenAiStub();
  const replicate = new ReplicateStub();
  let now = new Date('2026-11-01T12:00:00Z');
  let stage: NodeStage;
  let node: StagedNode;
  let developer: TestUser;

  beforeAll(async () => {
    stage = await NodeStage.open();
    const config = {
      openai: { apiKey: OpenAiStub.apiKey, baseUrl: await openai.start() },
      replicate: { apiToken: ReplicateStub.token, baseUrl: await replicate.start() },
      chosenProviders: { video: 'sandbox' as const },
    };
    node = await stage.node('A', { config, clock: { now: () => now } });
    developer = await node.newUser();
    await grantRole(node, developer, 'developer');
  });
  afterAll(async () => {
    await stage?.close();
    await openai.stop();
    await replicate.stop();
  });

  it('is shown to developers, with models and hosts and without secrets', async () => {
    const { body, text } = await developer.agent.get('/api/providers').expect(200);
    const hostOf = (stub: OpenAiStub | ReplicateStub) => new URL(stub.server.origin).host;
    expect(body).toEqual([
      { kind: 'text', label: 'Own server', model: 'gpt-6-luna', host: hostOf(openai) },
      { kind: 'image', label: 'Replicate', model: 'black-forest-labs/flux-dev', host: hostOf(replicate) },
      { kind: 'video', label: 'Sandbox', model: null, host: null },
      { kind: 'speech', label: 'Sandbox', model: null, host: null },
    ]);
    expect(text).not.toMatch(new RegExp(`${OpenAiStub.apiKey}|${ReplicateStub.token}`));
  });

  it('does not exist for others', async () => {
    const other = await node.newUser();
    await other.agent.get('/api/providers').expect(404);
    await other.agent.post('/api/providers/check').expect(404);
    expect([openai.server.requests, replicate.server.requests]).toEqual([[], []]);
  });

  it('is checked without generating anything, at a limited rate', async () => {
    const check = () => developer.agent.post('/api/providers/check');
    replicate.failNext('check', { kind: 'status', status: 401 });
    expect((await check().expect(200)).body).toMatchObject([
      { kind: 'text', answers: true, remark: null },
      { kind: 'image', answers: false, remark: 'It refuses the key (401).' },
      { kind: 'video', answers: true, remark: null },
      { kind: 'speech', answers: true, remark: null },
    ]);
    expect([openai.accepted, replicate.accepted]).toEqual([0, 0]);
    for (let more = 0; more < 5; more += 1) await check().expect(200);
    const refused = await check().expect(429);
    expect(refused.headers['retry-after']).toBe('10');
    expect(openai.server.requests).toHaveLength(6);
  });

  it('warns of a provider whose answers repeatedly have another shape than requested', async () => {
    now = new Date('2026-11-01T12:05:00Z');
    openai.reply = () => 'Sure, here are your characters.';
    for (let times = 0; times < 3; times += 1) {
      await developer.agent.post('/api/ai/generate/continuity').send({ story: 'Mara lit the lamp.' }).expect(503);
    }
    const { body } = await developer.agent.post('/api/providers/check').expect(200);
    expect(body).toContainEqual(
      expect.objectContaining({
        kind: 'text',
        answers: true,
        remark: expect.stringContaining('json_schema') as string,
      }),
    );
  });
});
