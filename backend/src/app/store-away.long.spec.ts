import type { Refusal } from '../eventsourcing/event-store/eventstoredb/stub/append-calls';
import { startStubServer, type StubServer } from '../eventsourcing/event-store/eventstoredb/stub/stub-server';
import { eventually } from '../testing/eventually';
import { STORY } from '../testing/make-story';
import { NodeStage, type StagedNode, type TestUser } from '../testing/node-stage';

const NOTHING_CHANGED = "Storyreel can't reach its data right now. Nothing was changed.";
const NOT_KNOWN = "Storyreel can't reach its data right now. We don't know whether it was saved.";

describe('a node whose EventStoreDB', () => {
  let stage: NodeStage;
  let server: StubServer;
  let node: StagedNode;
  let ada: TestUser;
  let refusal: (streamId: string) => Refusal | undefined = () => undefined;
  let isSilent: (streamId: string) => boolean = () => false;
  beforeAll(async () => {
    server = await startStubServer({
      refuses: (streamId) => refusal(streamId),
      isSilentFor: (streamId) => isSilent(streamId),
    });
    stage = await NodeStage.open();
    const eventStoreUrl = `esdb://127.0.0.1:${server.port}?tls=false&defaultDeadline=400`;
    node = await stage.node('node', { config: { eventStoreUrl } });
    ada = await node.newUser();
  });
  afterEach(() => {
    refusal = () => undefined;
    isSilent = () => false;
  });
  afterAll(async () => {
    await stage.close();
    server.stop();
  });
  const newProject = async () =>
    ((await ada.agent.post('/api/projects').send({ title: 'As it was' }).expect(201)).body as { id: string }).id;
  const titleOf = async (id: string) =>
    ((await ada.agent.get(`/api/projects/${id}`).expect(200)).body as { title: string }).title;

  it.each<Refusal>(['not-ready', 'busy', 'no-leader'])('is %s answers 503, and nothing was changed', async (why) => {
    const id = await newProject();
    refusal = () => why;
    const { status, body } = await ada.agent.patch(`/api/projects/${id}`).send({ title: 'Another' });
    expect([status, body]).toEqual([503, { code: 'unavailable', message: NOTHING_CHANGED }]);
    refusal = () => undefined;
    expect(await titleOf(id)).toBe('As it was');
  });

  it('does not answer an append reports that the change may have been saved, which it was', async () => {
    const id = await newProject();
    isSilent = (streamId) => streamId.includes(id);
    const { status, body } = await ada.agent.patch(`/api/projects/${id}`).send({ title: 'Saved all the same' });
    const message = `${NOT_KNOWN} Please check before you try again.`;
    expect([status, body]).toEqual([503, { code: 'outcome_unknown', message }]);
    isSilent = () => false;
    await node.idle();
    expect(await titleOf(id)).toBe('Saved all the same');
  });

  it('does not answer an append asks a client with a key to repeat the request, and executes it once', async () => {
    const before = ((await ada.agent.get('/api/projects').expect(200)).body as unknown[]).length;
    const create = () =>
      ada.agent.post('/api/projects').set('Idempotency-Key', 'one-project-please').send({ title: 'Once' });
    isSilent = () => true;
    const { status, body } = await create();
    const message = `${NOT_KNOWN} It is safe to try again.`;
    expect([status, body]).toEqual([503, { code: 'outcome_unknown', message }]);
    isSilent = () => false;
    await create().expect(201);
    await node.idle();
    expect((await ada.agent.get('/api/projects').expect(200)).body).toHaveLength(before + 1);
  });

  /** A text needs four appends: request, hold, answer and settlement. */
  it.each<[string, string, number, 'refused' | 'silent']>([
    ['refuses the answer', 'textwork-', 2, 'refused'],
    ['says nothing to the answer', 'textwork-', 2, 'silent'],
    ['says nothing to the question', 'textwork-', 1, 'silent'],
    ['refuses the hold', 'wallet-', 1, 'refused'],
    ['says nothing to the hold', 'wallet-', 1, 'silent'],
    ['refuses the settling', 'wallet-', 2, 'refused'],
  ])('%s of a text for a moment lets it be requested again within seconds', async (_case, category, nth, how) => {
    const user = await node.newUser();
    await node.idle();
    const balance = async () =>
      ((await user.agent.get('/api/credits/balance').expect(200)).body as { balance: number }).balance;
    const full = await balance();
    const ask = (key: string) =>
      user.agent.post('/api/ai/generate/continuity').set('Idempotency-Key', key).send({ story: STORY });
    let seen = 0;
    let isAway = false;
    const goesAway = (streamId: string) => {
      if (streamId.startsWith(category)) seen += 1;
      isAway ||= seen === nth;
      return isAway;
    };
    if (how === 'silent') isSilent = goesAway;
    else refusal = (streamId) => (goesAway(streamId) ? 'no-leader' : undefined);
    expect((await ask('a-text-please')).status).toBe(503);
    expect(isAway).toBe(true);
    isSilent = () => false;
    refusal = () => undefined;
    const repeated = async () => {
      const again = await ask('a-text-please');
      return again.status === 200 ? again : null;
    };
    const answer = await eventually('The repeated request', repeated, 10_000);
    expect(Object.keys(answer.body as object)).not.toHaveLength(0);
    expect((await ask('another-text')).status).toBe(200);
    await node.idle();
    expect(await balance()).toBe(full - 2 * 0.5);
  });
});
