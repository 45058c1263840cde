import { randomUUID } from 'node:crypto';
import { startTestApp, type TestApp, type TestUser } from '../testing/app-harness';
import { examineProcesses } from './examine-processes';

describe('what processes leave for people', () => {
  let app: TestApp;
  let ada: TestUser;
  beforeAll(async () => {
    app = await startTestApp();
    ada = await app.newUser();
    await app.idle();
  });
  afterAll(() => app?.close());

  it('is listed, tried again when asked, and listed for as long as it fails', async () => {
    const { pool, config, databaseUrl } = app.runtime;
    const registered = (await app.events()).find(({ type }) => type === 'AccountRegistered');
    // As a release left them that could not take these events: one is there, the other is of another log.
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
    const stores = { ...config, databaseUrl };
    const before = await examineProcesses(stores, { retry: false });
    expect(before.parked.map(({ position }) => position)).toEqual([registered?.position, elsewhere]);
    expect(before.dead).toMatchObject([{ queue: 'zaps', dedupKey: 'grant:again', error: 'no luck' }]);

    const after = await examineProcesses(stores, { retry: true });
    expect(after).toMatchObject({ queued: 1, dead: [] });
    expect(after.taken.map(({ eventId }) => eventId)).toEqual([registered?.id]);
    expect(after.parked).toMatchObject([
      { position: elsewhere, attempts: 2, error: expect.stringContaining('not hold') },
    ]);
    await app.idle();
    // She was granted her zaps before: what is done again changes nothing.
    await ada.agent.get('/api/credits/balance').expect(200, { balance: 100 });
  });
});
