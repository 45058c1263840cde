import { counted, ViewStage } from '../../testing/view-stage';
import { rebuildView } from './rebuild-view';

const view = counted('counts', { indexes: [['total', 'id']] });

describe('the rebuild of a view', () => {
  let stage: ViewStage;
  beforeEach(async () => {
    stage = await ViewStage.open();
  });
  afterEach(() => stage.close());
  const rebuild = (switchOver: boolean, given = view) =>
    rebuildView({ pool: stage.database.pool, events: stage.events }, given, { switchOver });

  it('finds nothing different in a sound view', async () => {
    const runner = await stage.start(view);
    await runner.waitFor(await stage.append('a-1', { id: 'x' }, { id: 'y' }, { id: 'x' }), 5_000);
    expect(await rebuild(false)).toEqual({ view: 'counts', rows: 2, different: 0, keys: [], switched: false });
    const { rows } = await stage.database.pool.query("select tablename from pg_tables where schemaname = 'views'");
    expect(rows).toEqual([{ tablename: 'counts_v1' }]);
  });

  it('names the differing rows, and replaces them only on request', async () => {
    const runner = await stage.start(view);
    await runner.waitFor(await stage.append('a-1', { id: 'x' }, { id: 'y' }, { id: 'z' }), 5_000);
    await stage.database.pool.query("update views.counts_v1 set total = 7 where id = 'y'");
    await stage.database.pool.query("delete from views.counts_v1 where id = 'z'");
    await stage.database.pool.query("insert into views.counts_v1 values ('spook', 1, '[]')");
    const report = await rebuild(false);
    expect(report).toMatchObject({ rows: 3, different: 3, keys: ['spook', 'y', 'z'] });
    expect((await stage.totals('counts')).length).toBe(3);
  });

  it('switches to the new table, and the leader drops its cached rows', async () => {
    const runner = await stage.start(view);
    await runner.waitFor(await stage.append('a-1', { id: 'x' }), 5_000);
    await stage.database.pool.query("update views.counts_v1 set total = 40 where id = 'x'");
    expect(await rebuild(true)).toMatchObject({ different: 1, switched: true });
    expect(await stage.totals('counts')).toEqual([['x', 1]]);
    await runner.waitFor(await stage.append('a-1', { id: 'x' }, { id: 'y' }), 5_000);
    expect(await stage.totals('counts')).toEqual([
      ['x', 2],
      ['y', 1],
    ]);
    // The second rebuild runs with the tables and indexes that the first one renamed.
    expect(await rebuild(true)).toMatchObject({ different: 0, switched: true });
    const { rows } = await stage.database.pool.query<{ indexname: string }>(
      "select indexname from pg_indexes where schemaname = 'views' order by 1",
    );
    expect(rows.map(({ indexname }) => indexname)).toEqual(['counts_v1_pkey', 'counts_v1_total_id']);
  });

  it('runs during writes and reads, none of which fails or is lost', async () => {
    const runner = await stage.start(view);
    let done = false;
    let appended = 0;
    const write = async () => {
      while (!done) {
        await runner.waitFor(await stage.append('a-1', { id: `k${appended % 4}` }), 5_000);
        appended += 1;
      }
    };
    const read = async () => {
      while (!done) await stage.rows('counts');
    };
    const traffic = [write(), read(), read()];
    try {
      for (let i = 0; i < 5; i++) await rebuild(true);
    } finally {
      done = true;
      await Promise.all(traffic);
    }
    const rows = await stage.rows('counts');
    expect(rows.reduce((sum, { total }) => sum + total, 0)).toBe(appended);
    for (const row of rows) expect(new Set(row.seen).size).toBe(row.total);
    expect(stage.errors).toEqual([]);
  });

  it('fails at an event that it cannot fold, and changes nothing', async () => {
    const runner = await stage.start(view);
    await runner.waitFor(await stage.append('a-1', { id: 'x' }, { id: 'y', poison: true }), 5_000);
    await expect(rebuild(true)).rejects.toThrow('cannot fold this');
    expect(await stage.totals('counts')).toEqual([['x', 1]]);
  });

  it('brings back a parked row once its events can be folded', async () => {
    const runner = await stage.start(view);
    await runner.waitFor(await stage.append('a-1', { id: 'x', poison: true }), 5_000);
    const mended = counted('counts', {
      indexes: [['total', 'id']],
      evolve: (_, { position }, id) => ({ id, total: 1, seen: [position] }),
    });
    expect(await rebuild(true, mended)).toMatchObject({ different: 1, switched: true });
    expect(await stage.totals('counts')).toEqual([['x', 1]]);
    expect((await stage.database.pool.query('select from platform.parked_events')).rowCount).toBe(0);
  });

  it('is refused while another one is running', async () => {
    await stage.start(view);
    await stage.append('a-1', { id: 'x' });
    const both = await Promise.allSettled([rebuild(false), rebuild(false)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});
