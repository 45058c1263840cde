import type { Scene } from '@storyreel/contracts';
import { AggregateStore } from '../../eventsourcing/commands/aggregate-store';
import { StoreUnavailable } from '../../eventsourcing/event-store';
import { projectWithScene } from '../../testing/make-story';
import { type Agent, NodeStage, type StagedNode, type TestUser } from '../../testing/node-stage';
import { OpenAiStub } from '../../testing/provider-stubs/openai-stub';
import { textWorkAggregate } from './domain/text-work';

const KEY = 'the-same-text-please';
const MINUTE = 60_000;

/** Each kind of text with its request, the model's answer, and the response to the client. */
const TEXTS: [string, (at: { projectId: string; sceneId: string }) => [string, object], object, object][] = [
  [
    'a description',
    ({ sceneId }) => [`/api/ai/generate/scene-description/${sceneId}`, {}],
    { description: 'A lamp burns.', imagePrompt: 'a lamp', videoPrompt: 'pan' },
    { description: 'A lamp burns.' },
  ],
  [
    'a video prompt',
    ({ sceneId }) => [`/api/ai/generate/video-prompt/${sceneId}`, {}],
    { videoPrompt: 'pan slowly' },
    { videoPrompt: 'pan slowly' },
  ],
  [
    'an enhanced prompt',
    ({ sceneId }) => [`/api/scenes/${sceneId}/enhance-prompt`, {}],
    { enhancedPrompt: 'a lighthouse in fog' },
    { enhancedPrompt: 'a lighthouse in fog' },
  ],
  [
    'the scenes of a story',
    ({ projectId }) => ['/api/scenes/process-story', { projectId }],
    { scenes: [{ firstSentence: 0, title: 'The lamp' }] },
    { sceneCount: 1 },
  ],
];

describe('a paid text whose node is killed between the model’s text and the answer', () => {
  const openai = new OpenAiStub();
  let stage: NodeStage;
  let late = 0;
  let node: StagedNode;
  let ada: TestUser;
  const clock = { now: () => new Date(Date.now() + late) };
  const start = (name: string) =>
    stage.node(name, { clock, config: { openai: { apiKey: OpenAiStub.apiKey, baseUrl: openaiUrl } } });
  let openaiUrl = '';
  beforeAll(async () => {
    stage = await NodeStage.open();
    openaiUrl = await openai.start();
  });
  afterAll(async () => {
    await stage.close();
    await openai.stop();
  });
  beforeEach(async () => {
    late = 0;
    openai.questions.length = 0;
    node = await start('node');
    ada = await node.newUser();
    await node.idle();
  });
  afterEach(() => node.close());

  /** The node dies after it has written the text: neither the answer nor the settlement is recorded. */
  function killAfterWriting(): void {
    const store = node.get(AggregateStore);
    const execute = store.execute.bind<AggregateStore['execute']>(store);
    let asked = false;
    jest.spyOn(store, 'execute').mockImplementation((aggregate, ...rest) => {
      if ((aggregate as object) !== textWorkAggregate || !asked) {
        asked ||= (aggregate as object) === textWorkAggregate;
        return execute(aggregate, ...rest);
      }
      return Promise.reject(new StoreUnavailable('killed'));
    });
  }
  const balance = async (agent: Agent) =>
    ((await agent.get('/api/credits/balance').expect(200)).body as { balance: number }).balance;
  async function settlements(): Promise<number> {
    let found = 0;
    for await (const { type } of node.runtime.events.readAll()) found += type === 'ZapsSettled' ? 1 : 0;
    return found;
  }

  it.each(TEXTS)('is charged once for %s, and the repeat returns the same text', async (_, askOf, reply, told) => {
    openai.reply = () => JSON.stringify(reply);
    const [path, body] = askOf(await projectWithScene(ada));
    const ask = (agent: Agent) => agent.post(path).set('Idempotency-Key', KEY).send(body);
    const settledBefore = await settlements();
    killAfterWriting();
    await ask(ada.agent).expect(503);
    expect(openai.accepted).toBe(1);

    await node.close();
    node = await start('node');
    const agent = await node.signIn(ada);
    // The first attempt may still be running.
    expect((await ask(agent)).body).toMatchObject({ code: 'already_in_progress' });
    late = 5 * MINUTE;
    // The model would now answer with another text, so that a second request to it would be noticed.
    openai.reply = () => JSON.stringify({ ...reply, description: 'Otherwise.', videoPrompt: 'x', enhancedPrompt: 'y' });
    const repeated = await ask(agent).expect(200);
    expect(repeated.body).toMatchObject(told);
    expect((await ask(agent).expect(200)).body).toEqual(repeated.body);
    await node.idle();

    expect(openai.accepted).toBe(1);
    expect(await balance(agent)).toBe(99.5);
    expect((await settlements()) - settledBefore).toBe(1);
  });

  it('is requested and charged again when nothing had been written, for the second attempt only', async () => {
    openai.reply = () => JSON.stringify({ videoPrompt: 'pan slowly' });
    const { sceneId } = await projectWithScene(ada);
    const ask = (agent: Agent) =>
      agent.post(`/api/ai/generate/video-prompt/${sceneId}`).set('Idempotency-Key', KEY).send({});
    const store = node.get(AggregateStore);
    const execute = store.execute.bind<AggregateStore['execute']>(store);
    const settledBefore = await settlements();
    let writes = 0;
    // Every step after the reservation fails, as on a node that is killed while the model works.
    jest.spyOn(store, 'execute').mockImplementation((aggregate, ...rest) => {
      writes += 1;
      return writes > 2 ? Promise.reject(new StoreUnavailable('killed')) : execute(aggregate, ...rest);
    });
    await ask(ada.agent).expect(503);
    await node.close();
    node = await start('node');
    const agent = await node.signIn(ada);
    late = 5 * MINUTE;
    openai.reply = () => JSON.stringify({ videoPrompt: 'tilt up' });
    expect((await ask(agent).expect(200)).body).toEqual({ videoPrompt: 'tilt up' });
    const scene = (await agent.get(`/api/scenes/${sceneId}`).expect(200)).body as Scene;
    expect(scene.videoPrompt).toBe('tilt up');
    await node.idle();
    expect(openai.accepted).toBe(2);
    // The first attempt's zaps stay held until its deadline, and are not charged.
    const { body } = await agent.get('/api/credits/balance').expect(200);
    expect(body).toMatchObject({ balance: 99 });
    expect((await settlements()) - settledBefore).toBe(1);
  });
});
