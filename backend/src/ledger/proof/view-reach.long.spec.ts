import type { Pool } from 'pg';
import type { Position } from '../../eventsourcing/event-store/event-store';
import { tableName } from '../../eventsourcing/views/view';
import type { TestApp, TestUser } from '../../testing/app-harness';
import { startAuditStage } from '../../testing/ledger/audit-stage';
import { provenViews } from './proven-views';
import type { LedgerView } from './row-proof';
import { verifyLedger } from './verify-ledger';

interface Told {
  name: string;
  position: Position | null;
  stopped: boolean;
}

/**
 * Wraps the database and reports the given position for a view; null simulates a view that is unknown and has no table.
 */
function telling(pool: Pool, { view }: LedgerView, told: () => Partial<Told> | null): Pool {
  const name = tableName(view);
  async function query(...given: [text: string | { text: string }, values: unknown[]]): Promise<unknown> {
    const [statement] = given;
    const text = typeof statement === 'string' ? statement : statement.text;
    if (!text.includes('platform.view_checkpoints')) {
      if (text.includes(`"${name}"`) && told() === null) throw new Error(`There is no table ${name}.`);
      return pool.query(...(given as [string, unknown[]]));
    }
    const { rows } = await pool.query<Told>(...(given as [string, unknown[]]));
    const change = told();
    return { rows: rows.flatMap((row) => (row.name !== name ? row : change === null ? [] : { ...row, ...change })) };
  }
  return Object.assign(Object.create(pool) as Pool, { query });
}

const viewOf = (name: string): LedgerView => provenViews.find(({ view }) => view.name === name) as LedgerView;
const ALL_VIEWS = provenViews.map((each) => [tableName(each.view), each] as const);

describe('a verification of rows', () => {
  let app: TestApp;
  let mara: TestUser;
  beforeAll(async () => {
    ({ app, mara } = await startAuditStage());
    // The last event of the log belongs to no wallet.
    await mara.agent.post('/api/projects').send({ title: 'The sea' }).expect(201);
    await app.idle();
  });
  afterAll(() => app?.close());

  async function verify(pool: Pool, options: { waitMs?: number; budgetBytes?: number } = {}): Promise<string[]> {
    const { waitMs, budgetBytes } = options;
    const rows = { pool, views: provenViews, waitMs };
    const { findings } = await verifyLedger(app.runtime.events, { rows, budgetBytes, lookEvery: 1 });
    return findings.named.map(({ row, reason }) => `${row?.split(' ')[0]} ${reason}`).sort();
  }
  async function positionsOf({ view }: LedgerView): Promise<Position[]> {
    const found: Position[] = [];
    for await (const { type, position } of app.runtime.events.readAll({ filter: { streamPrefixes: ['wallet-'] } })) {
      if (view.types.includes(type)) found.push(position);
    }
    return found;
  }
  /** Tampers with a view's newest row, runs the work, and restores the row. */
  async function tampered(view: LedgerView, work: () => Promise<string[]>): Promise<string[]> {
    const table = `views.${tableName(view.view)}`;
    const change = (by: string) =>
      app.runtime.pool.query(`update ${table} set units = units ${by}
        where position = (select max(position) from ${table})`);
    await change('+ 1');
    const found = await work();
    await change('- 1');
    return found;
  }

  const otherThan = ({ view }: LedgerView) => viewOf(view.name === 'ledger_entry' ? 'zap_transaction' : 'ledger_entry');
  const differs = ({ view }: LedgerView) => `${tableName(view)} differs in units, by the events`;

  it.each(ALL_VIEWS)('reports that %s is not built, and still finds errors in other views', async (name, view) => {
    const other = otherThan(view);
    const found = await tampered(other, () => verify(telling(app.runtime.pool, view, () => null)));
    expect(found).toEqual([`${name} has not been built yet, so its rows were not compared`, differs(other)].sort());
  });

  it.each(ALL_VIEWS)(
    'reports where %s has stopped, and still finds later errors in other views',
    async (name, view) => {
      const other = otherThan(view);
      const position = (await app.events())[0]?.position;
      const stopped = telling(app.runtime.pool, view, () => ({ position, stopped: true }));
      const found = await tampered(other, () => verify(stopped));
      expect(found).toEqual(
        [`${name} has stopped at ${position}, so later rows were not compared`, differs(other)].sort(),
      );
    },
  );

  it('reports the same in several passes as in one', async () => {
    const view = viewOf('usage_event');
    const [position] = await positionsOf(viewOf('ledger_entry'));
    for (const told of [null, { position, stopped: true }]) {
      const pool = telling(app.runtime.pool, view, () => told);
      const found = await verify(pool, { budgetBytes: 1 });
      expect(found).toHaveLength(1);
      expect(found).toEqual(await verify(pool));
    }
  });

  it('waits for a view that is a moment behind, and then compares all of its rows', async () => {
    const view = viewOf('ledger_entry');
    const [position] = await positionsOf(view);
    let asked = 0;
    const late = telling(app.runtime.pool, view, () => (++asked > 3 ? {} : { position }));
    expect(await verify(late)).toEqual([]);
    asked = 0;
    const found = await tampered(view, () => verify(late));
    expect(found).toEqual([`${tableName(view.view)} differs in units, by the events`]);
  });

  it('reports the position of a view that stays behind', async () => {
    const view = viewOf('ledger_entry');
    const [position] = await positionsOf(view);
    const behind = telling(app.runtime.pool, view, () => ({ position }));
    const found = await verify(behind, { waitMs: 100 });
    expect(found).toEqual([
      `${tableName(view.view)} has come only as far as ${position}, so later rows were not compared`,
    ]);
  });

  it('treats a view as up to date when the rest of the log does not concern it', async () => {
    const head = await app.runtime.events.head();
    for (const view of provenViews) {
      const position = (await positionsOf(view)).at(-1);
      expect(position && head && position < head).toBe(true);
      const behind = telling(app.runtime.pool, view, () => ({ position }));
      expect(await verify(behind, { waitMs: 0 })).toEqual([]);
    }
  });
});
