import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { AggregateStore } from '../../eventsourcing/commands/aggregate-store';
import { CommandDispatcher } from '../../eventsourcing/commands/command-dispatcher';
import type { Aggregate } from '../../eventsourcing/domain/aggregate';
import type { DomainEvent } from '../../eventsourcing/domain/domain-event';
import type { SessionUser } from '../../infra/sessions';
import { requestHash } from '../../lib/hash';
import { CLOCK } from '../../lib/time';
import type { Clock } from '../../lib/time';

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

const SAME_LOOK_MS = 10 * 60_000;
/** Each of a hundred bytes. Whatever is forgotten is recorded again. */
const MAX_KNOWN_LOOKS = 10_000;

/** Whoever reads other people's data leaves an event first: what is not recorded is not answered. */
@Injectable()
export class AccessLog {
  /** When this node last recorded a look, in milliseconds since the epoch. */
  private readonly recordedAt = new LRUCache<string, number>({ max: MAX_KNOWN_LOOKS });

  constructor(
    @Inject(AggregateStore) private readonly store: AggregateStore,
    @Inject(CommandDispatcher) private readonly dispatcher: CommandDispatcher,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Nothing to record when the records are the reader's own. */
  async record(reader: Pick<SessionUser, 'id'>, read: RecordsRead): Promise<void> {
    if (read.ownerId === reader.id) return;
    const context = this.dispatcher.context(reader);
    await this.store.execute(accessAggregate, reader.id, context, () => [{ type: 'RecordsRead', data: read }]);
    this.recordedAt.set(requestHash(reader.id, read), this.clock.now().getTime());
  }

  /** As `record`, for what a screen asks for again and again while it is open: ten minutes of it are one look. */
  async recordFollowed(reader: Pick<SessionUser, 'id'>, read: RecordsRead): Promise<void> {
    const last = this.recordedAt.get(requestHash(reader.id, read));
    if (last !== undefined && this.clock.now().getTime() - last < SAME_LOOK_MS) return;
    await this.record(reader, read);
  }
}
