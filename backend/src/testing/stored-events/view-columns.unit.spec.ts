import { allViews } from '../../composition';
import { tableName } from '../../platform/views/view';

/**
 * A version of a view is a table on servers that run. To give it other columns, or to fold the same events into other
 * rows, raise the version: the new table is then built beside the old one. A change here without one would find the old.
 */
describe('the columns of a view, which are those of the table that its version has made', () => {
  it.each(allViews.map((view) => [tableName(view), view] as const))('%s', (_, { columns, key, indexes }) => {
    expect({ columns, key, indexes }).toMatchSnapshot();
  });
});
