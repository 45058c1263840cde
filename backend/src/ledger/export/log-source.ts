import type { AccountEvent } from '../../accounts';
import { isOneOf, toRecorded } from '../../eventsourcing/domain/domain-event';
import type { EventStore } from '../../eventsourcing/event-store/event-store';
import { cleanJson } from '../../lib/text';
import { WALLET_EVENT_TYPES } from '../../money/zaps';
import { entryOf, type LedgerEntry } from '../ledger/views/ledger-entry.view';
import type { ResolvedFilter } from '../ledger/ledger-filter';
import type { ExportedEntry, ExportHead } from './export-format';
import type { ExportSource } from './write-export';

const REGISTERED = 'AccountRegistered';
const isRegistration = isOneOf<Extract<AccountEvent, { type: typeof REGISTERED }>>([REGISTERED]);

/** Reads the entries of an export from events alone. Keeps only each wallet's e-mail address and chain end. */
export class LogSource implements ExportSource {
  private readonly emails = new Map<string, string>();
  private readonly newest = new Map<string, ExportHead>();

  constructor(private readonly events: EventStore) {}

  async *entries(filter: ResolvedFilter, upTo: string): AsyncGenerator<ExportedEntry> {
    for await (const event of this.events.readAll({ filter: { types: [...WALLET_EVENT_TYPES, REGISTERED] } })) {
      if (event.position > upTo) return;
      const recorded = toRecorded(event);
      if (isRegistration(recorded)) {
        const { accountId, email } = recorded.data;
        this.emails.set(accountId, email);
        continue;
      }
      const entry = cleanJson<LedgerEntry>(entryOf(recorded as Parameters<typeof entryOf>[0]));
      if (!matches(entry, filter)) continue;
      const { userId, revision, hash } = entry;
      if (revision >= (this.newest.get(userId)?.revision ?? 0)) this.newest.set(userId, { userId, revision, hash });
      const addressOf = (id: string | null): string | null => (id === null ? null : (this.emails.get(id) ?? null));
      const { madeBy, approvedBy } = entry;
      const makers = { madeByEmail: addressOf(madeBy), approvedByEmail: addressOf(approvedBy) };
      yield { ...entry, email: addressOf(userId), ...makers };
    }
  }

  async *heads(): AsyncGenerator<ExportHead> {
    for (const userId of [...this.newest.keys()].sort()) {
      const head = this.newest.get(userId);
      if (head) yield await Promise.resolve(head);
    }
  }
}

const SAME = ['userId', 'projectId', 'kind', 'provider', 'model', 'jobId', 'priceVersion'] as const;

/** Files of earlier releases keep project ids in the letter case of the request. */
const sought = (filter: ResolvedFilter, name: (typeof SAME)[number]): string | undefined =>
  name === 'projectId' ? filter.projectId?.toLowerCase() : filter[name];

function matches(entry: LedgerEntry, filter: ResolvedFilter): boolean {
  if (filter.from !== undefined && entry.at < filter.from) return false;
  if (filter.to !== undefined && entry.at >= filter.to) return false;
  return SAME.every((name) => filter[name] === undefined || entry[name] === sought(filter, name));
}
