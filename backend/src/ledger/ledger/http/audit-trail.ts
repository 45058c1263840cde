import { Injectable } from '@nestjs/common';
import { AccessLog } from '../../../accounts/access';
import type { SessionUser } from '../../../infra/sessions';
import { LedgerFilters } from '../ledger-filter';

/** Records each read by finance as an event, before the response is sent. */
@Injectable()
export class AuditTrail {
  constructor(
    private readonly log: AccessLog,
    private readonly filters: LedgerFilters,
  ) {}

  /** Records a read once per filter: a later page within ten minutes belongs to the same read. */
  async list(reader: SessionUser, what: string, query: object): Promise<void> {
    const { cursor, limit: _limit, user, ...rest } = query as Readonly<Record<string, unknown>>;
    const { userId } = typeof user === 'string' ? await this.filters.resolve({ user }) : {};
    // Record the found user rather than the typed text: the text can be a person's e-mail address, and these records
    // outlive the account.
    const filter = { ...rest, ...(user !== undefined && !userId && { people: 'of a search' }) };
    const read = { what, ownerId: userId ?? null, detail: detailOf(filter) };
    // Cursors can be forged, so a cursor does not prove that the first page was recorded.
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
