import { counted } from '../../testing/view-stage';
import type { Position } from '../event-store/event-store';
import { ViewTable } from './view-table';
import { type TableChange, writeStatement } from './write-statement';

const change = (
  name: string,
  rows: [string, object | null][] = [['a', { id: 'a', total: 1, seen: [] }]],
): TableChange => {
  const table = new ViewTable(counted(name));
  const upserts = new Map(rows.flatMap(([key, row]) => (row ? [[key, table.encode(row)] as const] : [])));
  const from = { position: null, generation: 0, stopped: false };
  return { table, from, to: '1' as Position, rows: new Map(rows), upserts, parked: [] };
};

describe('the statement that writes views', () => {
  it('is prepared under one short name per shape, whatever its rows', () => {
    const long = 'a_view_with_a_name_that_goes_on_and_on';
    const one = writeStatement([change(long), change(`${long}_too`)]);
    const more = writeStatement([
      change(long, [
        ['a', { id: 'a', total: 1, seen: [] }],
        ['b', { id: 'b', total: 2, seen: [] }],
      ]),
      change(`${long}_too`),
    ]);
    expect(one.name?.length).toBeLessThan(64);
    expect(more).toMatchObject({ name: one.name, text: one.text });
    expect(writeStatement([change(long), change(`${long}_three`)]).name).not.toBe(one.name);
  });

  it('is not prepared for more tables than are usually written together', () => {
    expect(writeStatement(['x', 'y', 'z'].map((name) => change(name))).name).toBeUndefined();
  });

  it('advances the checkpoints of views without changed rows, too', () => {
    const { text, values } = writeStatement([change('x', [])]);
    expect(text).not.toContain('insert into');
    expect(values).toEqual([['x_v1'], [null], [0], ['1']]);
  });
});
