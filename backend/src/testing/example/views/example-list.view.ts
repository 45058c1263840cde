import { idOfStream } from '../../../eventsourcing/domain/aggregate';
import { entityOf, type View } from '../../../eventsourcing/views/view';
import type { ExampleEvent } from '../domain/example';

/** One for each stream. */
export interface ExampleListRow {
  id: string;
  ownerId: string;
  /** ISO 8601 */
  updatedAt: string;
}

export const exampleListView: View<ExampleListRow, Extract<ExampleEvent, { type: 'ExampleDone' }>> = {
  name: 'example_list',
  version: 1,
  columns: {
    id: { type: 'uuid' },
    ownerId: { type: 'uuid' },
    updatedAt: { type: 'text' },
  },
  key: 'id',
  indexes: [['ownerId', 'updatedAt']],
  types: ['ExampleDone'],
  keys: (event) => [idOfStream(event.streamId)],
  evolve: (_row, { metadata: { ownerId, at } }, id) => ({ id, ownerId, updatedAt: at }),
};

export const exampleListEntity = entityOf(exampleListView);
