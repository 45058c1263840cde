import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { allAggregates, allViews } from '../../app/composition';
import { inClearOf } from '../../eventsourcing/domain/scoped-event-store';
import { asStored, sealStored } from '../../eventsourcing/event-store/sealed-events';
import { fromPosition } from '../../eventsourcing/event-store';
import { rebuildView } from '../../eventsourcing/views/rebuild-view';
import { startTestApp, type TestApp, type TestUser } from '../app-harness';
import { seeded } from '../faults/seeded';
import { whileLocked } from '../jobs-on-hold';
import { belongings, type Belongings } from '../routes/belongings';
import { TEST_SECRET } from '../test-database';
import { eraseAgain } from '../../accounts/erasure/erased-list';
import { Crowd, dump, erasureOf, filesIn, ledgerReport, PASSWORD, signHeads } from './crowd';

const SEED = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000);
/** Words that occur in Ada's data, and in nobody else's. */
const WORDS = ['Ada went to sea', 'Gull Point', 'Who is Ada?', 'Ada finds a bottle', 'Brass key', 'the sea', 'Filmed'];
const DAY = 86_400_000;

describe('an erased account', () => {
  let days = 0;
  let app: TestApp;
  let pool: Pool;
  let ada: TestUser;
  let eve: TestUser;
  let hers: Belongings;
  beforeAll(async () => {
    app = await startTestApp({ clock: { now: () => new Date(Date.now() + days * DAY) } });
    ({ pool } = app.runtime);
    ada = await app.newUser();
    eve = await app.newUser();
    hers = await belongings(app, ada);
    await eve.agent.post('/api/projects').send({ title: 'The tower of Eve', story: 'Eve climbs.' }).expect(201);
    await app.idle();
  }, 120_000);
  afterAll(() => app?.close());

  const erase = (accountId: string) => erasureOf(app, accountId);
  const ask = ({ agent, email }: TestUser, password = PASSWORD) =>
    agent.post('/api/account/erase').send({ email: email.toUpperCase(), password });
  const tracesOf = async (words: readonly string[]) =>
    (await dump(pool)).filter((row) => words.some((word) => row.includes(word)));
  const findings = async () => {
    const { signedDays, named } = await ledgerReport(app);
    expect(signedDays).toBe(days);
    return named;
  };
  /** Stores Ada's events unencrypted, as earlier releases did. */
  async function asBefore(): Promise<number> {
    let count = 0;
    for await (const event of app.runtime.events.readAll({ asStored: true })) {
      if (asStored(event) === event) continue;
      await pool.query('update event_store.events set data = $2, metadata = $3 where position = $1', [
        fromPosition(event.position),
        JSON.stringify(event.data),
        JSON.stringify(event.metadata),
      ]);
      count += 1;
    }
    return count;
  }
  const sealAll = () =>
    sealStored({
      ...{ pool, events: app.runtime.events, keys: app.runtime.accountKeys },
      isInClear: inClearOf(allAggregates),
    });

  it('has encrypted events, except for amounts and roles', async () => {
    const { rows } = await pool.query<{ text: string }>('select data::text as text from event_store.events');
    const text = rows.map((row) => row.text).join('\n');
    for (const word of [...WORDS, ada.email]) expect(text).not.toContain(word);
    expect(text).toContain('sign_up');
    expect((await app.events(`account-${ada.id}`))[0]?.data).toMatchObject({ email: ada.email });
  });

  it('has events of earlier releases encrypted by the command, and signed ones still verify', async () => {
    const count = await asBefore();
    expect((await tracesOf(WORDS)).some((row) => row.startsWith('event_store.events'))).toBe(true);
    days = 1;
    await signHeads(app, new Date(Date.now() + DAY));
    expect(await findings()).toEqual([]);
    expect(await sealAll()).toBeGreaterThanOrEqual(count);
    expect(await sealAll()).toBe(0);
    expect((await tracesOf(WORDS)).filter((row) => row.startsWith('event_store.events'))).toEqual([]);
    expect(await findings()).toEqual([]);
    expect((await app.events(`project-${hers.project}`))[0]?.data).toMatchObject({ fields: { title: 'Mine' } });
  });

  it('needs the address and the password, and no running work', async () => {
    await ask(ada, 'wrong horse battery').expect(400);
    await ada.agent.post('/api/account/erase').send({ email: eve.email, password: PASSWORD }).expect(400);
    await pool.query(
      `insert into platform.jobs (queue, dedup_key, owner_id, payload, state, correlation_id, causation_id)
       values ('of no worker', 'one', $1, '{}', 'running', 'c', 'e')`,
      [ada.id],
    );
    const { body } = await ask(ada).expect(409);
    expect(JSON.stringify(body)).toContain('Work of yours is still running');
    await pool.query(`delete from platform.jobs where queue = 'of no worker'`);
  });

  it('leaves only amounts under a number, wherever the work was interrupted, and affects nobody else', async () => {
    const others = async () => (await dump(pool)).filter((row) => row.includes(eve.id)).sort();
    const { rows: files } = await pool.query<{ blob: string }>(
      'select blob from platform.stored_objects where owner_id = $1',
      [ada.id],
    );
    const stored = () => filesIn(join(app.home, 'media')).map((path) => path.split('/').at(-1));
    expect(stored()).toEqual(expect.arrayContaining(files.map(({ blob }) => blob)));
    const before = await others();
    // The erasure waits for this lock before it deletes the account's credentials.
    await whileLocked(pool, 'platform.password_resets', async () => {
      await ask(ada).expect(200);
      await ada.agent.get('/api/account').expect(401);
      await app.anonymous().post('/api/login').send({ email: ada.email, password: PASSWORD }).expect(401);
    });
    await app.idle();
    expect(await tracesOf([...WORDS, ada.email])).toEqual([]);
    expect(stored().filter((name) => files.some(({ blob }) => blob === name))).toEqual([]);
    expect(await others()).toEqual(before);
    const left = (await tracesOf([ada.id, hers.project, hers.post])).map((row) => row.replace(/_v\d+:.*|:.*/s, ''));
    expect([...new Set(left)].sort()).toEqual([
      'event_store.events',
      'platform.account_keys',
      'platform.jobs',
      ...['charge', 'ledger_entry', 'ledger_rollup', 'project_cost', 'usage_event'].map((name) => `views.${name}`),
      ...['wallet_balance', 'wallet_summary', 'zap_transaction'].map((name) => `views.${name}`),
    ]);
    // Interrupted runs start again, and a second round is requested.
    await erase(ada.id);
    expect(await erase(ada.id)).toEqual([expect.objectContaining({ dedupKey: `${ada.id}:second` })]);
    expect(await others()).toEqual(before);
    expect(await findings()).toEqual([]);
  });

  it('cannot sign in, and its address is free', async () => {
    const agent = app.anonymous();
    await agent.post('/api/login').send({ email: ada.email, password: PASSWORD }).expect(401);
    await agent.post('/api/register').send({ email: ada.email, password: PASSWORD }).expect(201);
    expect(((await agent.get('/api/projects').expect(200)).body as unknown[]).length).toBe(0);
    await ask({ ...ada, agent }).expect(200);
    await app.idle();
  });

  it('is skipped by every view built from the log', async () => {
    const different: string[] = [];
    for (const view of allViews) {
      const report = await rebuildView(app.runtime, view, { switchOver: false });
      if (report.different > 0) different.push(view.name);
    }
    // A rebuild makes the rows of runs from the amounts alone, so only these rows differ.
    expect(different.filter((name) => name !== 'run')).toEqual([]);
    expect(await app.events(`project-${hers.project}`)).toEqual([]);
  });

  it('is erased again after a backup restores it', async () => {
    const bob = await app.newUser();
    await bob.agent.post('/api/projects').send({ title: 'The boat of Bob', story: 'Bob rows.' }).expect(201);
    await app.idle();
    const { rows: kept } = await pool.query<{ wrapped: string }>(
      'select wrapped from platform.account_keys where owner_id = $1',
      [bob.id],
    );
    await erase(bob.id);
    await pool.query('update platform.account_keys set wrapped = $2, erased_at = null where owner_id = $1', [
      bob.id,
      kept[0]?.wrapped,
    ]);
    await eraseAgain(pool, app.runtime.accountKeys, app.runtime.config.home, new Date());
    expect(await app.runtime.accountKeys.erased()).toContain(bob.id);
    await app.idle();
    expect(await tracesOf(['The boat of Bob', 'Bob rows', bob.email])).toEqual([]);
    expect(readFileSync(join(app.runtime.config.home, 'erased-accounts'), 'utf8')).not.toContain(TEST_SECRET);
  });

  it(`disappears among others who work and spend, some erased twice or interrupted (TEST_SEED=${SEED})`, async () => {
    const { left, gone } = await new Crowd(app, { people: 4, erasures: 4, random: seeded(SEED) }).run();
    expect(await tracesOf(gone.map(({ mark }) => mark))).toEqual([]);
    for (const { agent, mark } of left) {
      const [project] = (await agent.get('/api/projects').expect(200)).body as { title: string; story: string }[];
      expect(project).toMatchObject({ title: `Title ${mark}`, story: expect.stringContaining(mark) as string });
    }
    expect(await findings()).toEqual([]);
  }, 60_000);
});
