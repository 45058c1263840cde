import { randomUUID } from 'node:crypto';
import { ensurePlatformSchema } from '../../eventsourcing/platform-schema';
import type { AnyView } from '../../eventsourcing/views/view';
import { ViewTable } from '../../eventsourcing/views/view-table';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database';
import { RowText } from './row-text';
import { rowsOf } from './table-rows';

const view: AnyView = {
  name: 'texts',
  version: 1,
  columns: {
    id: { type: 'uuid' },
    note: { type: 'text', nullable: true },
    reason: { type: 'text', nullable: true },
    count: { type: 'integer' },
    size: { type: 'bigint' },
    amount: { type: 'double precision', nullable: true },
    done: { type: 'boolean' },
    about: { type: 'jsonb' },
    at: { type: 'timestamptz' },
    position: { type: 'text' },
  },
  key: 'id',
  indexes: [['position']],
  types: [],
  keys: () => [],
  evolve: (row) => row,
};

const plain = {
  note: 'the lamp',
  reason: null as string | null,
  count: 3,
  size: 2 ** 40,
  amount: 0.1 as unknown,
  done: true,
  about: {} as unknown,
  at: '2026-03-01T12:30:00.000Z',
  position: '5',
};
const rowWith = (changes: Partial<typeof plain>) => ({ id: randomUUID(), ...plain, ...changes });

describe('the text of a row', () => {
  let database: TestDatabase;
  let table: ViewTable;
  let texts: RowText;

  beforeEach(async () => {
    database = await createTestDatabase();
    await ensurePlatformSchema(database.pool);
    await database.pool.query('create schema if not exists views');
    table = new ViewTable(view);
    await table.create(database.pool);
    texts = new RowText(table);
  });
  afterEach(() => database.drop());

  const store = async (rows: object[]): Promise<void> => {
    const { text, values } = table.upsert(
      rows.map((row) => table.encode(row)),
      1,
      'true',
    );
    await database.pool.query(text, values);
  };
  const stored = async (): Promise<Map<string, string>> => {
    const found = new Map<string, string>();
    for await (const page of texts.pages(database.pool)) for (const [key, text] of page) found.set(key, text);
    return found;
  };

  it('is the same here and in the database', async () => {
    const amounts = [0, 40_000, -0.1, 1e-4, 0.00002, 1e15, -1.5e300, 123_456_789_012_345.6, 5e-324, 2 ** 53, null];
    const notes = ['', ' a  b ', '(q",\\)', 'line\nbreak\t', 'é🌊\x7f', '='];
    const abouts = [{ b: 1, aa: 'x\u0001"', c: [1.5, '2', null, true, [], {}] }, [], { d: { '': false } }, 'text', 7];
    const moments = ['2026-03-01T12:30:10.120Z', '2026-03-01T12:30:10.123Z', '1999-12-31T23:59:59.999Z'];
    const rows = [
      ...amounts.map((amount) => rowWith({ amount })),
      ...notes.flatMap((note) => [rowWith({ note }), rowWith({ reason: note, done: false })]),
      ...abouts.map((about) => rowWith({ about })),
      ...moments.map((at) => rowWith({ at })),
    ];
    await store(rows);
    const found = await stored();
    for (const row of rows) expect([row, found.get(row.id)]).toEqual([row, texts.of(row)]);
    expect(await texts.find(database.pool, rows.map(({ id }) => id).reverse())).toBe(texts.ofAll(rows.reverse()));
  });

  it('differs where a column does', async () => {
    const row = rowWith({ note: 'a', reason: 'b' });
    const id = row.id;
    const others = [
      { note: '' },
      { note: 'a\x1f=b', reason: null },
      { reason: '' },
      { count: 4 },
      { size: 1 },
      { amount: 0.100_000_000_000_000_02 },
      { amount: null },
      { done: false },
      { about: { a: null } },
      { at: '2026-03-01T12:30:00.001Z' },
    ];
    for (const changes of others) {
      await store([{ ...row, ...changes }]);
      expect((await stored()).get(id) === texts.of(row)).toBe(false);
      expect((await texts.find(database.pool, [id])) === texts.ofAll([row])).toBe(false);
    }
    await database.pool.query(`update ${table.qualified} set note = null`);
    expect((await stored()).get(id)).not.toBe(texts.of({ ...row, note: '' }));
    expect(await texts.find(database.pool, [randomUUID()])).toBe('');
  });

  it('is not told of what it could take for something else, or of what the database prints in its own way', () => {
    for (const changes of [
      { note: 'a\x1fb' },
      { note: 5 as unknown as string },
      { amount: '0.1' },
      { amount: true },
      { count: 0.5 },
      { done: 't' as unknown as boolean },
      { about: { n: 1e21 } },
      { about: { é: 1 } },
      { at: '2026-03-01 12:30:00' },
      { at: '2026-03-01T12:30:00+00:00' },
    ]) {
      expect([changes, texts.of(rowWith(changes))]).toEqual([changes, null]);
      expect(texts.ofAll([rowWith({}), rowWith(changes)])).toBeNull();
    }
  });

  it('comes in pages that leave nothing out', async () => {
    const rows = Array.from({ length: 2_001 }, () => rowWith({}));
    await store(rows);
    const found = await stored();
    expect([...found.keys()]).toEqual(rows.map(({ id }) => id).sort());
  });

  it('comes in pages of so many bytes at most, or of one row, and leaves nothing out', async () => {
    const notes = [...'x'.repeat(40)].map((_, n) =>
      n % 9 === 4 ? '灯'.repeat(2_000) : n % 9 === 7 ? 'b'.repeat(900) : 'c',
    );
    const rows = notes.map((note) => rowWith({ note }));
    await store(rows);
    const pages: [string, string][][] = [];
    for await (const page of texts.pages(database.pool, 2_000)) pages.push(page);
    for (const page of pages) {
      const before = page.slice(0, -1).map(([, text]) => Buffer.byteLength(text));
      expect(before.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(2_000);
    }
    expect(pages.length).toBeGreaterThan(4);
    expect(pages.flat().map(([key]) => key)).toEqual(rows.map(({ id }) => id).sort());
    for (const row of rows) expect(pages.flat().find(([key]) => key === row.id)?.[1]).toBe(texts.of(row));
  });

  it('is not given of many large rows at once', async () => {
    const rows = ['1', '2', '3'].map((position) => rowWith({ position, note: 'x'.repeat(3 * 1_024 * 1_024) }));
    await store(rows);
    const { pool } = database;
    const ids = rows.map(({ id }) => id);
    expect([await texts.find(pool, ids.slice(1)), await texts.between(pool, '1', '3')]).toEqual([
      texts.ofAll(rows.slice(1)),
      texts.ofAll(rows.slice(1)),
    ]);
    expect([await texts.find(pool, ids), await texts.between(pool, '', '3')]).toEqual([null, null]);
    const pages: object[][] = [];
    for await (const page of rowsOf(pool, table, ids)) pages.push([...page.values()]);
    expect(pages).toEqual([rows]);
    await pool.query(`update ${table.qualified} set note = note || note`);
    const later: number[] = [];
    for await (const page of rowsOf(pool, table, ids)) later.push(page.size);
    expect(later).toEqual([2, 1]);
  });

  it('is told from the ones before and after whatever a value holds', async () => {
    const notes = ['plain', 'a\x1eb', '\x1e', 'c\x1f\x1ed', 'a\x1eb'];
    const rows = notes.map((note) => rowWith({ note }));
    await store(rows);
    const found = await stored();
    expect([...found.keys()]).toEqual(rows.map(({ id }) => id).sort());
    for (const { id, note } of rows) expect(found.get(id)).toContain(`=${note}\x1f`);
  });

  it('differs between two positions where a row is changed, gone, moved or nobody’s', async () => {
    const rows = ['3', '1', '2', '4', '5'].map((position) => rowWith({ position }));
    const [third, , second] = rows;
    const inOrder = [...rows].sort((a, b) => (a.position < b.position ? -1 : 1));
    const wanted = [texts.ofAll(inOrder.slice(1, 4)), texts.ofAll(inOrder.slice(0, 2))];
    const { pool } = database;
    const found = async () => [await texts.between(pool, '1', '4'), await texts.between(pool, '', '2')];
    const isFound = async (): Promise<boolean[]> => (await found()).map((text, at) => text === wanted[at]);
    await store(rows);
    expect(await found()).toEqual(wanted);
    for (const spoil of [
      `update ${table.qualified} set amount = 0.3 where id = '${third?.id}'`,
      `delete from ${table.qualified} where id = '${third?.id}'`,
      `update ${table.qualified} set position = '4' where id = '${third?.id}'`,
      `update ${table.qualified} set position = '9' where id = '${third?.id}'`,
    ]) {
      await pool.query(spoil);
      expect([spoil, await isFound()]).toEqual([spoil, [false, true]]);
      await store(rows);
    }
    await store([{ ...rowWith({}), position: second?.position ?? '' }]);
    expect(await isFound()).toEqual([false, false]);
  });
});
