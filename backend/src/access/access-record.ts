import type { Aggregate } from '../platform/domain/aggregate';
import type { DomainEvent } from '../platform/domain/domain-event';

/** What somebody with a role looked at. */
export interface RecordsRead {
  /** Such as 'ledger', 'charge' or 'run'. */
  what: string;
  /** Whose records they are; null for those of many people. */
  ownerId: string | null;
  /** Which of them: ids, or the filter of a list. Never their content. */
  detail: Readonly<Record<string, string>>;
}

export type AccessEvent = DomainEvent<'RecordsRead', RecordsRead>;

/** Stream `access-<id of the reader>`. It decides nothing; it is there to be read. */
export const accessAggregate: Aggregate<Record<string, never>, AccessEvent> = {
  category: 'access',
  initial: {},
  evolve: (state) => state,
  snapshot: { version: 1 },
};
