import { allViews } from '../../app/composition';
import { type AnyView, columnName, tableName } from '../../eventsourcing/views/view';
import { ACCEPT, countOf, expectKept, propertyLines } from './kept-summary';
import { linesOfGoldens, storedEvents } from './stored-events';

function rowsOf(view: AnyView): Map<string, object> {
  const rows = new Map<string, object>();
  for (const event of storedEvents.filter(({ type }) => view.types.includes(type))) {
    for (const key of view.keys(event)) {
      const row = view.evolve(rows.get(key) ?? null, event, key);
      if (row) rows.set(key, row);
      else rows.delete(key);
    }
  }
  return rows;
}

/** Returns the column's name and type of each property of a view. */
const columnsOf = (view: AnyView): Map<string, string> =>
  new Map(
    Object.entries(view.columns).map(([property, { type, nullable }]) => [
      property,
      `${columnName(view, property)} ${type}${nullable ? ' null' : ''}`,
    ]),
  );

/**
 * A view's version is a table on running servers. Raise the version to change its columns, or to fold the same events
 * into other rows: the new table is then built beside the old one. Without that, the changed code would use the old
 * table.
 */
describe.each(allViews.map((view) => [view.name, view] as const))('stored events in the view %s', (name, view) => {
  it('still make the same rows of the same columns', () => {
    const rows = rowsOf(view);
    expect(rows.size).toBeGreaterThan(0);
    const from = linesOfGoldens().filter(({ type }) => view.types.includes(type));
    expectKept(`rows-of-${name}`, rows, {
      summary: [
        `${tableName(view)}: ${rows.size} rows, from ${countOf(from)}`,
        `key: ${view.key}`,
        ...(view.indexes ?? []).map((properties) => `index: ${properties.join(', ')}`),
        ...propertyLines(rows, columnsOf(view)),
      ],
      advice:
        `The table ${tableName(view)} has other columns, or stored events make other rows of it than they did. On servers ` +
        `it is there as it was: raise the version of the view ${name}. Then, or if no server has it yet, or you have only ` +
        `added stored events, ${ACCEPT}.`,
    });
  });

  it('give a value to each column that needs one', () => {
    const required = Object.entries(view.columns).filter(([, { nullable }]) => !nullable);
    const lacking = [...rowsOf(view).values()].flatMap((row) =>
      required.filter(([property]) => (Reflect.get(row, property) ?? null) === null),
    );
    expect(lacking.map(([property]) => property)).toEqual([]);
  });
});
