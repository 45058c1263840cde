import { randomUUID } from 'node:crypto';
import { startTestApp, type TestApp, type TestUser } from '../testing/app-harness';
import { examineProcesses, retryOne } from './examine-processes';

describe('dead letters of reactors', () => {
  let app: TestApp;
  let ada: TestUser;
  beforeAll(async () => {
    app = await startTestApp({ alone: true });
    ada = await app.newUser();
    await app.idle();
  });
  afterAll(() => app?.close());

  it('are listed, retried on request, and listed for as long as they fail', async () => {
    const { pool, config, databaseUrl } = app.runtime;
    const registered = (await app.events()).find(({ type }) => type === 'AccountRegistered');
    // Parks two reactions, as a release would that cannot process their events: the first event is in this log, the
    // other is not.
    const park = `insert into platform.parked_reactions (process, position, event_id, error)
                  values ('grant-on-registration', $1, $2, 'why')`;
    const elsewhere = '00000000009999999999';
    await pool.query(park, [registered?.position, registered?.id]);
    await pool.query(park, [elsewhere, randomUUID()]);
    await pool.query(
      `insert into platform.jobs (queue, dedup_key, owner_id, payload, correlation_id, causation_id, state, finished_at, last_error)
       values ('zaps', 'grant:again', $1, '{"action":"grant"}', 'c', 'e', 'dead', now(), 'no luck')`,
      [ada.id],
    );
    await pool.query(
      `insert into platform.jobs (queue, dedup_key, owner_id, payload, correlation_id, causation_id, state, attempts, run_at, last_error)
       select 'films', 'film ' || tries, $1, '{}', 'c', 'e', 'queued', tries, now() + interval '1 hour', 'no space left'
       from unnest(array[4, 5]) tries`,
      [ada.id],
    );
    const stores = { ...config, databaseUrl };
    const before = await examineProcesses(stores, { retry: false });
    expect(before.stuck.map(({ kind, name, subject }) => [kind, name, subject]).sort()).toEqual([
      ['job', 'films', 'film 5'],
      ['job', 'zaps', 'grant:again'],
      ['reaction', 'grant-on-registration', registered?.position],
      ['reaction', 'grant-on-registration', elsewhere],
    ]);

    expect(before.stuck).toContainEqual(
      expect.objectContaining({ subject: 'film 5', attempts: 5, reason: 'no space left' }),
    );
    await pool.query(`delete from platform.jobs where queue = 'films'`);

    await expect(retryOne(stores, `reaction/grant-on-registration@${elsewhere}`)).rejects.toThrow('not hold');
    const after = await examineProcesses(stores, { retry: true });
    expect(after).toMatchObject({ queued: 1, taken: 1 });
    expect(after.stuck).toMatchObject([
      { subject: elsewhere, attempts: 3, reason: expect.stringContaining('not hold') },
    ]);
    for (const name of ['job/1', 'row/scene_list@x', 'reaction/x@1', 'view/x', 'nothing', '']) {
      await expect(retryOne(stores, name)).rejects.toThrow('Nothing that can be tried again');
    }
    await app.idle();
    // The zaps were granted before, so repeating the grant changes nothing.
    await ada.agent.get('/api/credits/balance').expect(200, { balance: 100 });
  });
});
