import { Injectable } from '@nestjs/common';
import type { LibraryMember } from '@storyreel/contracts';
import { DataSource } from 'typeorm';
import type { PushRule } from '../../eventsourcing/push/push-rule';
import { entityOf } from '../../eventsourcing/views/view';
import type { View } from '../../eventsourcing/views/view';
import { notFound } from '../../lib/domain-error';
import { LIBRARY_EVENT_TYPES } from './library';
import type { LibraryEvent } from './library';

export interface LibraryRow extends LibraryMember {
  ownerId: string;
  keptAt: string;
}

/** Cast members in the libraries of accounts. */
export const libraryListView: View<LibraryRow, LibraryEvent> = {
  name: 'cast_library',
  version: 1,
  columns: {
    id: { type: 'uuid' },
    ownerId: { type: 'uuid' },
    version: { type: 'integer' },
    kind: { type: 'text' },
    name: { type: 'text' },
    look: { type: 'text' },
    pictures: { type: 'jsonb' },
    keptAt: { type: 'text' },
  },
  key: 'id',
  indexes: [['ownerId', 'keptAt']],
  types: LIBRARY_EVENT_TYPES,
  keys: ({ data }) => ['entry' in data ? data.entry.id : data.entryId],
  evolve(row, event) {
    const { ownerId, at } = event.metadata;
    switch (event.type) {
      case 'LibraryMemberKept':
      case 'LibraryMemberRestored':
        return { ...event.data.entry, ownerId, keptAt: row?.keptAt ?? at };
      case 'LibraryMemberRemoved':
        return null;
      default: {
        const unknown: never = event;
        return unknown;
      }
    }
  },
};

const libraryEntity = entityOf(libraryListView);
const toMember = ({ ownerId: _, keptAt: __, ...member }: LibraryRow): LibraryMember => member;

@Injectable()
export class LibraryQueries {
  constructor(private readonly database: DataSource) {}

  /** Lists a user's library members, newest first. */
  async ofUser(ownerId: string): Promise<LibraryMember[]> {
    const rows = await this.database
      .getRepository(libraryEntity)
      .find({ where: { ownerId }, order: { keptAt: 'desc', id: 'asc' } });
    return rows.map(toMember);
  }

  /** @throws DomainError not_found */
  async one(id: string, ownerId: string): Promise<LibraryMember> {
    const row = await this.database.getRepository(libraryEntity).findOneBy({ id, ownerId });
    if (!row) throw notFound();
    return toMember(row);
  }
}

export const libraryPushRule: PushRule = {
  types: LIBRARY_EVENT_TYPES,
  draft: () => ({ type: 'castLibraryChanged' }),
};
