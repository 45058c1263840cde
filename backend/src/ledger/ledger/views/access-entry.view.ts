import type { AccessEvent } from '../../../accounts/access';
import type { View } from '../../../eventsourcing/views/view';

/** A record that somebody read other people's records. */
export interface AccessEntryRow {
  id: string;
  at: string;
  readerId: string;
  what: string;
  ownerId: string | null;
  detail: Readonly<Record<string, string>>;
  position: string;
}

export const accessEntryView: View<AccessEntryRow, AccessEvent> = {
  name: 'access_entry',
  version: 1,
  columns: {
    id: { type: 'uuid' },
    at: { type: 'timestamptz' },
    readerId: { type: 'uuid' },
    what: { type: 'text' },
    ownerId: { type: 'text', nullable: true },
    detail: { type: 'jsonb' },
    position: { type: 'text' },
  },
  key: 'id',
  indexes: [['position']],
  types: ['RecordsRead'],
  ignoresRow: true,
  keys: (event) => [event.id],
  evolve(_row, event, id) {
    const { at, actor } = event.metadata;
    const { what, ownerId, detail } = event.data;
    const readerId = actor.kind === 'user' ? actor.userId : event.metadata.ownerId;
    return { id, at, readerId, what, ownerId, detail, position: event.position };
  },
};
