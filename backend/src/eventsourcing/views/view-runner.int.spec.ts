import { counted, ViewStage } from '../../testing/view-stage';

describe('the view runner', () => {
  let stage: ViewStage;
  beforeEach(async () => {
    stage = await ViewStage.open();
  });
  afterEach(() => stage.close());

  it('shows a write to callers that wait for its position', async () => {
    const runner = await stage.start(counted('counts'));
    const position = await stage.append('a-1', { id: 'x' }, { id: 'y' }, { id: 'x' });
    expect(await runner.waitFor(position, 5_000)).toBe(true);
    expect(await stage.totals('counts')).toEqual([
      ['x', 2],
      ['y', 1],
    ]);
  });

  it('builds a view from the whole log before it reports that it has started', async () => {
    for (let i = 0; i < 25; i++) await stage.append(`a-${i}`, { id: `k${i % 5}` });
    await stage.start(counted('counts'));
    expect((await stage.rows('counts')).map(({ total }) => total)).toEqual([5, 5, 5, 5, 5]);
  });

  it('continues after a restart where it was, with every event folded once', async () => {
    const first = await stage.start(counted('counts'));
    await first.waitFor(await stage.append('a-1', { id: 'x' }), 5_000);
    await first.stop();
    await stage.append('a-1', { id: 'x' }, { id: 'x' });
    await stage.start(counted('counts'));
    const [row] = await stage.rows('counts');
    expect(row?.total).toBe(3);
    expect(new Set(row?.seen).size).toBe(3);
  });

  it('builds a new view beside existing ones, with the same rows as live', async () => {
    const first = await stage.start(counted('counts'));
    await first.waitFor(await stage.append('a-1', { id: 'x' }, { id: 'y' }, { id: 'x' }), 5_000);
    await first.stop();
    await stage.start(counted('counts'), counted('rebuilt'));
    expect(await stage.rows('rebuilt')).toEqual(await stage.rows('counts'));
  });

  it('lets one node lead, and the other take over when the leader stops', async () => {
    const leader = await stage.start(counted('counts'));
    const follower = await stage.start(counted('counts'));
    expect(await follower.waitFor(await stage.append('a-1', { id: 'x' }), 5_000)).toBe(true);
    await leader.stop();
    expect(await follower.waitFor(await stage.append('a-1', { id: 'x' }), 5_000)).toBe(true);
    expect((await stage.rows('counts'))[0]?.total).toBe(2);
  });

  it('builds the views of a new release while a node of the old one still leads its own', async () => {
    const old = await stage.start(counted('counts'));
    await old.waitFor(await stage.append('a-1', { id: 'x' }), 5_000);
    const next = await stage.start(counted('counts'), counted('counts', { version: 2 }));
    const position = await stage.append('a-1', { id: 'x' }, { id: 'y' });
    expect(await old.waitFor(position, 5_000)).toBe(true);
    expect(await next.waitFor(position, 5_000)).toBe(true);
    const { rows } = await stage.database.pool.query('select * from views.counts_v2 order by id');
    expect(rows).toEqual(await stage.rows('counts'));
    expect(rows).toMatchObject([
      { id: 'x', total: 2 },
      { id: 'y', total: 1 },
    ]);
  });
});

describe('a poison event', () => {
  let stage: ViewStage;
  beforeEach(async () => {
    stage = await ViewStage.open();
  });
  afterEach(() => stage.close());
  const parked = async () =>
    (
      await stage.database.pool.query<{ key: string; error: string }>(
        'select key, error from platform.parked_events order by position',
      )
    ).rows;

  it('parks its row with an error, while other rows continue', async () => {
    const runner = await stage.start(counted('counts'));
    await stage.append('a-1', { id: 'x' });
    await stage.append('a-1', { id: 'x', poison: true });
    const position = await stage.append('a-1', { id: 'x' }, { id: 'y' });
    expect(await runner.waitFor(position, 5_000)).toBe(true);
    expect(await stage.totals('counts')).toEqual([
      ['x', 1],
      ['y', 1],
    ]);
    expect(await parked()).toEqual([
      { key: 'x', error: expect.stringContaining('cannot fold this') },
      { key: 'x', error: 'Another event of this row is parked.' },
    ]);
    expect(stage.errors).toContain('A view parked a row: it cannot process an event.');
  });

  it('is folded by a release that can, together with all later events of its row', async () => {
    const broken = await stage.start(counted('counts'));
    await stage.append('a-1', { id: 'x' });
    await stage.append('a-1', { id: 'x', poison: true });
    await broken.waitFor(await stage.append('a-1', { id: 'x' }, { id: 'y' }), 5_000);
    await broken.stop();
    const mended = counted('counts', {
      evolve: (row, { position }, key) => ({
        id: key,
        total: (row?.total ?? 0) + 1,
        seen: [...(row?.seen ?? []), position],
      }),
    });
    await stage.start(mended, counted('other', { evolve: mended.evolve as never }));
    expect(await parked()).toEqual([]);
    expect(await stage.rows('counts')).toEqual(await stage.rows('other'));
  });

  it('stays parked, and is counted, as long as it cannot be folded', async () => {
    const broken = await stage.start(counted('counts'));
    await broken.waitFor(await stage.append('a-1', { id: 'x', poison: true }), 5_000);
    await broken.stop();
    const next = await stage.start(counted('counts'));
    // A starting node may briefly be a follower, until the database has closed the last leader's connection.
    await next.waitFor(await stage.append('a-1', { id: 'y' }), 5_000);
    const { rows } = await stage.database.pool.query('select key, attempts from platform.parked_events');
    expect(rows).toEqual([{ key: 'x', attempts: 2 }]);
  });

  it('stops only a view that must not skip anything, with an alarm', async () => {
    const runner = await stage.start(
      counted('ledger', { stopOnPoison: true }),
      counted('counts', { keys: () => ['all'] }),
    );
    await runner.waitFor(await stage.append('a-1', { id: 'x' }), 5_000);
    await stage.append('a-1', { id: 'y', poison: true });
    const last = await stage.append('a-1', { id: 'x' });
    expect(await runner.waitFor(last, 5_000)).toBe(true);
    expect(stage.errors).toContain('A view has stopped: it cannot process an event.');
    expect(await stage.totals('ledger')).toEqual([['x', 1]]);
    const { rows } = await stage.database.pool.query<{ name: string; position: string }>(
      'select name, position from platform.view_checkpoints order by name',
    );
    expect(rows[0]).toEqual({ name: 'counts_v1', position: last });
    expect(rows[1]?.name).toBe('ledger_v1');
    expect(Number(rows[1]?.position)).toBeLessThan(Number(last));
  });
});
