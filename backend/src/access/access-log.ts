import { Inject, Injectable } from '@nestjs/common';
import { AggregateStore } from '../platform/commands/aggregate-store';
import { CommandDispatcher } from '../platform/commands/command-dispatcher';
import type { SessionUser } from '../platform/sessions';
import { accessAggregate, type RecordsRead } from './access-record';

/** Whoever reads other people's data leaves an event first: what is not recorded is not answered. */
@Injectable()
export class AccessLog {
  constructor(
    @Inject(AggregateStore) private readonly store: AggregateStore,
    @Inject(CommandDispatcher) private readonly dispatcher: CommandDispatcher,
  ) {}

  /** Nothing to record when the records are the reader's own. */
  async record(reader: Pick<SessionUser, 'id'>, read: RecordsRead): Promise<void> {
    if (read.ownerId === reader.id) return;
    const context = this.dispatcher.context(reader);
    await this.store.execute(accessAggregate, reader.id, context, () => [{ type: 'RecordsRead', data: read }]);
  }
}
