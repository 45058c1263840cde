import { eventually } from '../../testing/eventually';
import { counted, type CountRow, ViewStage } from '../../testing/view-stage';
import { ViewTable } from './view-table';
import type { View } from './view';
import type { ViewRunner } from './view-runner';

/** A view that stores a text in a text column, in JSON and, if requested, in the key. */
const texts = (changes: Partial<View<CountRow>> = {}) =>
  counted('texts', {
    evolve: (_, { data }, key) => {
      const { text = '', total = 1 } = data as { text?: string; total?: number };
      return { id: key, total, seen: [text] };
    },
    ...changes,
  });
const healthy = counted('healthy', {
  keys: () => ['all'],
  evolve: (row, { position }) => ({ id: 'all', total: (row?.total ?? 0) + 1, seen: [position] }),
});

describe('an event that a view cannot process', () => {
  let stage: ViewStage;
  beforeEach(async () => {
    stage = await ViewStage.open();
  });
  afterEach(() => stage.close());
  const parked = async () =>
    (
      await stage.database.pool.query<{ view: string; key: string; error: string }>(
        'select view, key, error from platform.parked_events order by position, view',
      )
    ).rows;

  it('in keys() is parked with the reason, and every view continues, also after a restart', async () => {
    const picky = counted('picky', {
      keys: ({ data }) => {
        if ((data as { poison?: boolean }).poison) throw new TypeError('cannot read the key');
        return [(data as { id: string }).id];
      },
    });
    const runner = await stage.start(picky, healthy);
    await stage.append('a-1', { id: 'x', poison: true });
    await stage.append('a-1', {});
    const last = await stage.append('a-1', { id: 'x' });
    expect(await runner.waitFor(last, 5_000)).toBe(true);
    expect(await stage.totals('healthy')).toEqual([['all', 3]]);
    expect(await stage.totals('picky')).toEqual([['x', 1]]);
    expect(await parked()).toEqual([
      { view: 'picky', key: '', error: expect.stringContaining('cannot read the key') },
      { view: 'picky', key: '', error: expect.stringContaining('undefined is not a key') },
    ]);
    expect(stage.errors).toContain('A view parked a row: it cannot process an event.');
    await runner.stop();
    const again = await stage.start(picky, healthy);
    expect(await again.waitFor(await stage.append('a-1', { id: 'x' }), 5_000)).toBe(true);
    expect(await stage.totals('picky')).toEqual([['x', 2]]);
  });

  it('in the write is parked with the database’s error, and every other row of the batch is written', async () => {
    await stage.append('a-1', { id: 'a' }, { id: 'x' }, { id: 'b' }, { id: 'x', total: 3e9 }, { id: 'c' });
    const runner = await stage.start(texts(), healthy);
    expect((await stage.rows('texts')).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(await stage.totals('healthy')).toEqual([['all', 5]]);
    expect(await parked()).toEqual([
      { view: 'texts', key: 'x', error: expect.stringContaining('out of range for type integer') },
      { view: 'texts', key: 'x', error: 'Another event of this row is parked.' },
    ]);
    expect(await runner.waitFor(await stage.append('a-1', { id: 'x' }, { id: 'd' }), 5_000)).toBe(true);
    expect((await stage.rows('texts')).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('as a row with a column missing is parked', async () => {
    const runner = await stage.start(
      texts({ evolve: (_, { data }, key) => ({ id: key, total: (data as CountRow).total, seen: [] }) }),
    );
    await stage.append('a-1', { id: 'x' });
    expect(await runner.waitFor(await stage.append('a-1', { id: 'y', total: 2 }), 5_000)).toBe(true);
    expect(await stage.totals('texts')).toEqual([['y', 2]]);
    expect(await parked()).toEqual([
      { view: 'texts', key: 'x', error: expect.stringContaining('null value in column') },
    ]);
  });

  it('because the column cannot hold its key is parked', async () => {
    const typed = texts({ columns: { id: { type: 'uuid' }, total: { type: 'integer' }, seen: { type: 'jsonb' } } });
    const runner = await stage.start(typed);
    const id = '11111111-1111-4111-8111-111111111111';
    await stage.append('a-1', { id: 'no uuid' }, { id });
    expect(await runner.waitFor(await stage.append('a-1', { id }), 5_000)).toBe(true);
    expect(await stage.totals('texts')).toEqual([[id, 1]]);
    expect(await parked()).toEqual([{ view: 'texts', key: 'no uuid', error: expect.stringContaining('uuid') }]);
  });

  it('with invalid JSON is parked', async () => {
    const runner = await stage.start(
      texts({
        evolve: (_, { data }, key) => ({ id: key, total: 1, seen: [(data as { n?: string }).n ? 1n : 'ok'] as never }),
      }),
    );
    await stage.append('a-1', { id: 'x', n: '1' });
    expect(await runner.waitFor(await stage.append('a-1', { id: 'y' }), 5_000)).toBe(true);
    expect(await stage.totals('texts')).toEqual([['y', 1]]);
    expect(await parked()).toEqual([{ view: 'texts', key: 'x', error: expect.stringContaining('BigInt') }]);
  });
});

describe('text that Postgres cannot store', () => {
  let stage: ViewStage;
  beforeEach(async () => {
    stage = await ViewStage.open();
  });
  afterEach(() => stage.close());

  it.each([
    ['a NUL', 'A lamp\u0000 burns.', 'A lamp burns.'],
    ['half a surrogate pair', 'A lamp \ud83d burns.', 'A lamp \ufffd burns.'],
  ])('is left out of the written row: %s', async (_, text, clean) => {
    await stage.append('a-1', { id: 'x', text });
    const ledger = texts({ stopOnPoison: true });
    const runner = await stage.start(ledger);
    await runner.waitFor(await stage.append('a-1', { id: `k${text}`, text }), 5_000);
    expect((await stage.rows('texts')).map(({ id, seen }) => [id, seen])).toEqual([
      [`k${clean}`, [clean]],
      ['x', [clean]],
    ]);
    expect(stage.errors).toEqual([]);
  });

  it('can be part of the reason why an event is parked', async () => {
    const runner = await stage.start(
      texts({
        evolve: () => {
          throw new Error('no \u0000 \ud83d');
        },
      }),
    );
    expect(await runner.waitFor(await stage.append('a-1', { id: 'x' }), 5_000)).toBe(true);
    const { rows } = await stage.database.pool.query('select error from platform.parked_events');
    expect(rows).toEqual([{ error: expect.stringContaining('no  \ufffd') }]);
  });
});

describe('a view that has stopped', () => {
  let stage: ViewStage;
  beforeEach(async () => {
    stage = await ViewStage.open();
  });
  afterEach(() => stage.close());
  const ledger = (mended = false) =>
    counted('ledger', {
      stopOnPoison: true,
      ...(mended && { evolve: (row, _, id) => ({ id, total: (row?.total ?? 0) + 1, seen: [] }) }),
    });
  const stops = async () =>
    (
      await stage.database.pool.query<{ name: string; stopped_at: string; stopped_reason: string }>(
        'select name, stopped_at, stopped_reason from platform.view_checkpoints where stopped_since is not null',
      )
    ).rows;

  it('is known to every node: none waits for the view, and new nodes start', async () => {
    const leader = await stage.start(ledger(), healthy);
    const follower = await stage.start(ledger(), healthy);
    const poison = await stage.append('a-1', { id: 'y', poison: true });
    const last = await stage.append('a-1', { id: 'x' });
    expect(await leader.waitFor(last, 5_000)).toBe(true);
    expect(await follower.waitFor(last, 5_000)).toBe(true);
    const third = await stage.start(ledger(), healthy);
    expect(await third.waitFor(await stage.append('a-1', { id: 'x' }), 5_000)).toBe(true);
    expect(await stops()).toEqual([
      { name: 'ledger_v1', stopped_at: poison, stopped_reason: expect.stringContaining('cannot fold this') },
    ]);
    await leader.stop();
    expect(await follower.waitFor(await stage.append('a-1', { id: 'x' }), 5_000)).toBe(true);
    expect(stage.errors.filter((error) => error.startsWith('A view has stopped')).length).toBe(2);
  });

  /**
   * Appends events, which then share a batch, and waits until the views show them; so the next append gets a batch of
   * its own.
   */
  const shown = async (runner: ViewRunner, ...data: object[]) =>
    expect(await runner.waitFor(await stage.append('a-1', ...data), 5_000)).toBe(true);
  const tooLarge = { id: 'x', total: 3e9 };

  it.each([
    ['alone in its batch', [[tooLarge], [{ id: 'y' }]]],
    ['between others of its batch', [[{ id: 'y' }, tooLarge, { id: 'z' }]]],
  ])('stops also for a row that the database refuses, and no other view does: %s', async (_, batches) => {
    const runner = await stage.start(texts({ stopOnPoison: true }), healthy);
    for (const batch of batches) await shown(runner, ...batch);
    expect(await stops()).toMatchObject([
      { name: 'texts_v1', stopped_reason: expect.stringContaining('out of range') },
    ]);
    expect([await stage.rows('texts'), await stage.totals('healthy')]).toEqual([[], [['all', batches.flat().length]]]);
  });

  it('continues when a later event of the same batch makes the row acceptable to the database', async () => {
    const runner = await stage.start(texts({ stopOnPoison: true }), healthy);
    await shown(runner, tooLarge, { id: 'x', total: 2 });
    expect([await stops(), await stage.totals('texts')]).toEqual([[], [['x', 2]]]);
  });

  it('is known as stopped before any node reports a later position as reached', async () => {
    const leader = await stage.start(ledger(), healthy);
    const follower = await stage.start(ledger(), healthy);
    await shown(leader, { id: 'x' });
    // Storing the stop of a view waits for the lock that the test holds.
    await stage.database.pool.query(`
      create function wait_for_test() returns trigger language plpgsql as
        $$ begin perform pg_advisory_xact_lock(1); return new; end $$;
      create trigger wait_for_test before update on platform.view_checkpoints for each row
        when (old.stopped_at is distinct from new.stopped_at) execute function wait_for_test()`);
    const holder = await stage.database.pool.connect();
    try {
      await holder.query('select pg_advisory_lock(1)');
      const last = await stage.append('a-1', { id: 'y', poison: true }, { id: 'x' });
      const blocked = 'select pid from pg_locks where not granted and locktype = $1 and objid = 1';
      await eventually(
        'The stop',
        async () => ((await holder.query(blocked, ['advisory'])).rowCount ? 1 : null),
        5_000,
      );
      expect(await Promise.all([leader, follower].map((node) => node.waitFor(last, 300)))).toEqual([false, false]);
      await holder.query('select pg_advisory_unlock(1)');
      for (const node of [leader, follower]) {
        expect(await node.waitFor(last, 5_000)).toBe(true);
        expect(await stops()).toMatchObject([{ name: 'ledger_v1' }]);
      }
    } finally {
      holder.release(true);
    }
  });

  it('continues with a release that can process the event, and no longer counts as stopped', async () => {
    const broken = await stage.start(ledger(), healthy);
    await stage.append('a-1', { id: 'y', poison: true });
    await broken.waitFor(await stage.append('a-1', { id: 'x' }), 5_000);
    await broken.stop();
    const mended = await stage.start(ledger(true), healthy);
    // A starting node may briefly be a follower, until the database has closed the last leader's connection.
    await mended.waitFor(await stage.append('a-1', { id: 'x' }), 5_000);
    expect(await stage.totals('ledger')).toEqual([
      ['x', 2],
      ['y', 1],
    ]);
    expect(await stops()).toEqual([]);
  });
});

describe('nodes that start together', () => {
  it('create the tables of views once', async () => {
    const stage = await ViewStage.open();
    try {
      const views = Array.from({ length: 8 }, (_, i) => counted(`view${i}`, { indexes: [['total']] }));
      const create = async () => {
        for (const view of views) await new ViewTable(view).create(stage.database.pool);
      };
      await Promise.all(Array.from({ length: 8 }, create));
      const { rowCount } = await stage.database.pool.query("select from pg_indexes where schemaname = 'views'");
      expect(rowCount).toBe(2 * views.length);
    } finally {
      await stage.close();
    }
  });
});
