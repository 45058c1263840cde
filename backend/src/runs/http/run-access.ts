import { Inject, Injectable } from '@nestjs/common';
import { AccessLog } from '../../accounts/access';
import { notFound } from '../../lib/domain-error';
import { ROLE_BOOK, type RoleBook } from '../../infra/sessions/roles';
import type { SessionUser } from '../../infra/sessions';
import { RunQueries } from '../views/run-queries';
import type { RunRow } from '../views/run.view';

export interface OpenedRun {
  row: RunRow;
  /** True if the reader may see the run only as a developer. */
  asDeveloper: boolean;
}

/**
 * Controls access to runs. A run may be seen by the creator of its scene, and by developers, whose access is recorded
 * as an event.
 */
@Injectable()
export class RunAccess {
  constructor(
    private readonly runs: RunQueries,
    @Inject(ROLE_BOOK) private readonly roles: RoleBook,
    private readonly access: AccessLog,
  ) {}

  /**
   * Opens a run for viewing. A screen does this repeatedly while the run is unfinished, so repeats are not recorded
   * anew.
   * @throws DomainError not_found
   */
  open(reader: SessionUser, id: string): Promise<OpenedRun> {
    return this.find(reader, id, (ownerId) =>
      this.access.recordFollowed(reader, { what: 'run', ownerId, detail: { runId: id } }),
    );
  }

  /** Opens a run for an action. @param what the action's name in the event. @throws DomainError not_found */
  openFor(
    what: string,
    reader: SessionUser,
    id: string,
    more: Readonly<Record<string, string>> = {},
  ): Promise<OpenedRun> {
    return this.find(reader, id, (ownerId) =>
      this.access.record(reader, { what, ownerId, detail: { runId: id, ...more } }),
    );
  }

  private async find(
    reader: SessionUser,
    id: string,
    record: (ownerId: string | null) => Promise<void>,
  ): Promise<OpenedRun> {
    const row = await this.runs.find(id);
    if (!row) throw notFound();
    const { userId, payerId, kept } = row;
    const isDeveloper = (await this.roles.rolesOf(reader)).includes('developer');
    if (userId === reader.id && (payerId === reader.id || kept)) return { row, asDeveloper: isDeveloper };
    if (!isDeveloper) throw notFound();
    await record(userId);
    return { row, asDeveloper: true };
  }
}
