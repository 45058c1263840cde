import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { idOfStream } from '../../../eventsourcing/domain/aggregate';
import { entityOf } from '../../../eventsourcing/views/view';
import type { View } from '../../../eventsourcing/views/view';
import type { ExampleEvent } from '../domain/example';

/** One row per stream. */
interface ExampleListRow {
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

const exampleListEntity = entityOf(exampleListView);

@Injectable()
export class ExampleListQueries {
  constructor(private readonly database: DataSource) {}

  /** Returns a user's rows, the most recently changed first. */
  ofUser(ownerId: string): Promise<ExampleListRow[]> {
    return this.database
      .getRepository(exampleListEntity)
      .find({ where: { ownerId }, order: { updatedAt: 'desc', id: 'asc' } });
  }
}
