import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { CLOCK, type Clock } from '../platform/clock';
import { AggregateStore } from '../platform/commands/aggregate-store';
import { CommandDispatcher } from '../platform/commands/command-dispatcher';
import { requestHash } from '../platform/request-hash';
import type { SessionUser } from '../platform/sessions';
import { accessAggregate, type RecordsRead } from './access-record';

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
