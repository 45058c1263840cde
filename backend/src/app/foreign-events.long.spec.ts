import { randomUUID } from 'node:crypto';
import { binaryEvent, EventStoreDBClient } from '@eventstore/db-client';
import { allViews } from './composition';
import type { Position } from '../eventsourcing/event-store/event-store';
import { createEventStore, type EventStore, type NewEvent } from '../eventsourcing/event-store';
import { startStubServer } from '../eventsourcing/event-store/eventstoredb/stub/stub-server';
import { rebuildView } from '../eventsourcing/views/rebuild-view';
import { NodeStage, type StagedNode } from '../testing/node-stage';
import { newSession, openSocket } from '../testing/test-socket';

interface Shared {
  config: { eventStoreUrl?: string };
  /** The event store, to which the test writes as another application would. */
  store: EventStore;
  /** Writes events that only some servers accept. */
  writeMore(): Promise<void>;
  close(): Promise<void>;
}

async function onPostgres(stage: NodeStage): Promise<Shared> {
  const store = await createEventStore({ databaseUrl: stage.database.url });
  return { config: {}, store, writeMore: () => Promise.resolve(), close: () => store.close() };
}

async function onEventStoreDb(): Promise<Shared> {
  const server = await startStubServer();
  const eventStoreUrl = `esdb://127.0.0.1:${server.port}?tls=false`;
  const store = await createEventStore({ eventStoreUrl });
  return {
    config: { eventStoreUrl },
    store,
    async writeMore() {
      const client = EventStoreDBClient.connectionString(eventStoreUrl);
      const event = binaryEvent({ type: 'ProjectCreated', data: Buffer.from([0, 255]) });
      await client.appendToStream(`project-${randomUUID()}`, [event]);
      await client.dispose();
    },
    async close() {
      await store.close();
      server.stop();
    },
  };
}

const foreign = (type: string, data: unknown, metadata?: Record<string, unknown>): NewEvent => ({
  id: randomUUID(),
  type,
  data,
  metadata,
});

/** Writes events whose names and shapes partly match ours, as another application's might by chance. */
async function writeForeignEvents({ store, writeMore }: Shared): Promise<Position> {
  const ours = { commandId: 'c', correlationId: 'c', causationId: null, ownerId: 'o', schemaVersion: 1, at: 'now' };
  const streams: [string, NewEvent[]][] = [
    ['orders-1', [foreign('ImageJobQueued', { id: 1 }), foreign('ZapsHeld', null), foreign('OrderPlaced', 'text')]],
    ['orders-2', [foreign('SceneAdded', { sceneId: 'x' }, ours)]],
    ['without a hyphen', [foreign('ProjectCreated', {}, { ownerId: 5 })]],
    [`project-${randomUUID()}`, [foreign('ProjectCreated', { title: 'Not ours' }), foreign('StoryChanged', [])]],
    [`wallet-${randomUUID()}`, [foreign('ZapsGranted', {}, { ...ours, schemaVersion: '1' })]],
    ['-', [foreign('AccountRegistered', {}, ours)]],
  ];
  await writeMore();
  const positions: Position[] = [];
  for (const [stream, events] of streams) {
    positions.push((await store.append(stream, events, { expected: 'any' })).position);
  }
  return positions.sort().at(-1) as Position;
}

describe.each([
  ['Postgres', onPostgres],
  ["EventStoreDB's protocol", onEventStoreDb],
])('events of other applications, on %s', (_name, open) => {
  let stage: NodeStage;
  let shared: Shared;
  let node: StagedNode;
  beforeAll(async () => {
    stage = await NodeStage.open();
    shared = await open(stage);
    await writeForeignEvents(shared);
    node = await stage.node('first', { config: shared.config });
  });
  afterAll(async () => {
    await stage.close();
    await shared.close();
  });

  const expectNoTrace = async () => {
    const { rows } = await stage.database.pool.query('select * from platform.parked_events');
    expect(rows).toEqual([]);
    expect(stage.errors).toEqual([]);
  };

  it('are skipped by views, reactors, jobs and push, and everything else continues', async () => {
    const user = await node.newUser();
    const { body: project } = await user.agent.post('/api/projects').send({ title: 'Ours' }).expect(201);
    const { socket, next } = await openSocket(node, { cookie: await newSession(node, user) });
    const position = await writeForeignEvents(shared);
    const pushed = next('scenesChanged');
    const { body: scene } = await user.agent.post('/api/scenes').send({ projectId: project.id }).expect(201);
    await writeForeignEvents(shared);
    const listed = await user.agent.get(`/api/scenes?projectId=${project.id}`).expect(200);
    expect(listed.body).toEqual([expect.objectContaining({ id: scene.id })]);
    await pushed;
    socket.close();
    await node.idle();
    const { rows } = await stage.database.pool.query(
      'select name from platform.view_checkpoints where position is null or position < $1',
      [position],
    );
    expect(rows).toEqual([]);
    // A reactor grants the sign-up zaps.
    const balance = await user.agent.get('/api/credits/balance').expect(200);
    expect(balance.body).toMatchObject({ balance: 100 });
    await expectNoTrace();
  });

  it('are skipped by a rebuild and by the next start', async () => {
    for (const view of allViews) {
      const report = await rebuildView(node.runtime, view, { switchOver: true });
      expect(report).toMatchObject({ view: view.name, different: 0 });
    }
    await writeForeignEvents(shared);
    await node.close();
    node = await stage.node('second', { config: shared.config });
    await node.newUser();
    await node.anonymous().get('/api/ready').expect(200);
    await expectNoTrace();
  });

  it('in a stream of ours are skipped by its fold', async () => {
    const user = await node.newUser();
    const { body: project } = await user.agent.post('/api/projects').send({ title: 'Ours' }).expect(201);
    await shared.store.append(`project-${project.id}`, [foreign('ProjectRenamed', null)], { expected: 'any' });
    await user.agent.patch(`/api/projects/${project.id}`).send({ title: 'Still ours' }).expect(200);
    await node.close();
    node = await stage.node('third', { config: shared.config });
    const agent = await node.signIn(user);
    const changed = await agent.patch(`/api/projects/${project.id}`).send({ title: 'Ours for good' }).expect(200);
    expect(changed.body).toMatchObject({ title: 'Ours for good' });
    await expectNoTrace();
  });
});
