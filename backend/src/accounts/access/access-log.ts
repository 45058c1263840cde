import { Injectable } from '@nestjs/common';
import { COMMAND_LINE_ID } from '@storyreel/contracts';
import { LRUCache } from 'lru-cache';
import { AggregateStore } from '../../eventsourcing/commands/aggregate-store';
import { ownCause, systemContext } from '../../eventsourcing/commands/command-context';
import { CommandDispatcher } from '../../eventsourcing/commands/command-dispatcher';
import type { Aggregate } from '../../eventsourcing/domain/aggregate';
import type { DomainEvent } from '../../eventsourcing/domain/domain-event';
import type { SessionUser } from '../../infra/sessions';
import { requestHash } from '../../lib/hash';
import { Clock } from '../../lib/time';

/** Somebody with a role viewed records. */
export interface RecordsRead {
  /** Kind of record, such as 'ledger', 'charge' or 'run'. */
  what: string;
  /** Owner of the records; null for records of many people. */
  ownerId: string | null;
  /** Identifies the records: ids, or the filter of a list. Never their content. */
  detail: Readonly<Record<string, string>>;
}

export type AccessEvent = DomainEvent<'RecordsRead', RecordsRead>;

/** Stream `access-<reader id>`. Written for people to read; no decision depends on it. */
export const accessAggregate: Aggregate<Record<string, never>, AccessEvent> = {
  category: 'access',
  // Not encrypted, so that it stays known after an erasure who looked at whose records; the events name people by ids
  // only. Events of earlier releases that contain an e-mail address are encrypted.
  isInClear: ({ data }) => (data as Partial<RecordsRead> | null)?.detail?.user === undefined,
  initial: {},
  evolve: (state) => state,
  snapshot: { version: 1 },
};

const SAME_LOOK_MS = 10 * 60_000;
/** Each entry takes about a hundred bytes. After an entry is evicted, the next access is recorded again. */
const MAX_KNOWN_LOOKS = 10_000;

/** Records the data that a command-line tool is about to show. @param who the operating system's user and host */
export async function recordAtCommandLine(
  store: Pick<AggregateStore, 'execute'>,
  who: string,
  read: RecordsRead,
): Promise<void> {
  const context = systemContext(`command line of ${who}`, COMMAND_LINE_ID, ownCause());
  await store.execute(accessAggregate, COMMAND_LINE_ID, context, () => [{ type: 'RecordsRead', data: read }]);
}

/** Records an event before other people's data is read; if recording fails, the data is not shown. */
@Injectable()
export class AccessLog {
  /** Time of this node's last record of the same access, in milliseconds since the epoch. */
  private readonly recordedAt = new LRUCache<string, number>({ max: MAX_KNOWN_LOOKS });

  constructor(
    private readonly store: AggregateStore,
    private readonly dispatcher: CommandDispatcher,
    private readonly clock: Clock,
  ) {}

  /** Records an access; does nothing for the reader's own records. */
  async record(reader: Pick<SessionUser, 'id'>, read: RecordsRead): Promise<void> {
    if (read.ownerId === reader.id) return;
    const context = this.dispatcher.context(reader);
    await this.store.execute(accessAggregate, reader.id, context, () => [{ type: 'RecordsRead', data: read }]);
    this.recordedAt.set(requestHash(reader.id, read), this.clock.now().getTime());
  }

  /** Like `record`, for data that an open screen polls: accesses within ten minutes count as one. */
  async recordFollowed(reader: Pick<SessionUser, 'id'>, read: RecordsRead): Promise<void> {
    const last = this.recordedAt.get(requestHash(reader.id, read));
    if (last !== undefined && this.clock.now().getTime() - last < SAME_LOOK_MS) return;
    await this.record(reader, read);
  }
}
