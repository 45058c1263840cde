import { randomUUID } from 'node:crypto';
import type { StoredFinding } from './verification';
import type { Pool } from 'pg';
import type { EventStore } from '../../eventsourcing/event-store/event-store';
import { columnName, tableName } from '../../eventsourcing/views/view';
import { ViewTable } from '../../eventsourcing/views/view-table';
import { startTestApp, type TestApp, type TestUser } from '../../testing/app-harness';
import { purposeOf } from '../../testing/repeatable/world';
import { PaidWork } from '../../money/zaps';
import { ledgerHourView } from '../ledger/views/ledger-rollups.view';
import { provenViews } from './proven-views';
import type { LedgerView } from './row-proof';
import { ROW_BYTES } from './table-rows';
import { verifyLedger } from './verify-ledger';

/** Wraps the event store and calls `act` once the first reader has read this many events. */
function interrupted(events: EventStore, after: number, act: () => Promise<unknown>): EventStore {
  let read = 0;
  async function* readAll(...given: Parameters<EventStore['readAll']>): ReturnType<EventStore['readAll']> {
    for await (const event of events.readAll(...given)) {
      if (++read === after) await act();
      yield event;
    }
  }
  return Object.assign(Object.create(events) as EventStore, { readAll });
}

/** Wraps the database and deletes a table's rows just before they are counted per owner. */
function emptied(pool: Pool, { view }: LedgerView): Pool {
  const { qualified } = new ViewTable(view);
  async function query(...given: [text: string, values: unknown[]]): Promise<unknown> {
    if (String(given[0]).includes(`from ${qualified}`) && String(given[0]).includes('group by')) {
      await pool.query(`delete from ${qualified}`);
    }
    return pool.query(...given);
  }
  return Object.assign(Object.create(pool) as Pool, { query });
}

/** Wraps the database and measures the longest text of any returned row. */
function measured(pool: Pool): { pool: Pool; longest: () => number } {
  let longest = 0;
  async function query(...given: [text: string, values: unknown[]]): Promise<unknown> {
    const result = await pool.query<object>(...given);
    const texts = result.rows.flatMap((row) => Object.values(row)).filter((value) => typeof value === 'string');
    longest = Math.max(longest, ...texts.map(({ length }) => length));
    return result;
  }
  return { pool: Object.assign(Object.create(pool) as Pool, { query }), longest: () => longest };
}

/** Returns the name of a text column that can be made longer. */
function textColumnOf({ view }: LedgerView): string {
  const texts = Object.keys(view.columns).filter((each) => view.columns[each]?.type === 'text' && each !== view.key);
  const indexed = view.indexes?.flat() ?? [];
  return columnName(view, texts.find((each) => !indexed.includes(each)) ?? '');
}

const tableOf = ({ view }: LedgerView): string => `views.${tableName(view)}`;
const ROWS_OF_EVENTS = provenViews.filter(({ ofOneEvent }) => ofOneEvent).map((each) => [tableOf(each), each] as const);

describe('a running verification of the ledger', () => {
  let app: TestApp;
  let creator: TestUser;
  let entries: number;
  let openHold: string;
  beforeAll(async () => {
    app = await startTestApp({ alone: true });
    creator = await app.newUser();
    await spend(creator);
    openHold = await reserve();
    await app.idle();
    const { findings, eventsRead } = await verify(app.runtime.events);
    expect(findings.named).toEqual([]);
    entries = eventsRead;
    expect(entries).toBeGreaterThan(4);
  }, 60_000);
  afterAll(() => app?.close());

  const verify = (events: EventStore, pool = app.runtime.pool) =>
    verifyLedger(events, { rows: { pool, views: provenViews }, lookEvery: 1 });
  async function spend({ agent }: TestUser): Promise<void> {
    await agent.post('/api/credits/add-zaps').send({ amount: 500 }).expect(200);
    const { body: project } = await agent.post('/api/projects').send({ title: 'The sea' }).expect(201);
    const { id: projectId } = project as { id: string };
    const { body: scene } = await agent.post('/api/scenes').send({ projectId }).expect(201);
    const { id: sceneId } = scene as { id: string };
    await agent.post('/api/midjourney/generate-image').send({ sceneId, prompt: 'the sea' }).expect(200);
    await app.idle();
  }
  async function reserve(): Promise<string> {
    const holdId = randomUUID();
    const price = { units: 10_000, usd: 0, version: 'v' };
    const deadline = new Date(Date.now() + 3_600_000).toISOString();
    const reservation = { userId: creator.id, holdId, price, purpose: purposeOf(null, holdId), bulk: false, deadline };
    await app.get(PaidWork).reserve(reservation);
    return holdId;
  }
  /** Runs the work and restores the table afterwards. */
  async function kept<T>(table: string, work: () => Promise<T>): Promise<T> {
    const { pool } = app.runtime;
    await pool.query(`drop table if exists kept; create table kept as table ${table}`);
    const result = await work();
    await pool.query(`delete from ${table}; insert into ${table} select * from kept`);
    return result;
  }
  const namedRows = (named: readonly StoredFinding[], table: string) =>
    named.filter(({ what, row }) => what === 'row' && `views.${row}`.startsWith(table));

  it.each([
    ['starts right after it', () => 1],
    ['has read the last entry', () => entries],
  ])('tolerates concurrent work that %s', async (_, after) => {
    const later = await reserve();
    await app.idle();
    entries = (await verify(app.runtime.events)).eventsRead;
    const hours = `select max(last_position) as at from views.${tableName(ledgerHourView)}`;
    const head = await app.runtime.events.head();
    const events = interrupted(app.runtime.events, after(), async () => {
      // A hold's row is deleted, rows of all views are updated, and rows are added, also for new users.
      await app.get(PaidWork).release({ userId: creator.id, holdId: openHold, reason: 'failed' });
      await spend(creator);
      await spend(await app.newUser());
      await reserve();
      await app.idle();
    });
    expect((await verify(events)).findings.named).toEqual([]);
    const [row] = (await app.runtime.pool.query<{ at: string }>(hours)).rows;
    expect(row && head && row.at > head).toBe(true);
    openHold = later;
  });

  it.each(provenViews.map(tableOf))('detects that rows of %s were deleted after it began', async (table) => {
    const { findings } = await kept(table, () =>
      verify(interrupted(app.runtime.events, entries, () => app.runtime.pool.query(`delete from ${table}`))),
    );
    const found = namedRows(findings.named, table);
    expect(found).not.toEqual([]);
    expect(found).toHaveLength(findings.count);
    expect(found.every(({ reason }) => reason === 'is missing, by the events')).toBe(true);
  });

  it.each(ROWS_OF_EVENTS)('detects that rows of %s were deleted after it looked them up', async (table, ledgerView) => {
    const { findings } = await kept(table, () => verify(app.runtime.events, emptied(app.runtime.pool, ledgerView)));
    expect(namedRows(findings.named, table).map(({ reason }) => reason)).toContainEqual(
      expect.stringMatching(/^has 0 rows, by the events \d+$/),
    );
    expect(namedRows(findings.named, table)).toHaveLength(findings.count);
  });

  it.each(ROWS_OF_EVENTS)('detects a changed row of %s, in one pass and in several', async (table) => {
    const { pool } = app.runtime;
    const rows = { pool, views: provenViews };
    await kept(table, async () => {
      const one = `(select id from ${table} order by position offset 1 limit 1)`;
      await pool.query(`update ${table} set units = units + 1 where id = ${one}`);
      for (const options of [{ rows }, { rows, budgetBytes: 1, lookEvery: 1 }]) {
        const { findings } = await verifyLedger(app.runtime.events, options);
        expect(findings.named.map(({ reason }) => reason)).toEqual(['differs in units, by the events']);
        expect(namedRows(findings.named, table)).toHaveLength(1);
      }
    });
  });

  it.each(provenViews.map((each) => [tableOf(each), each] as const))(
    'reports a row of %s that is too large, without reading it',
    async (table, ledgerView) => {
      const column = textColumnOf(ledgerView);
      await kept(table, async () => {
        const row = `(select ctid from ${table} limit 1)`;
        await app.runtime.pool.query(
          `update ${table} set ${column} = ${column} || repeat('x', ${ROW_BYTES}) where ctid = ${row}`,
        );
        const { pool, longest } = measured(app.runtime.pool);
        const { findings } = await verify(app.runtime.events, pool);
        expect(findings.named.map(({ reason }) => reason)).toEqual(['is larger than any that events make']);
        expect(namedRows(findings.named, table)).toHaveLength(1);
        expect(longest()).toBeLessThan(ROW_BYTES);
      });
    },
  );

  it('detects a changed hour, and an hour without events', async () => {
    const table = `views.${tableName(ledgerHourView)}`;
    const tamper = `update ${table} set revenue = revenue + 1;
      insert into ${table} select (jsonb_populate_record(h, '{"hour": "2000-01-01T00"}')).* from ${table} h limit 1`;
    const { findings } = await kept(table, () =>
      verify(interrupted(app.runtime.events, entries, () => app.runtime.pool.query(tamper))),
    );
    const reasons = findings.named.map(({ reason }) => reason);
    expect(reasons).toContain('differs in revenue, by the events');
    expect(reasons).toContain('was made by no event');
  });
});
