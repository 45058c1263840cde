import type { Project } from '@storyreel/contracts';
import { allViews } from './composition';
import { createEventStore, type EventStore } from '../eventsourcing/event-store';
import { startStubServer, type StubServer } from '../eventsourcing/event-store/eventstoredb/stub/stub-server';
import { rebuildView } from '../eventsourcing/views/rebuild-view';
import { seeded } from '../testing/faults/seeded';
import { type Agent, NodeStage, type StagedNode, type TestUser } from '../testing/node-stage';

/**
 * Returns text that is too random to compress into one part and too large for one append as JSON, which escapes its
 * many line breaks.
 */
function unruly(seed: number, characters: number): string {
  const random = seeded(seed);
  const letter = () => (random() < 0.1 ? '\n' : String.fromCharCode(35 + Math.floor(random() * 57)));
  return Array.from({ length: characters }, letter).join('');
}

describe('a story larger than one append, on EventStoreDB', () => {
  let stage: NodeStage;
  let server: StubServer;
  let log: EventStore;
  let config: { eventStoreUrl: string };
  let away = (_streamId: string): boolean => false;
  beforeAll(async () => {
    stage = await NodeStage.open();
    server = await startStubServer({ isAwayFor: (streamId) => away(streamId) });
    config = { eventStoreUrl: `esdb://127.0.0.1:${server.port}?tls=false` };
    log = await createEventStore(config);
  });
  afterAll(async () => {
    await stage.close();
    await log.close();
    server.stop();
  });

  async function count(type: string): Promise<number> {
    let found = 0;
    for await (const event of log.readAll({ filter: { types: [type] } })) found += event.type === type ? 1 : 0;
    return found;
  }
  const newProject = async (agent: Agent) =>
    ((await agent.post('/api/projects').send({ title: 'Long' }).expect(201)).body as Project).id;
  const storyOf = async (agent: Agent, id: string) =>
    ((await agent.get(`/api/projects/${id}`).expect(200)).body as Project).story;
  async function restarted(before: StagedNode, user: TestUser): Promise<{ node: StagedNode; agent: Agent }> {
    await before.close();
    const node = await stage.node('node', { config });
    return { node, agent: await node.signIn(user) };
  }

  it('is not saved when its node stops before the event that lists its parts, and is saved by a repeat', async () => {
    const story = unruly(1, 990_000);
    const first = await stage.node('node', { config });
    const ada = await first.newUser();
    const id = await newProject(ada.agent);
    await ada.agent.patch(`/api/projects/${id}`).send({ story: 'Short.' }).expect(200);

    away = (streamId) => streamId === `project-${id}`;
    await ada.agent.patch(`/api/projects/${id}`).send({ story }).expect(503);
    away = () => false;
    const parts = await count('ContentPart');
    expect(parts).toBeGreaterThan(1);

    const { node, agent } = await restarted(first, ada);
    await agent.get('/api/ready').expect(200);
    expect(await storyOf(agent, id)).toBe('Short.');
    await agent.patch(`/api/projects/${id}`).send({ story }).expect(200);
    await node.idle();
    expect((await storyOf(agent, id)) === story).toBe(true);
    expect(await count('ContentPart')).toBe(parts);
    await node.close();
  }, 120_000);

  it('is in the views and in the state after a restart, and in rebuilt views', async () => {
    const story = unruly(2, 990_000);
    const first = await stage.node('node', { config });
    const ada = await first.newUser();
    const id = await newProject(ada.agent);
    await ada.agent.patch(`/api/projects/${id}`).send({ story }).expect(200);
    await first.idle();

    const { node, agent } = await restarted(first, ada);
    expect((await storyOf(agent, id)) === story).toBe(true);
    // The command loads the stream and answers from it, not from a view.
    const { body } = await agent.patch(`/api/projects/${id}`).send({ title: 'Longer' }).expect(200);
    expect((body as Project).story === story).toBe(true);
    await node.idle();
    for (const view of allViews) {
      expect(await rebuildView(node.runtime, view, { switchOver: true })).toMatchObject({ different: 0 });
    }
    expect((await storyOf(agent, id)) === story).toBe(true);
    const { rows } = await stage.database.pool.query('select * from platform.parked_events');
    expect(rows).toEqual([]);
    await node.close();
  }, 120_000);
});
