import { isDeepStrictEqual } from 'node:util';
import { LIMITS } from '@storyreel/contracts';
import type { LibraryMember } from '@storyreel/contracts';
import { AggregateCommand, handlerFor } from '../../eventsourcing/commands/command-handler';
import type { Aggregate } from '../../eventsourcing/domain/aggregate';
import type { DomainEvent } from '../../eventsourcing/domain/domain-event';
import { DomainError, notFound } from '../../lib/domain-error';

export type LibraryMemberKept = DomainEvent<'LibraryMemberKept', { entry: LibraryMember }>;
export type LibraryMemberRemoved = DomainEvent<'LibraryMemberRemoved', { entryId: string }>;
/** Holds the whole entry, because the view no longer has the removed one. */
export type LibraryMemberRestored = DomainEvent<'LibraryMemberRestored', { entry: LibraryMember }>;
export type LibraryEvent = LibraryMemberKept | LibraryMemberRemoved | LibraryMemberRestored;
export const LIBRARY_EVENT_TYPES: readonly LibraryEvent['type'][] = [
  'LibraryMemberKept',
  'LibraryMemberRemoved',
  'LibraryMemberRestored',
];

export interface LibraryState {
  entries: readonly LibraryMember[];
  /** Removed entries, the newest last, kept for the undo. */
  removed: readonly LibraryMember[];
}

const MOST_REMOVED = 20;
const without = (entries: readonly LibraryMember[], id: string) => entries.filter((entry) => entry.id !== id);

/** An account's library of cast members. Stream `castLibrary-<userId>`. */
export const castLibraryAggregate: Aggregate<LibraryState, LibraryEvent> = {
  category: 'castLibrary',
  initial: { entries: [], removed: [] },
  evolve: ({ entries, removed }, event) => {
    switch (event.type) {
      case 'LibraryMemberKept':
      case 'LibraryMemberRestored': {
        const { entry } = event.data;
        const isKnown = entries.some(({ id }) => id === entry.id);
        const next = isKnown ? entries.map((one) => (one.id === entry.id ? entry : one)) : [...entries, entry];
        return { entries: next, removed: without(removed, entry.id) };
      }
      case 'LibraryMemberRemoved': {
        const gone = entries.filter(({ id }) => id === event.data.entryId);
        return {
          entries: without(entries, event.data.entryId),
          removed: [...removed, ...gone].slice(-MOST_REMOVED),
        };
      }
      default: {
        const unknown: never = event;
        return unknown;
      }
    }
  },
};

/**
 * Returns an entry, even one that was removed recently.
 * @throws DomainError not_found
 */
export const entryOrRemoved = ({ entries, removed }: LibraryState, id: string): LibraryMember =>
  libraryEntry({ entries: [...entries, ...removed] }, id);

/** @throws DomainError not_found */
export function libraryEntry({ entries }: Pick<LibraryState, 'entries'>, id: string): LibraryMember {
  const entry = entries.find((one) => one.id === id);
  if (!entry) throw notFound();
  return entry;
}

function checkRoom({ entries }: LibraryState): void {
  if (entries.length >= LIMITS.libraryMembers)
    throw new DomainError(
      'limit_reached',
      `A library holds at most ${LIMITS.libraryMembers} characters, places and props. Remove one first.`,
    );
}

export class KeepInLibrary extends AggregateCommand<LibraryState, Omit<LibraryMember, 'version'>> {}

/**
 * Stores an entry, replacing the entry with the same id. Does nothing for an identical entry, nor for a repeat whose
 * entry has been removed since.
 */
export function decideKeepInLibrary({ data }: Pick<KeepInLibrary, 'data'>, state: LibraryState): LibraryEvent[] {
  if (state.removed.some(({ id }) => id === data.id)) return [];
  const known = state.entries.find(({ id }) => id === data.id);
  const entry = { ...data, version: (known?.version ?? 0) + 1 };
  if (known && isDeepStrictEqual(known, { ...entry, version: known.version })) return [];
  if (!known) checkRoom(state);
  return [{ type: 'LibraryMemberKept', data: { entry } }];
}

export const KeepInLibraryHandler = handlerFor(KeepInLibrary, castLibraryAggregate, decideKeepInLibrary);

export class RemoveFromLibrary extends AggregateCommand<LibraryState, { id: string }> {}

/** Removes an entry. Projects keep the members that they took from the library. */
export function decideRemoveFromLibrary(
  { data: { id } }: Pick<RemoveFromLibrary, 'data'>,
  state: LibraryState,
): LibraryEvent[] {
  return [{ type: 'LibraryMemberRemoved', data: { entryId: libraryEntry(state, id).id } }];
}

export const RemoveFromLibraryHandler = handlerFor(RemoveFromLibrary, castLibraryAggregate, decideRemoveFromLibrary);

/** Undoes a removal. Does nothing if the entry exists. */
export class RestoreToLibrary extends AggregateCommand<LibraryState, { id: string }> {}

export function decideRestoreToLibrary(
  { data: { id } }: Pick<RestoreToLibrary, 'data'>,
  state: LibraryState,
): LibraryEvent[] {
  if (state.entries.some((entry) => entry.id === id)) return [];
  const entry = state.removed.find((one) => one.id === id);
  if (!entry) throw notFound();
  checkRoom(state);
  return [{ type: 'LibraryMemberRestored', data: { entry } }];
}

export const RestoreToLibraryHandler = handlerFor(RestoreToLibrary, castLibraryAggregate, decideRestoreToLibrary);
