import { randomUUID } from 'node:crypto';
import { createEventStore, type EventStore, type NewEvent } from '../event-store';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database';
import { ensurePlatformSchema } from '../database/platform-schema';
import type { AnyView, View } from './view';
import { ViewRunner } from './view-runner';

interface CountRow {
  id: string;
  total: number;
  /** Positions that were folded, so that a repeat would show. */
  seen: string[];
}

const counted = (name: string, changes: Partial<View<CountRow>> = {}): AnyView =>
  ({
    name,
    version: 1,
    key: 'id',
    columns: { id: { type: 'text' }, total: { type: 'integer' }, seen: { type: 'jsonb' } },
    types: ['Counted'],
    keys: (event) => [(event.data as { id: string }).id],
    evolve(row, event, key) {
      if ((event.data as { poison?: boolean }).poison) throw new Error('cannot fold this');
      return { id: key, total: (row?.total ?? 0) + 1, seen: [...(row?.seen ?? []), event.position] };
    },
    ...changes,
  }) satisfies View<CountRow>;

const event = (data: object): NewEvent => ({
  id: randomUUID(),
  type: 'Counted',
  data,
  metadata: { ownerId: 'owner', at: '2026-01-01T00:00:00.000Z' },
});

describe('the view runner', () => {
  let database: TestDatabase;
  let events: EventStore;
  const runners: ViewRunner[] = [];
  const errors: string[] = [];

  const start = async (...views: AnyView[]): Promise<ViewRunner> => {
    const log = { info: () => undefined, error: (_: unknown, message: string) => void errors.push(message) };
    const runner = new ViewRunner({ pool: database.pool, events, views, log });
    runners.push(runner);
    await runner.start();
    return runner;
  };
  const append = async (stream: string, ...data: object[]) =>
    (await events.append(stream, data.map(event), { expected: 'any' })).position;
  const rows = async (view: string) =>
    (await database.pool.query<CountRow>(`select * from views.${view}_v1 order by id`)).rows;

  beforeEach(async () => {
    database = await createTestDatabase();
    await ensurePlatformSchema(database.pool);
    events = await createEventStore({ databaseUrl: database.url });
    errors.length = 0;
  });
  afterEach(async () => {
    for (const runner of runners.splice(0)) await runner.stop();
    await events.close();
    await database.drop();
  });

  it('shows a write to those who wait for its position', async () => {
    const runner = await start(counted('counts'));
    const position = await append('a-1', { id: 'x' }, { id: 'y' }, { id: 'x' });
    expect(position && (await runner.waitFor(position, 5_000))).toBe(true);
    expect((await rows('counts')).map(({ id, total }) => [id, total])).toEqual([
      ['x', 2],
      ['y', 1],
    ]);
  });

  it('builds a view from the whole log before it says that it has started', async () => {
    for (let i = 0; i < 25; i++) await append(`a-${i}`, { id: `k${i % 5}` });
    await start(counted('counts'));
    expect((await rows('counts')).map(({ total }) => total)).toEqual([5, 5, 5, 5, 5]);
  });

  it('goes on after a restart where it was, with every event folded once', async () => {
    const first = await start(counted('counts'));
    const position = await append('a-1', { id: 'x' });
    if (position) await first.waitFor(position, 5_000);
    await first.stop();
    await append('a-1', { id: 'x' }, { id: 'x' });
    await start(counted('counts'));
    const [row] = await rows('counts');
    expect(row?.total).toBe(3);
    expect(new Set(row?.seen).size).toBe(3);
  });

  it('builds a view that is new beside those that are there, and gets the same rows as live', async () => {
    const first = await start(counted('counts'));
    const position = await append('a-1', { id: 'x' }, { id: 'y' }, { id: 'x' });
    if (position) await first.waitFor(position, 5_000);
    await first.stop();
    await start(counted('counts'), counted('rebuilt'));
    expect(await rows('rebuilt')).toEqual(await rows('counts'));
  });

  it('parks the row of a poison event, visibly, and goes on with the others', async () => {
    const runner = await start(counted('counts'));
    await append('a-1', { id: 'x' });
    await append('a-1', { id: 'x', poison: true });
    const position = await append('a-1', { id: 'x' }, { id: 'y' });
    expect(position && (await runner.waitFor(position, 5_000))).toBe(true);
    expect((await rows('counts')).map(({ id, total }) => [id, total])).toEqual([
      ['x', 1],
      ['y', 1],
    ]);
    const parked = await database.pool.query('select key, error from platform.parked_events order by position');
    expect(parked.rows).toHaveLength(2);
    expect(errors).toContain('A view parked a row: an event cannot be folded.');
  });

  it('stops a ledger view at a poison event instead of skipping it', async () => {
    const runner = await start(counted('ledger', { stopOnPoison: true }));
    await append('a-1', { id: 'x' });
    const position = await append('a-1', { id: 'x', poison: true });
    expect(position && (await runner.waitFor(position, 500))).toBe(false);
    expect(errors.length).toBeGreaterThan(0);
  });

  it('lets one node lead and the other follow, and take over when the leader goes', async () => {
    const leader = await start(counted('counts'));
    const follower = await start(counted('counts'));
    const first = await append('a-1', { id: 'x' });
    expect(first && (await follower.waitFor(first, 5_000))).toBe(true);
    await leader.stop();
    const second = await append('a-1', { id: 'x' });
    expect(second && (await follower.waitFor(second, 5_000))).toBe(true);
    expect((await rows('counts'))[0]?.total).toBe(2);
  });
});
