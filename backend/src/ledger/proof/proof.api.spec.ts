import { createHash, createPublicKey, verify } from 'node:crypto';
import {
  latestVerificationSchema,
  signedHeadsSchema,
  type Verification,
  verificationSummarySchema,
} from '@storyreel/contracts';
import { tableName } from '../../eventsourcing/views/view';
import { type TestApp, type TestUser, startTestApp } from '../../testing/app-harness';
import { eventually } from '../../testing/eventually';
import { grantRole } from '../../testing/grant-role';
import { TABLES } from '../ledger/tables';
import { rootByProof } from '../../lib/merkle';
import { LEDGER_KEYS, type LedgerKeys, type SignedHeads } from './ledger-heads';
import { proveHead } from './prove-head';
import { provenViews } from './proven-views';
import { SignLedgerHeads } from './sign-ledger-heads';

/** Returns the table name of the view's current version. */
function tableOf(name: string): string {
  const found = provenViews.find(({ view }) => view.name === name);
  if (!found) throw new Error(`The ledger has no view ${name}`);
  return `views.${tableName(found.view)}`;
}

describe('the proof of the ledger', () => {
  let app: TestApp;
  let days = 0;
  let finance: TestUser;
  let creator: TestUser;
  let first: Verification | null;

  beforeAll(async () => {
    app = await startTestApp({ clock: { now: () => new Date(Date.now() + days * 86_400_000) } });
    [finance, creator] = [await app.newUser(), await app.newUser()];
    await grantRole(app, finance, 'finance');
    await creator.agent.post('/api/credits/add-zaps').send({ amount: 500 }).expect(200);
    await creator.agent.post('/api/ai/generate/continuity').send({ story: 'Ada went to sea.' }).expect(200);
    const { body: project } = await creator.agent.post('/api/projects').send({ title: 'The sea' }).expect(201);
    const { id: projectId } = project as { id: string };
    const { body: scene } = await creator.agent.post('/api/scenes').send({ projectId }).expect(201);
    const { id: sceneId } = scene as { id: string };
    await creator.agent.post('/api/midjourney/generate-image').send({ sceneId, prompt: 'the sea' }).expect(200);
    await creator.agent.post(`/api/ai/generate/scene-description/${sceneId}`).send({}).expect(200);
    await finance.agent.get('/api/audit/ledger').expect(200);
    await app.idle();
    first = await latest();
    days = 1;
    await app.get(SignLedgerHeads).run({
      payload: { day: '2000-01-01' },
      correlationId: 'correlation',
      causationId: 'cause',
    });
    await app.idle();
  });
  afterAll(() => app?.close());

  const latest = async (): Promise<Verification | null> => {
    const { body } = await finance.agent.get('/api/audit/verifications/latest').expect(200);
    return latestVerificationSchema.parse(body).latest;
  };
  async function verified(): Promise<Verification> {
    const { body } = await finance.agent.post('/api/audit/verifications').expect(202);
    const started = latestVerificationSchema.parse(body).latest;
    return eventually(
      'The verification',
      async () => {
        const found = await latest();
        return found !== null && found.id === started?.id && found.state !== 'running' ? found : null;
      },
      30_000,
    );
  }
  /** Tampers with the database, returns the findings of a verification, and restores the database. */
  async function tampered(table: string, sql: string, values: unknown[] = []): Promise<Verification> {
    const { pool } = app.runtime;
    await pool.query(`drop table if exists kept; create table kept as table ${table}`);
    expect((await pool.query(sql, values)).rowCount).toBeGreaterThan(0);
    const found = await verified();
    await pool.query(`delete from ${table}; insert into ${table} select * from kept`);
    return found;
  }
  const metric = async (name: string): Promise<number> => {
    const { text } = await app.anonymous().get('/api/metrics').expect(200);
    return Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1]);
  };
  const wallet = () => `wallet-${creator.id}`;
  const events = 'event_store.events';

  it('shows nothing before the day is signed, and then an automatic verification', async () => {
    expect(first).toBeNull();
    const daily = { id: 'daily-verification', email: null };
    expect(await latest()).toMatchObject({ state: 'sound', startedBy: daily, signed: null });
  });

  it('reports the ledger as sound, with requester and time', async () => {
    const found = await verified();
    expect(found).toMatchObject({ state: 'sound', badCount: 0, bad: [], progress: 1, wallets: 2, signedDays: 1 });
    expect(found.startedBy).toEqual({ id: finance.id, email: finance.email });
    expect(found.entries).toBeGreaterThan(8);
    expect(Date.parse(found.endedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(found.startedAt));
  });

  it('lists the signed days', async () => {
    const { body } = await finance.agent.get('/api/audit/heads').expect(200);
    expect(signedHeadsSchema.array().parse(body)).toEqual([
      expect.objectContaining({ wallets: 2, previousHash: null }),
    ]);
  });

  it.each<[string, string, string, object]>([
    [
      'a changed entry',
      events,
      `update event_store.events set data = (data::jsonb || '{"units": 999990000}')::json where stream_id = $1 and revision = 0`,
      { what: 'entry', revision: 0 },
    ],
    [
      'a deleted entry',
      events,
      'delete from event_store.events where stream_id = $1 and revision = 2',
      { what: 'entry', revision: 2 },
    ],
    [
      'a missing end',
      events,
      `delete from event_store.events where stream_id = $1 and revision >= 4`,
      { what: 'head', revision: 4 },
    ],
    ['a missing wallet', events, 'delete from event_store.events where stream_id = $1', { what: 'head', revision: 0 }],
    [
      'an entry moved to another wallet',
      events,
      `update event_store.events set metadata = (metadata::jsonb || '{"ownerId": "11111111-1111-4111-8111-111111111111"}')::json
       where stream_id = $1 and revision = 1`,
      { what: 'entry', revision: 1 },
    ],
  ])('names %s', async (_name, table, sql, expected) => {
    const found = await tampered(table, sql, [wallet()]);
    expect(found.state).toBe('unsound');
    expect(found.bad.filter(({ what }) => what !== 'row' && what !== 'log')).toEqual([
      expect.objectContaining({ ownerId: creator.id, email: creator.email, ...expected }),
    ]);
    // The heads below the signed root are compared too.
    expect(found.bad).toContainEqual(expect.objectContaining({ what: 'log', day: expect.any(String) }));
  });

  it.each<[string, string, string, object]>([
    [
      'the gap of a deleted access',
      events,
      `delete from event_store.events where $1::text is not null and position = (
         select min(position) from event_store.events where stream_id like 'access-%')`,
      { what: 'log', reason: expect.stringContaining('events were deleted') },
    ],
    [
      'settings that hide the entries of a wallet',
      'event_store.streams',
      `insert into event_store.streams (stream_id, truncate_before) values ('wallet-' || $1, 3)`,
      { what: 'log', stream: expect.stringContaining('wallet-'), found: 'truncate_before 3' },
    ],
    [
      'a delivered file whose address was changed',
      events,
      // Without the account's key, an encrypted event can only be replaced by an unencrypted one.
      `update event_store.events
       set data = '{"images":[{"slotId":"one","url":"/api/media/another"}],"delivered":{}}',
         metadata = (metadata::jsonb - 'sealed')::json
       where type = 'ImageJobCompleted' and metadata->>'ownerId' = $1`,
      { what: 'delivery', found: expect.stringContaining('/api/media/') },
    ],
    [
      'an encrypted event that was changed',
      events,
      `update event_store.events set data = json_build_object('sealed', reverse(data->>'sealed'))
       where type = 'ImageJobCompleted' and metadata->>'ownerId' = $1`,
      { what: 'log', reason: expect.stringContaining('cannot be decrypted') },
    ],
    [
      'a delivered file that was replaced',
      'platform.stored_objects',
      `update platform.stored_objects set sha256 = 'another' where owner_id::text = $1 and thumbnail_of is null`,
      { what: 'delivery', found: 'another' },
    ],
  ])('names %s', async (_name, table, sql, expected) => {
    const found = await tampered(table, sql, [creator.id]);
    expect(found.bad).toContainEqual(expect.objectContaining(expected));
    // Restoring deleted events also restores the log's state before the verification, so the verification is forgotten.
    if (table !== events) expect(await metric('storyreel_ledger_findings')).toBe(found.badCount);
  });

  it.each<[string, string, (table: string) => string]>([
    ['a balance', 'wallet_balance', (table) => `update ${table} set available = available + 10000 where user_id = $1`],
    ['a missing balance', 'wallet_balance', (table) => `delete from ${table} where user_id = $1`],
    [
      'a transaction',
      'zap_transaction',
      (table) => `update ${table} set units = units + 1 where user_id = $1 and units > 4000000`,
    ],
    [
      'a transaction without an event',
      'zap_transaction',
      (table) =>
        `insert into ${table} (id, user_id, description, units, created_at, position)
         select gen_random_uuid(), user_id, 'A gift', 10000, created_at, position from ${table}
         where user_id = $1 limit 1`,
    ],
    [
      'a usage',
      'usage_event',
      (table) => `update ${table} set provider = 'another' where user_id = $1 and operation = 'generate_image'`,
    ],
    [
      'an entry',
      'ledger_entry',
      (table) => `update ${table} set model = 'another' where user_id = $1 and revision = 2`,
    ],
    [
      'an entry without an event',
      'ledger_entry',
      (table) => `insert into ${table} select (jsonb_populate_record(e, jsonb_build_object('id', gen_random_uuid()))).*
        from ${table} e where user_id = $1 and revision = 2`,
    ],
    [
      'the refunded part of a charge',
      'charge',
      (table) => `update ${table} set refunded = 10000 where user_id = $1 and purpose->>'operation' = 'generate_image'`,
    ],
    ['a wallet as finance sees it', 'wallet_summary', (table) => `update ${table} set revenue = 0 where user_id = $1`],
    [
      'the sum of a day',
      'ledger_rollup',
      (table) => `update ${table} set units = units + 1 where user_id = $1 and kind = 'purchase'`,
    ],
    [
      'a closed hold',
      'open_hold',
      (
        table,
      ) => `insert into ${table} select gen_random_uuid()::text, user_id, units, at, now(), description, project_id,
        scene_id, coalesce(job_id, ''), 'p', 'm', 'o', position
        from ${TABLES.entries} where user_id = $1 and kind = 'purchase' limit 1`,
    ],
    ['the cost of a project', 'project_cost', (table) => `update ${table} set total_units = 0 where user_id = $1`],
  ])('names %s that differs from the events, in a row', async (_name, view, sql) => {
    const table = tableOf(view);
    const found = await tampered(table, sql(table), [creator.id]);
    expect(found).toMatchObject({ error: null, state: 'unsound', badCount: 1 });
    expect(found.bad[0]).toMatchObject({ what: 'row', ownerId: creator.id });
    expect(found.bad[0]?.row).toContain(table.replace('views.', ''));
  });

  it('is sound again when everything is restored, and so are its metrics', async () => {
    expect(await verified()).toMatchObject({ state: 'sound' });
    expect(await metric('storyreel_ledger_findings')).toBe(0);
    for (const name of ['verified', 'signed']) {
      const age = await metric(`storyreel_ledger_${name}_age_seconds`);
      expect(age).toBeGreaterThanOrEqual(0);
      expect(age).toBeLessThan(600);
    }
  });

  it('returns a signed certificate', async () => {
    const found = await verified();
    const address = '/api/audit/verifications/latest/certificate';
    const { text, headers } = await finance.agent.get(address).expect(200);
    expect(headers['content-disposition']).toMatch(/^attachment; filename="ledger-certificate-\d{4}-\d\d-\d\d\.txt"$/);
    expect(found.signed).toMatchObject({ from: found.signed?.to, unsigned: expect.any(Number) });
    expect(text).toContain(`Result:         Nothing has changed since ${found.signed?.from}.\n`);
    expect(text).toContain(`Signed:         up to ${found.signed?.to}, at `);
    expect(text).toContain(`Not signed yet: ${found.signed?.unsigned} entries\n`);
    const [lines = '', signature = ''] = text.split('Signature:');
    const digest = createHash('sha256').update(lines).digest('hex');
    const key = createPublicKey(app.get<LedgerKeys>(LEDGER_KEYS).signing);
    expect(signature).toContain(digest);
    expect(
      verify(null, Buffer.from(digest), key, Buffer.from(signature.trim().split(' ').at(-1) ?? '', 'base64')),
    ).toBe(true);
    await creator.agent.get(address).expect(404);
  });

  it('proves the newest entry of a wallet by the signed root', async () => {
    const { pool, events: log, config } = app.runtime;
    const proof = await proveHead({ pool, events: log }, { user: creator.email, home: config.home });
    const [signed] = await app.events('ledger-heads');
    expect(rootByProof(proof.leaf, proof)).toBe((signed?.data as SignedHeads).root);
    expect(proof).toMatchObject({ ownerId: creator.id, size: 2 });
    const unknown = proveHead({ pool, events: log }, { user: 'nobody', home: config.home });
    await expect(unknown).rejects.toThrow('there was no wallet of nobody');
  });

  it('lists earlier verifications, newest first, with the number of their findings', async () => {
    const newest = await verified();
    const { body } = await finance.agent.get('/api/audit/verifications').expect(200);
    const all = verificationSummarySchema.array().parse(body);
    const { bad: _bad, ...summary } = newest;
    expect(all[0]).toEqual(summary);
    const started = (await app.events('verification-ledger')).filter(({ type }) => type === 'VerificationStarted');
    expect(all).toHaveLength(started.length);
    expect(all.map(({ state }) => state)).toEqual(expect.arrayContaining(['sound', 'unsound']));
    expect(all.find(({ state }) => state === 'unsound')?.badCount).toBeGreaterThan(0);
    await creator.agent.get('/api/audit/verifications').expect(404);
  });

  it('returns the running verification when it is requested twice', async () => {
    const both = await Promise.all([1, 2].map(() => finance.agent.post('/api/audit/verifications').expect(202)));
    await eventually('The verification', async () => ((await latest())?.state === 'sound' ? true : null), 30_000);
    const started = (await app.events('verification-ledger')).filter(({ type }) => type === 'VerificationStarted');
    const ids = both.map(({ body }) => (body as { latest: Verification }).latest.id);
    expect(new Set(ids).size).toBeLessThanOrEqual(2);
    expect(started.map(({ data }) => (data as { verificationId: string }).verificationId)).toEqual(
      expect.arrayContaining(ids),
    );
  });
});
