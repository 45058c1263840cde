import { randomUUID } from 'node:crypto';
import type { StoredFinding } from './verification';
import type { EventStore } from '../../eventsourcing/event-store/event-store';
import { columnName, tableName } from '../../eventsourcing/views/view';
import type { TestApp, TestUser } from '../../testing/app-harness';
import { draw, startAuditStage } from '../../testing/ledger/audit-stage';
import { projectWithScene } from '../../testing/make-story';
import { purposeOf } from '../../testing/repeatable/world';
import { PaidWork } from '../../money/zaps';
import { provenViews } from './proven-views';
import type { LedgerView } from './row-proof';
import { verifyLedger } from './verify-ledger';

/** Wraps the event store and counts the streams that are read by name. */
function counted(events: EventStore): { events: EventStore; streams: () => number } {
  let streams = 0;
  const readStream = (...given: Parameters<EventStore['readStream']>) => {
    streams += 1;
    return events.readStream(...given);
  };
  return { events: Object.assign(Object.create(events) as EventStore, { readStream }), streams: () => streams };
}

/** Wraps the event store and calls `act` once the first reader has read all of the log. */
function followed(events: EventStore, act: () => Promise<unknown>): EventStore {
  let isRead = false;
  async function* readAll(...given: Parameters<EventStore['readAll']>): ReturnType<EventStore['readAll']> {
    yield* events.readAll(...given);
    if (!isRead) await act();
    isRead = true;
  }
  return Object.assign(Object.create(events) as EventStore, { readAll });
}

const tableOf = ({ view }: Pick<LedgerView, 'view'>): string => `views.${tableName(view)}`;
const named = (views: readonly LedgerView[]) => views.map((each) => [tableOf(each), each] as const);
const OWNED_ROWS = named(provenViews.filter(({ ofEverybody }) => !ofEverybody));
const ROWS_OF_EVENTS = named(provenViews.filter(({ ofOneEvent }) => ofOneEvent));

/** A position after that of every real event, so that screens show the row as the newest. */
const LATE = '09999999999999999999';
/** Returns SQL that inserts a copy of the table's first row at a late position. */
const forgery = ({ view }: LedgerView, changes = `'{}'::jsonb`): string => {
  const late = `jsonb_build_object('${columnName(view, view.key)}', gen_random_uuid(), 'position', '${LATE}')`;
  return `insert into ${tableOf({ view })} select (jsonb_populate_record(r, ${changes} || ${late})).*
    from ${tableOf({ view })} r order by position limit 1`;
};

describe('rows written after a verification has read the log', () => {
  let app: TestApp;
  let mara: TestUser;
  beforeAll(async () => {
    ({ app, mara } = await startAuditStage());
    await reserve();
    await app.idle();
    expect((await verify()).named).toEqual([]);
  });
  afterAll(() => app?.close());

  const verify = async (events = app.runtime.events, options: { budgetBytes?: number; lookEvery?: number } = {}) =>
    (await verifyLedger(events, { rows: { pool: app.runtime.pool, views: provenViews }, ...options })).findings;
  async function reserve(): Promise<void> {
    const holdId = randomUUID();
    const price = { units: 10_000, usd: 0, version: 'v' };
    const deadline = new Date(Date.now() + 3_600_000).toISOString();
    const reservation = { userId: mara.id, holdId, price, purpose: purposeOf(null, holdId), bulk: false, deadline };
    await app.get(PaidWork).reserve(reservation);
  }
  async function spend(): Promise<void> {
    await mara.agent.post('/api/credits/add-zaps').send({ amount: 500 }).expect(200);
    await draw(mara, (await projectWithScene(mara)).sceneId);
    await app.idle();
  }
  /** Runs the work and restores the table afterwards. */
  async function kept<T>(table: string, work: () => Promise<T>): Promise<T> {
    const { pool } = app.runtime;
    await pool.query(`drop table if exists kept; create table kept as table ${table}`);
    try {
      return await work();
    } finally {
      await pool.query(`delete from ${table}; insert into ${table} select * from kept`);
    }
  }
  const told = (found: readonly StoredFinding[]) =>
    found.map(({ row, reason }) => `${row?.split(' ')[0]} ${reason}`).sort();

  it.each(OWNED_ROWS)('are reported in %s when no event explains them', async (table, ledgerView) => {
    const found = await kept(table, async () => {
      await app.runtime.pool.query(forgery(ledgerView, `jsonb_build_object('user_id', gen_random_uuid())`));
      return verify();
    });
    expect(told(found.named)).toEqual([`${tableName(ledgerView.view)} was made by no event`]);
  });

  it.each(ROWS_OF_EVENTS)(
    'are reported in %s when they were inserted or moved, in one pass and in several',
    async (table, ledgerView) => {
      await kept(table, async () => {
        const { pool } = app.runtime;
        for (let n = 0; n < 20; n++) await pool.query(forgery(ledgerView));
        const last = `(select max(position) from ${table} where position < '${LATE}')`;
        await pool.query(`update ${table} set position = '${LATE}' where position = ${last}`);
        for (const options of [{}, { budgetBytes: 1, lookEvery: 1 }]) {
          const { events, streams } = counted(app.runtime.events);
          const { named: found, count } = await verify(events, options);
          const name = tableName(ledgerView.view);
          const made = [...Array<string>(20)].map(() => `${name} was made by no event`);
          expect(told(found)).toEqual([`${name} differs in position, by the events`, ...made]);
          expect(count).toBe(21);
          // Reading the newest entry of the row's owner was enough to find that no entry is later.
          expect(streams()).toBe(1);
        }
      });
    },
  );

  it.each(ROWS_OF_EVENTS)('are compared in %s with the events since', async (table, { view }) => {
    const newest = `(select id from ${table} order by position desc limit 1)`;
    const tampered = followed(app.runtime.events, async () => {
      await spend();
      await app.runtime.pool.query(`update ${table} set units = units + 1 where id = ${newest}`);
    });
    expect(told((await verify(tampered)).named)).toEqual([`${tableName(view)} differs in units, by the events`]);
    await app.runtime.pool.query(`update ${table} set units = units - 1 where id = ${newest}`);
    expect((await verify(followed(app.runtime.events, spend))).named).toEqual([]);
  });

  it('are read once per wallet, however many of its charges are missing', async () => {
    const charges = provenViews.find(({ view }) => view.name === 'charge') as LedgerView;
    const { rows } = await app.runtime.pool.query(`select from ${tableOf(charges)} where user_id = $1`, [mara.id]);
    const { events, streams } = counted(app.runtime.events);
    const found = await kept(tableOf(charges), async () => {
      await app.runtime.pool.query(`delete from ${tableOf(charges)}`);
      return verify(events);
    });
    expect(rows.length).toBeGreaterThan(3);
    expect(told(found.named)).toEqual(rows.map(() => `${tableName(charges.view)} is missing, by the events`));
    expect(streams()).toBe(1);
  });
});
