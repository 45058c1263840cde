import { randomUUID } from 'node:crypto';
import { ensurePlatformSchema } from '../../eventsourcing/platform-schema';
import type { AnyView } from '../../eventsourcing/views/view';
import { ViewTable } from '../../eventsourcing/views/view-table';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database';
import { RowComparison } from './row-comparison';
import { keysOf, PAGE, rowsOf } from './table-rows';

const view: AnyView = {
  name: 'compared',
  version: 1,
  columns: {
    id: { type: 'uuid' },
    note: { type: 'text', nullable: true },
    count: { type: 'integer' },
    size: { type: 'bigint' },
    amount: { type: 'double precision', nullable: true },
    done: { type: 'boolean' },
    about: { type: 'jsonb' },
    madeAt: { type: 'timestamptz' },
  },
  key: 'id',
  types: [],
  keys: () => [],
  evolve: (row) => row,
};
const rowWith = (changes: object = {}) => ({
  id: randomUUID() as string,
  ...{ note: 'the lamp', count: 3, size: 2 ** 40, amount: 0.1, done: true },
  ...{ about: { b: 1, aa: [1.5, '2', null] }, madeAt: '2026-03-01T12:30:10.120Z' },
  ...changes,
});
const byKey = (rows: ReturnType<typeof rowWith>[]) => new Map(rows.map((row) => [row.id, row]));

describe('expected rows', () => {
  let database: TestDatabase;
  const table = new ViewTable(view);
  const comparison = new RowComparison(table);

  beforeAll(async () => {
    database = await createTestDatabase();
    await ensurePlatformSchema(database.pool);
    await database.pool.query('create schema if not exists views');
    await table.create(database.pool);
  });
  beforeEach(() => database.pool.query(`truncate ${table.qualified}`));
  afterAll(() => database.drop());

  const store = async (rows: object[]): Promise<void> => {
    const encoded = rows.map((row) => table.encode(row));
    const { text, values } = table.upsert(encoded, 1, 'true');
    await database.pool.query(text, values);
  };
  const differing = (rows: ReturnType<typeof rowWith>[]) => comparison.differing(database.pool, byKey(rows));

  it('equal the stored ones, whatever they hold', async () => {
    const rows = [
      ...[0, -0.1, 1e-4, 1e15, -1.5e300, 123_456_789_012_345.6, 5e-324, null].map((amount) => rowWith({ amount })),
      ...['', ' a  b ', '(q",\\)', 'line\nbreak\t', 'é🌊\u007f', 'nul\u0000', null].map((note) => rowWith({ note })),
      ...[{ é: 'x\u0001"' }, [], { n: 1e21 }, 'text', 7].map((about) => rowWith({ about })),
      rowWith({ note: undefined }),
    ];
    await store(rows);
    expect(await differing(rows)).toEqual([]);
  });

  it.each<[string, object]>([
    ['note', { note: '' }],
    ['note', { note: null }],
    ['count', { count: 4 }],
    ['size', { size: 1 }],
    ['amount', { amount: 0.100_000_000_000_000_02 }],
    ['amount', { amount: null }],
    ['done', { done: false }],
    ['about', { about: { a: null } }],
    ['made_at', { madeAt: '2026-03-01T12:30:10.121Z' }],
  ])('differ where the column %s differs: %j', async (_, changes) => {
    const [row, other] = [rowWith(), rowWith()];
    await store([{ ...row, ...changes }, other]);
    expect(await differing([row, other])).toEqual([row.id]);
  });

  it('are reported where they are missing, and where a column cannot hold the events’ value', async () => {
    const [row, other] = [rowWith(), rowWith()];
    await store([other]);
    expect(await differing([row, other])).toEqual([row.id]);
    expect((await differing([other, rowWith({ count: 'many' })])).includes(other.id)).toBe(true);
  });

  it('are read in pages without omissions, fewer per page where they are large', async () => {
    const rows = Array.from({ length: 2 * PAGE + 1 }, () => rowWith());
    await store(rows);
    const { pool } = database;
    const pages: string[][] = [];
    for await (const page of keysOf(pool, table)) pages.push(page);
    expect(pages.map(({ length }) => length)).toEqual([PAGE, PAGE, 1]);
    expect(pages.flat()).toEqual(rows.map(({ id }) => id).sort());
    const large = ['a', 'b', 'c'].map((note) => rowWith({ note: note.repeat(6 * 1_024 * 1_024) }));
    await store(large);
    const sizes: number[] = [];
    for await (const page of rowsOf(
      pool,
      table,
      large.map(({ id }) => id),
    ))
      sizes.push(page.size);
    expect(sizes).toEqual([2, 1]);
  });
});
