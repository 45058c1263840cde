import { Inject, Injectable } from '@nestjs/common';
import { AccessLog } from '../access';
import { notFound } from '../platform/domain/domain-error';
import { ROLE_BOOK, type RoleBook } from '../platform/roles';
import type { SessionUser } from '../platform/sessions';
import { RunQueries } from './views/run-queries';
import type { RunRow } from './views/run.view';

export interface OpenedRun {
  row: RunRow;
  /** Whether somebody looks at it for whom it would not be there without the role. */
  asDeveloper: boolean;
}

/** Who may see a run: the creator whose scene it is about, and developers, who leave an event first. */
@Injectable()
export class RunAccess {
  constructor(
    @Inject(RunQueries) private readonly runs: RunQueries,
    @Inject(ROLE_BOOK) private readonly roles: RoleBook,
    @Inject(AccessLog) private readonly access: AccessLog,
  ) {}

  /** @param what the event says was read. @throws DomainError not_found */
  async open(reader: SessionUser, id: string, what = 'run'): Promise<OpenedRun> {
    const row = await this.runs.find(id);
    if (!row) throw notFound();
    const { userId, payerId, kept } = row;
    const isDeveloper = (await this.roles.rolesOf(reader)).includes('developer');
    if (userId === reader.id && (payerId === reader.id || kept)) return { row, asDeveloper: isDeveloper };
    if (!isDeveloper) throw notFound();
    await this.access.recordFollowed(reader, { what, ownerId: userId, detail: { runId: id } });
    return { row, asDeveloper: true };
  }
}
