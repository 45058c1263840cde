import { StartError } from '../lib/keep-trying';
import { startStubServer, type StubServer } from '../eventsourcing/event-store/eventstoredb/stub/stub-server';
import { IDENTITY_STREAM } from '../eventsourcing/log-identity/log-identity';
import { NodeStage, type StagedNode, type TestUser } from '../testing/node-stage';
import { resetLog } from '../tools/reset-log';

describe('a start on another log', () => {
  let stage: NodeStage;
  let node: StagedNode;
  let user: TestUser;
  const servers: StubServer[] = [];
  const newServer = async () => {
    const server = await startStubServer();
    servers.push(server);
    return { eventStoreUrl: `esdb://127.0.0.1:${server.port}?tls=false` };
  };
  let log: { eventStoreUrl: string };

  beforeAll(async () => {
    stage = await NodeStage.open();
    log = await newServer();
    node = await stage.node('first', { config: log });
    user = await node.newUser();
    await user.agent.post('/api/projects').send({ title: 'Kept' }).expect(201);
    await node.idle();
    await node.close();
  });
  afterAll(async () => {
    await stage.close();
    for (const server of servers) server.stop();
  });
  const refusal = async (config: { eventStoreUrl?: string }): Promise<string> => {
    const error: unknown = await stage.node('refused', { config }).catch((reason: unknown) => reason);
    if (error instanceof StartError) return error.message;
    throw new Error('The start was not refused.', { cause: error });
  };

  it('is not suspected when the log ends in hundreds of EventStoreDB’s system events, while a node runs and at the next start', async () => {
    const [server] = servers;
    node = await stage.node('first', { config: log });
    server?.log.writeSystemEvents(2_000);
    const agent = await node.signIn(user);
    await agent.get('/api/ready').expect(200);
    await node.idle();
    await node.close();
    node = await stage.node('first', { config: log });
    await (await node.signIn(user)).get('/api/projects').expect(200);
    await node.close();
  });

  it('is refused when that log is empty, with advice', async () => {
    const message = await refusal(await newServer());
    expect(message).toMatch(/^EVENTSTORE_URL: this log is empty, it is not the one/);
    expect(message).toContain('npm run views -- --reset-log');
  });

  it('is refused when that log belongs to another installation', async () => {
    const other = await NodeStage.open();
    const theirs = await newServer();
    await (await other.node('other', { config: theirs })).newUser();
    await other.close();
    expect(await refusal(theirs)).toMatch(/^EVENTSTORE_URL: this log is not the one/);
    // The same installation switched to Postgres, where the log is still empty.
    expect(await refusal({})).toMatch(/^DATABASE_URL: this log is empty, it is not the one/);
  });

  it('is refused when events are missing at its end', async () => {
    const text = `update platform.view_checkpoints set position = '09999999999999999999'`;
    await stage.database.pool.query('create table kept as select name, position from platform.view_checkpoints');
    await stage.database.pool.query(text);
    expect(await refusal(log)).toMatch(
      /^EVENTSTORE_URL: this log ends at \d+, and the views have reached 9999999999999/,
    );
    await stage.database.pool.query(
      'update platform.view_checkpoints c set position = kept.position from kept where kept.name = c.name',
    );
  });

  it('accepts the known log, and adopts one that an older release has not recorded', async () => {
    await stage.database.pool.query('delete from platform.log_identity');
    node = await stage.node('again', { config: log });
    const agent = await node.signIn(user);
    expect((await agent.get('/api/projects').expect(200)).body).toHaveLength(1);
    const { rows } = await stage.database.pool.query('select * from platform.log_identity');
    expect(rows).toHaveLength(1);
    await node.close();
  });

  it('of several nodes at once gives the log one identity', async () => {
    const other = await NodeStage.open();
    const shared = await newServer();
    const nodes = await Promise.all(['a', 'b', 'c'].map((name) => other.node(name, { config: shared })));
    let opened = 0;
    for await (const { type } of nodes[0]?.runtime.events.readStream(IDENTITY_STREAM) ?? []) {
      expect(type).toBe('LogOpened');
      opened += 1;
    }
    expect(opened).toBe(1);
    expect(other.errors).toEqual([]);
    await other.close();
  });

  it('is possible after all views and jobs built from the old log were deleted on purpose', async () => {
    const empty = await newServer();
    await resetLog({ databaseUrl: stage.database.url, home: stage.home });
    node = await stage.node('anew', { config: empty });
    const agent = await node.signIn(user);
    expect((await agent.get('/api/projects').expect(200)).body).toEqual([]);
    await node.close();
    await resetLog({ databaseUrl: stage.database.url, home: stage.home });
    node = await stage.node('back', { config: log });
    const back = await node.signIn(user);
    expect((await back.get('/api/projects').expect(200)).body).toHaveLength(1);
    await node.idle();
    expect(stage.errors).toEqual([]);
  });
});
