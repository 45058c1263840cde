import { COMMAND_LINE_ID } from '@storyreel/contracts';
import type { AccountEvent } from '../../../accounts';
import type { AccessEvent } from '../../../accounts/access';
import type { RecordedEvent } from '../../../eventsourcing/domain/domain-event';
import type { View } from '../../../eventsourcing/views/view';

type RoleEvent = Extract<AccountEvent, { type: 'RoleGranted' | 'RoleRevoked' }>;
type Folded = AccessEvent | RoleEvent;

/** A record that somebody read other people's records, or that a role which allows that was granted or revoked. */
export interface AccessEntryRow {
  id: string;
  at: string;
  readerId: string;
  what: string;
  ownerId: string | null;
  detail: Readonly<Record<string, string>>;
  position: string;
}

export const accessEntryView: View<AccessEntryRow, Folded> = {
  name: 'access_entry',
  version: 3,
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
  types: ['RecordsRead', 'RoleGranted', 'RoleRevoked'],
  ignoresRow: true,
  keys: (event) => [event.id],
  evolve(_row, event, id) {
    const { at, actor, ownerId: accountId } = event.metadata;
    const { position } = event;
    if (isRole(event)) {
      const readerId = actor.kind === 'user' ? actor.userId : COMMAND_LINE_ID;
      const by: Readonly<Record<string, string>> = actor.kind === 'user' ? {} : { by: actor.name };
      const what = event.type === 'RoleGranted' ? 'role granted' : 'role revoked';
      return { id, at, readerId, what, ownerId: accountId, detail: { role: event.data.role, ...by }, position };
    }
    // Events of earlier releases also hold the e-mail address that was searched for; the view leaves it out.
    const { what, ownerId } = event.data;
    const { user: _, ...detail } = event.data.detail;
    if (actor.kind === 'user') return { id, at, readerId: actor.userId, what, ownerId, detail, position };
    return { id, at, readerId: accountId, what, ownerId, detail: { ...detail, by: actor.name }, position };
  },
};

const isRole = (event: RecordedEvent<Folded>): event is RecordedEvent<RoleEvent> => event.type.startsWith('Role');
