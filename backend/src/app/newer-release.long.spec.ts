import { randomUUID } from 'node:crypto';
import { createEventStore, type EventStore } from '../eventsourcing/event-store';
import { startStubServer } from '../eventsourcing/event-store/eventstoredb/stub/stub-server';
import { eventually } from '../testing/eventually';
import { projectWithScene } from '../testing/make-story';
import { NodeStage, type StagedNode, type TestUser } from '../testing/node-stage';

describe.each([
  ['Postgres', false],
  ["EventStoreDB's protocol", true],
])('an event that a newer release wrote, on %s', (_name, onEventStoreDb) => {
  let stage: NodeStage;
  let node: StagedNode;
  let user: TestUser;
  let projectId: string;
  let store: EventStore;
  let stop: () => void = () => undefined;
  beforeAll(async () => {
    stage = await NodeStage.open();
    const server = onEventStoreDb ? await startStubServer() : null;
    const eventStoreUrl = server ? `esdb://127.0.0.1:${server.port}?tls=false` : undefined;
    stop = () => void server?.stop();
    node = await stage.node('node', { config: { eventStoreUrl } });
    store = await createEventStore({ eventStoreUrl, databaseUrl: stage.database.url });
    user = await node.newUser();
    await node.idle();
    const made = await projectWithScene(user);
    projectId = made.projectId;
    const metadata = {
      commandId: 'c',
      correlationId: 'c',
      causationId: null,
      actor: { kind: 'user', userId: user.id },
      ownerId: user.id,
      schemaVersion: 2,
      at: '2026-01-01T00:00:00.000Z',
    };
    const data = { jobId: randomUUID(), sceneId: made.sceneId, quote: { holdId: randomUUID() } };
    const newer = { id: randomUUID(), type: 'VideoJobQueued', data, metadata };
    await store.append(`project-${projectId}`, [newer], { expected: 'any' });
  });
  afterAll(async () => {
    await store.close();
    await stage.close();
    stop();
  });

  it('is parked by the reactors, and the views stop before it', async () => {
    const reason = await eventually(
      'The parked event',
      async () => {
        const { rows } = await node.runtime.pool.query<{ error: string }>(
          `select error from platform.parked_reactions where process = 'queue-video-job'`,
        );
        return rows[0]?.error ?? null;
      },
      10_000,
    );
    expect(reason).toContain('A newer release of Storyreel wrote this (VideoJobQueued in version 2)');
    const stopped = await eventually(
      'The stop',
      async () => {
        const { rows } = await node.runtime.pool.query<{ name: string; stopped_reason: string }>(
          `select name, stopped_reason from platform.view_checkpoints
           where stopped_at is not null and name like 'video_job%'`,
        );
        return rows[0] ?? null;
      },
      10_000,
    );
    expect(stopped.stopped_reason).toContain('A newer release');
  });

  it('makes every command that needs it fail, instead of deciding without it', async () => {
    const { body } = await user.agent.patch(`/api/projects/${projectId}`).send({ title: 'Mine' }).expect(503);
    expect(body).toMatchObject({ code: 'unavailable', message: expect.stringContaining('newer release') as string });
    const { body: other } = await user.agent.post('/api/projects').send({ title: 'Another' }).expect(201);
    expect(other).toMatchObject({ title: 'Another' });
  });
});
