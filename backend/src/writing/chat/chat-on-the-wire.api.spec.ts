import type { ChatMessage, PostChatResponse } from '@storyreel/contracts';
import { eventually } from '../../testing/eventually';
import { NodeStage, type StagedNode, type TestUser } from '../../testing/node-stage';
import { chunk, CUT, OpenAiStub, spoken } from '../../testing/provider-stubs/openai-stub';

const WAIT_MS = 20_000;

describe('a reply by a paid provider', () => {
  let stage: NodeStage;
  let node: StagedNode;
  let ada: TestUser;
  const stub = new OpenAiStub();
  const release = new AbortController();
  /** Sends some text, and then nothing until the test ends. */
  async function* falteringly(): AsyncGenerator<object> {
    yield chunk({ content: 'Mara keeps ' });
    await new Promise((resolve) => release.signal.addEventListener('abort', resolve));
  }

  const start = async (name: string): Promise<StagedNode> =>
    stage.node(name, { config: { openai: { apiKey: OpenAiStub.apiKey, baseUrl: await url } } });
  let url: Promise<string>;
  beforeAll(async () => {
    url = stub.start();
    stage = await NodeStage.open();
    node = await start('A');
    ada = await node.newUser();
    await node.idle();
  }, 60_000);
  afterAll(async () => {
    release.abort();
    await stage?.close();
    await stub.stop();
  });

  const ask = async (content: string): Promise<PostChatResponse> =>
    (await ada.agent.post('/api/chat').send({ role: 'user', content }).expect(201)).body as PostChatResponse;
  const reply = async (id: string, agent = ada.agent): Promise<ChatMessage | undefined> =>
    ((await agent.get('/api/chat').expect(200)).body as ChatMessage[]).find((message) => message.id === id);
  const until = (id: string, status: ChatMessage['status'], agent = ada.agent): Promise<ChatMessage> =>
    eventually(
      `A reply that is ${status}`,
      async () => {
        const found = await reply(id, agent);
        return found?.status === status ? found : null;
      },
      WAIT_MS,
    );
  const balance = async (): Promise<number> =>
    ((await ada.agent.get('/api/credits/balance').expect(200)).body as { balance: number }).balance;

  it('is settled by the tokens that the provider counts [CHAT-04]', async () => {
    stub.speak = () => spoken('Mara keeps ', 'the light.');
    const { replyId } = await ask('Who?');
    expect(await until(replyId, 'complete')).toMatchObject({ content: 'Mara keeps the light.' });
    await node.idle();
    expect(await balance()).toBeCloseTo(100 - (0.3 * (1 + 200)) / 1000, 3);
  });

  it('that is stopped ends at the provider, and costs the text written so far', async () => {
    stub.speak = falteringly;
    const [before, hungUp] = [await balance(), stub.hungUp];
    const { replyId } = await ask('And who else?');
    expect(await until(replyId, 'writing')).toMatchObject({ content: 'Mara keeps ' });
    await ada.agent.post(`/api/chat/${replyId}/stop`).expect(200);
    await eventually('The provider is hung up on', async () => (stub.hungUp > hungUp ? true : null), WAIT_MS);
    await node.idle();
    expect(await reply(replyId)).toMatchObject({ status: 'stopped', content: 'Mara keeps ' });
    expect(before - (await balance())).toBeCloseTo(0.01, 4);
  });

  it('that breaks off has failed, costs nothing, and is retried for its price', async () => {
    stub.speak = () => [CUT];
    const [before, accepted] = [await balance(), stub.accepted];
    const { replyId } = await ask('Why?');
    const failed = await until(replyId, 'failed');
    expect(failed.error).toBe('The connection to the text model was lost. Nothing was charged.');
    await node.idle();
    expect([await balance(), stub.accepted]).toEqual([before, accepted + 1]);
    stub.speak = () => spoken('So it is.');
    await ada.agent.post(`/api/chat/${replyId}/retry`).send({}).expect(200);
    expect(await until(replyId, 'complete')).toMatchObject({ content: 'So it is.', error: null });
    expect(stub.accepted).toBe(accepted + 2);
  });

  it('that a stopping server interrupts fails with the text so far, and is never requested again', async () => {
    stub.speak = falteringly;
    await node.idle();
    const before = await balance();
    const { replyId } = await ask('What comes next?');
    await until(replyId, 'writing');
    const accepted = stub.accepted;
    await node.close();
    node = await start('B');
    ada = { ...ada, agent: await node.signIn(ada) };
    const failed = await until(replyId, 'failed');
    expect(failed).toMatchObject({ content: 'Mara keeps ', error: expect.stringContaining('Nothing was charged') });
    await node.idle();
    expect([stub.accepted, await balance()]).toEqual([accepted, before]);
  });
});
