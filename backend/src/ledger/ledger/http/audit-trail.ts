import { Inject, Injectable } from '@nestjs/common';
import { AccessLog } from '../../../accounts/access';
import type { SessionUser } from '../../../infra/sessions';
import { LedgerFilters } from '../ledger-filter';

/** Leaves an event of what finance looks at, before it is answered. */
@Injectable()
export class AuditTrail {
  constructor(
    @Inject(AccessLog) private readonly log: AccessLog,
    @Inject(LedgerFilters) private readonly filters: LedgerFilters,
  ) {}

  /** Once a filter: the pages after the first are the same look, for as long as one takes. */
  async list(reader: SessionUser, what: string, query: object): Promise<void> {
    const { cursor, limit: _limit, ...filter } = query as Readonly<Record<string, unknown>>;
    const { userId } = typeof filter.user === 'string' ? await this.filters.resolve({ user: filter.user }) : {};
    const read = { what, ownerId: userId ?? null, detail: detailOf(filter) };
    // Anybody can make a cursor, so that a page has one says nothing of what was looked at before.
    if (cursor === undefined) await this.log.record(reader, read);
    else await this.log.recordFollowed(reader, read);
  }

  one(reader: SessionUser, what: string, ownerId: string | null, detail: object): Promise<void> {
    return this.log.record(reader, { what, ownerId, detail: detailOf(detail) });
  }
}

const detailOf = (given: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, value]: [string, unknown]) =>
      value === undefined ? [] : [[name, typeof value === 'string' ? value : JSON.stringify(value)]],
    ),
  );
