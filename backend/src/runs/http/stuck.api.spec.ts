import type { StuckWork } from '@storyreel/contracts';
import { type TestApp, startTestApp, type TestUser } from '../../testing/app-harness';
import { accountAggregate, decideRevokeRole } from '../../accounts';
import { AggregateStore } from '../../eventsourcing/commands/aggregate-store';
import { userContext } from '../../eventsourcing/commands/command-context';
import { grantRole } from '../../testing/grant-role';
import { newSession, openSocket, received } from '../../testing/test-socket';

describe('a stuck job', () => {
  let app: TestApp;
  let developer: TestUser;
  beforeAll(async () => {
    app = await startTestApp({ alone: true });
    developer = await app.newUser();
    await grantRole(app, developer, 'developer');
    await app.idle();
    for (const key of ['one', 'two', 'three']) {
      await app.runtime.pool.query(
        `insert into platform.jobs (queue, dedup_key, owner_id, payload, correlation_id, causation_id, state, attempts,
                                    finished_at, last_error)
         values ('nobody', $1, $2, '{}', 'c', 'e', 'dead', 8, '2026-03-01T12:00:00.5Z', 'no luck')`,
        [key, developer.id],
      );
    }
  });
  afterAll(() => app?.close());
  const open = async (user: TestUser) => openSocket(app, { cookie: await newSession(app, user) });
  const retry = (body: object) => developer.agent.post('/api/runs/stuck/retry').send(body);
  const list = async () => (await developer.agent.get('/api/runs/stuck').expect(200)).body as StuckWork[];

  it('is listed for developers, in pages', async () => {
    const all = await list();
    expect(all[0]).toEqual({
      kind: 'job',
      id: expect.stringMatching(/^\d+$/),
      name: 'nobody',
      subject: 'three',
      events: 1,
      eventId: null,
      reason: 'no luck',
      attempts: 8,
      since: '2026-03-01T12:00:00.500Z',
      retryable: true,
    });
    const first = await developer.agent.get('/api/runs/stuck?limit=2').expect(200);
    const cursor = encodeURIComponent(first.headers['x-next-cursor'] ?? '');
    const second = await developer.agent.get(`/api/runs/stuck?limit=2&cursor=${cursor}`).expect(200);
    expect([...(first.body as StuckWork[]), ...(second.body as StuckWork[])]).toEqual(all);
    expect(second.headers['x-next-cursor']).toBeUndefined();
    await developer.agent.get('/api/runs/stuck?cursor=eyJ9').expect(400);
  });

  it('is retried, with an event that names the developer', async () => {
    const [job] = await list();
    await retry({ kind: 'job', id: job?.id }).expect(200, { outcome: 'queued', reason: null });
    expect((await list()).map(({ subject }) => subject)).toEqual(['two', 'one']);
    await retry({ kind: 'job', id: job?.id }).expect(404);
    const events = await app.events(`access-${developer.id}`);
    expect(events[0]).toMatchObject({
      data: { what: 'retry', ownerId: null, detail: { kind: 'job', id: job?.id } },
      metadata: { actor: { kind: 'user', userId: developer.id } },
    });
  });

  it('is pushed to developers on changes, for as long as they have the role', async () => {
    const former = await app.newUser();
    await grantRole(app, former, 'developer');
    const [window, theirs] = [await open(developer), await open(former)];
    await app
      .get(AggregateStore)
      .execute(accountAggregate, former.id, userContext(former.id), (state) => decideRevokeRole(state, 'developer'));
    const [job] = await list();
    const heard = window.next('stuckChanged');
    await retry({ kind: 'job', id: job?.id }).expect(200);
    expect(await heard).toEqual({ type: 'stuckChanged' });
    expect(await received(former, theirs)).toEqual([]);
    for (const { socket } of [window, theirs]) socket.close();
  });

  it('looks like a missing one to people without the role', async () => {
    const other = await app.newUser();
    await other.agent.get('/api/runs/stuck').expect(404);
    await other.agent.post('/api/runs/stuck/retry').send({ kind: 'job', id: '1' }).expect(404);
  });

  it.each([
    [{}],
    [{ kind: 'job' }],
    [{ kind: 'all', id: '1' }],
    [{ kind: 'job', id: '' }],
    [{ kind: 'row', id: 'x'.repeat(2_001) }],
  ])('is not retried on bad input: %j', async (body) => {
    await retry(body).expect(400);
  });
});
