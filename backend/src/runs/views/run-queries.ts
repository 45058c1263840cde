import { Inject, Injectable } from '@nestjs/common';
import { idSchema, RUN_STATES, toZaps } from '@storyreel/contracts';
import type { AuditProject, AuditUser, Run, RunCounts, RunFilter, RunListQuery, SceneRun } from '@storyreel/contracts';
import { DataSource, In } from 'typeorm';
import type { SelectQueryBuilder } from 'typeorm';
import { z } from 'zod';
import { CredentialsStore } from '../../accounts';
import { entityOf } from '../../eventsourcing/views/view';
import { keyFrom, pageOf } from '../../infra/http/paging';
import type { Page } from '../../infra/http/paging';
import { projectListView } from '../../projects/storyboard';
import { runEntity } from './run.view';
import type { RunRow } from './run.view';

/** Lists runs with the names behind the ids in their rows. */
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

type PageOf = Pick<RunListQuery, 'limit' | 'cursor'>;

const cursorShape = z.tuple([z.string().regex(/^\d{1,40}$/)]);
const NOBODY = '00000000-0000-0000-0000-000000000000';
const EQUAL = ['state', 'kind', 'provider', 'model', 'projectId'] as const;

/** Pattern for a substring, with wildcards escaped. */
const part = (value: string): string => `%${value.replace(/[\\%_]/g, '\\$&')}%`;

@Injectable()
export class RunQueries {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(CredentialsStore) private readonly accounts: CredentialsStore,
    @Inject(RunPresenter) private readonly presenter: RunPresenter,
  ) {}

  find(id: string): Promise<RunRow | null> {
    return this.dataSource.getRepository(runEntity).findOneBy({ id });
  }

  again(parentRunId: string): Promise<RunRow[]> {
    return this.dataSource
      .getRepository(runEntity)
      .find({ where: { parentRunId }, order: { position: 'ASC' }, take: 50 });
  }

  /** Newest first. */
  async list(query: RunListQuery): Promise<Page<Run>> {
    return this.page(await this.filtered(query), query);
  }

  /** Returns the runs of a scene that its owner may see, newest first: reruns by others only once they are kept. */
  async ofScene(sceneId: string, userId: string, page: PageOf): Promise<Page<SceneRun>> {
    const rows = this.rows()
      .where('run.sceneId = :sceneId and run.userId = :userId', { sceneId, userId })
      .andWhere('(run.payerId = :userId or run.kept)');
    const { items: found, next } = await this.rowsOf(rows, page);
    const runs = await this.presenter.present(found);
    return { items: runs.map((run, index) => ({ ...run, assetUrls: found[index]?.assetUrls ?? [] })), next };
  }

  async counts({ state: _, ...filter }: RunFilter): Promise<RunCounts> {
    const rows = await (
      await this.filtered(filter)
    )
      .select('run.state', 'state')
      .addSelect('count(*)::int', 'count')
      .groupBy('run.state')
      .getRawMany<{ state: string; count: number }>();
    const countOf = (state: string): number => rows.find((row) => row.state === state)?.count ?? 0;
    return Object.fromEntries(RUN_STATES.map((state) => [state, countOf(state)])) as RunCounts;
  }

  private rows(): SelectQueryBuilder<RunRow> {
    return this.dataSource.getRepository(runEntity).createQueryBuilder('run');
  }

  private async filtered(filter: RunFilter): Promise<SelectQueryBuilder<RunRow>> {
    const rows = this.rows();
    for (const name of EQUAL) {
      if (filter[name] !== undefined) rows.andWhere(`run.${name} = :${name}`, { [name]: filter[name] });
    }
    if (filter.error !== undefined) rows.andWhere('run.error ilike :error', { error: part(filter.error) });
    if (filter.from !== undefined)
      rows.andWhere('run.requestedAt >= :from', { from: new Date(filter.from).toISOString() });
    if (filter.to !== undefined) rows.andWhere('run.requestedAt < :to', { to: new Date(filter.to).toISOString() });
    if (filter.user !== undefined) {
      const userIds = await this.usersOf(filter.user);
      rows.andWhere('run.userId in (:...userIds)', { userIds: userIds.length > 0 ? userIds : [NOBODY] });
    }
    return rows;
  }

  private async usersOf(user: string): Promise<string[]> {
    const given = user.trim().toLowerCase();
    return idSchema.safeParse(given).success ? [given] : this.accounts.userIdsOf(given);
  }

  private async page(rows: SelectQueryBuilder<RunRow>, query: PageOf): Promise<Page<Run>> {
    const { items, next } = await this.rowsOf(rows, query);
    return { items: await this.presenter.present(items), next };
  }

  private async rowsOf(rows: SelectQueryBuilder<RunRow>, { limit, cursor }: PageOf): Promise<Page<RunRow>> {
    if (cursor !== undefined) rows.andWhere('run.position < :before', { before: keyFrom(cursor, cursorShape)[0] });
    const found = await rows
      .orderBy('run.position', 'DESC')
      .take(limit + 1)
      .getMany();
    return pageOf(found, limit, ({ position }) => [position]);
  }
}
