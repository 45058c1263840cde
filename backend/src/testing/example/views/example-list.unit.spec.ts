import { streamOf } from '../../../eventsourcing/domain/aggregate';
import { NOW, OWNER } from '../../given-when-then';
import { foldTwice, recorded } from '../../view-spec';
import { exampleAggregate } from '../domain/example';
import { exampleListView } from './example-list.view';

const ID = '44444444-4444-4444-8444-444444444444';
const later = '2026-03-02T08:00:00.000Z';
const happened = (index: number, at = NOW) =>
  recorded({ type: 'ExampleDone', data: {} }, index, { streamId: streamOf(exampleAggregate.category, ID), at });

describe('the view example-list', () => {
  it('has one row for each stream, with the time of its newest event', () => {
    const rows = foldTwice(exampleListView, [happened(1), happened(2, later)]);
    expect([...rows.values()]).toEqual([{ id: ID, ownerId: OWNER, updatedAt: later }]);
  });
});
