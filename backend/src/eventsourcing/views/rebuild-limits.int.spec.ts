import { Pool } from 'pg';
import { isLocked } from '../../testing/is-locked';
import { counted, ViewStage } from '../../testing/view-stage';
import type { EventStore } from '../event-store/event-store';
import { rebuildView } from './rebuild-view';

/** The pool's statement timeout and idle-in-transaction timeout. */
const LIMIT_MS = 700;
const LONGER_MS = LIMIT_MS * 2;
const view = counted('counts');

describe('a rebuild that takes longer than the timeout of other work', () => {
  let stage: ViewStage;
  let pool: Pool;
  beforeEach(async () => {
    stage = await ViewStage.open();
    const { url: connectionString } = stage.database;
    pool = new Pool({
      connectionString,
      max: 5,
      statement_timeout: LIMIT_MS,
      idle_in_transaction_session_timeout: LIMIT_MS,
    });
    pool.on('error', () => undefined);
  });
  afterEach(async () => {
    await pool.end();
    await stage.close();
  });

  it('compares tables to the end', async () => {
    const runner = await stage.start(view);
    await runner.waitFor(await stage.append('a-1', { id: 'x' }), 5_000);
    let ended = false;
    let held = Promise.resolve();
    pool.on('connect', (client) => {
      const query = client.query.bind(client) as (...args: unknown[]) => unknown;
      const wrapped = async (...args: unknown[]) => {
        held = (await holdShadow(() => ended)).released;
        return query(...args);
      };
      client.query = ((...args: unknown[]) =>
        isComparison(args[0]) ? wrapped(...args) : query(...args)) as typeof client.query;
    });
    const rebuild = rebuildView({ pool, events: stage.events }, view, { switchOver: false });
    const report = await rebuild.finally(() => (ended = true));
    await held;
    expect(report).toMatchObject({ rows: 1, different: 0 });
  });

  const isComparison = (query: unknown) => typeof query === 'string' && query.includes('full join');

  /** Blocks the comparison until it has waited longer than the statement timeout. */
  async function holdShadow(ended: () => boolean): Promise<{ released: Promise<void> }> {
    const client = await stage.database.pool.connect();
    await client.query('begin; lock table views.counts_v1_rebuilt in access exclusive mode');
    const release = async () => {
      const late = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        and query like '%full join%' and clock_timestamp() - query_start > interval '${LONGER_MS} ms'`;
      while (!ended() && (await stage.database.pool.query(late)).rowCount === 0);
      await client.query('rollback');
      client.release();
    };
    return { released: release() };
  }

  it('catches up to the end while it blocks writers', async () => {
    const runner = await stage.start(view);
    await runner.waitFor(await stage.append('a-1', { id: 'x' }), 5_000);
    let reads = 0;
    let heldBack = false;
    const readAll: EventStore['readAll'] = async function* (options) {
      reads += 1;
      // Adds an event for the second read, which takes place within the transaction.
      if (reads === 1) await runner.waitFor(await stage.append('a-1', { id: 'y' }), 5_000);
      else heldBack = await writersWait();
      yield* stage.events.readAll(options);
    };
    const events = Object.assign(Object.create(stage.events) as EventStore, { readAll });
    const report = await rebuildView({ pool, events }, view, { switchOver: false });
    expect(report).toMatchObject({ rows: 2, different: 0 });
    expect([reads, heldBack]).toEqual([2, true]);
  });

  /** True if writers are still waiting after the idle-in-transaction timeout. */
  const writersWait = (): Promise<boolean> =>
    isLocked(stage.database.pool, LONGER_MS, 'lock table views.counts_v1 in row exclusive mode');
});
