import { Inject, Injectable } from '@nestjs/common';
import { type AuditProject, type AuditUser, type Run, toZaps } from '@storyreel/contracts';
import { DataSource, In } from 'typeorm';
import { CredentialsStore } from '../../accounts';
import { entityOf } from '../../platform/views/view';
import { projectListView } from '../../storyboard';
import type { RunRow } from './run.view';

/** Runs with the names of what their rows only have ids of. */
@Injectable()
export class RunPresenter {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(CredentialsStore) private readonly accounts: CredentialsStore,
  ) {}

  async present(rows: readonly RunRow[]): Promise<Run[]> {
    const [emails, projects] = await Promise.all([
      this.accounts.emailsOf([...new Set(rows.flatMap(({ userId, payerId }) => [userId, payerId]))]),
      this.projects([...new Set(rows.flatMap(({ projectId }) => projectId ?? []))]),
    ]);
    const user = (id: string): AuditUser => ({ id, email: emails.get(id) ?? null });
    return rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      operation: row.operation,
      state: row.state,
      user: user(row.userId),
      payer: row.payerId === row.userId ? null : user(row.payerId),
      project: row.projectId === null ? null : (projects.get(row.projectId) ?? unknownProject(row.projectId)),
      sceneId: row.sceneId,
      provider: row.provider,
      model: row.model,
      error: row.error,
      requestedAt: row.requestedAt,
      startedAt: row.startedAt,
      acceptedAt: row.acceptedAt,
      endedAt: row.endedAt,
      zaps: toZaps(zapsOf(row)),
      holdId: row.holdId,
      parentRunId: row.parentRunId,
      trial: row.trial,
      kept: row.kept,
      attempts: row.attempts,
    }));
  }

  private async projects(ids: string[]): Promise<Map<string, AuditProject>> {
    if (ids.length === 0) return new Map();
    const rows = await this.dataSource.getRepository(entityOf(projectListView)).find({
      select: { id: true, title: true, deleted: true },
      where: { id: In(ids) },
    });
    return new Map(rows.map(({ id, title, deleted }) => [id, { id, title, deleted }]));
  }
}

const unknownProject = (id: string): AuditProject => ({ id, title: null, deleted: false });

const zapsOf = ({ state, heldUnits, spentUnits }: RunRow): number => spentUnits ?? (state === 'failed' ? 0 : heldUnits);
