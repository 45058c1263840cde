import { Injectable } from '@nestjs/common';
import { RUN_KINDS, RUN_STATES, STUCK_FACTOR, toUnits, toZaps, USUAL_RUN_MINUTES } from '@storyreel/contracts';
import type {
  AuditProject,
  AuditUser,
  Run,
  RunCounts,
  RunErrorGroup,
  RunFilter,
  RunListQuery,
  SceneRun,
} from '@storyreel/contracts';
import { Pool } from 'pg';
import { Brackets, DataSource, In } from 'typeorm';
import type { SelectQueryBuilder } from 'typeorm';
import { z } from 'zod';
import { CredentialsStore } from '../../accounts';
import { progressOf } from '../../eventsourcing/reactors/job-table';
import type { JobProgress } from '../../eventsourcing/reactors/job-table';
import { entityOf } from '../../eventsourcing/views/view';
import { keyFrom, pageOf } from '../../infra/http/paging';
import type { Page } from '../../infra/http/paging';
import { Clock } from '../../lib/time';
import { projectListView } from '../../projects/storyboard';
import { isOver, runEntity } from './run.view';
import type { RunRow } from './run.view';

/** Presents runs with the names of the users and projects whose ids are in their rows. */
@Injectable()
export class RunPresenter {
  constructor(
    private readonly dataSource: DataSource,
    private readonly accounts: CredentialsStore,
    private readonly pool: Pool,
  ) {}

  /** @param forDeveloper adds the failed calls of unfinished runs, with the providers' messages */
  async present(rows: readonly RunRow[], { forDeveloper = false } = {}): Promise<Run[]> {
    const open = forDeveloper ? rows.filter((row) => !isOver(row)) : [];
    const [emails, projects, jobs] = await Promise.all([
      this.accounts.emailsOf([...new Set(rows.flatMap(({ userId, payerId }) => [userId, payerId]))]),
      this.projects([...new Set(rows.flatMap(({ projectId }) => projectId ?? []))]),
      progressOf(
        this.pool,
        open.map(({ id }) => id),
      ),
    ]);
    const jobOf = new Map(jobs.map((job) => [job.dedupKey, job]));
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
      attempts: Math.max(row.attempts, jobOf.get(row.id)?.attempts ?? 0),
      ...progressIn(jobOf.get(row.id)),
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

const progressIn = (job: JobProgress | undefined): Pick<Run, 'progress'> =>
  job
    ? {
        progress: {
          failedCalls: job.failedCalls,
          lastError: job.lastError,
          lastErrorAt: job.failedAt?.toISOString() ?? null,
          nextTryAt: job.nextTryAt?.toISOString() ?? null,
        },
      }
    : {};

const unknownProject = (id: string): AuditProject => ({ id, title: null, deleted: false });

const zapsOf = ({ state, heldUnits, spentUnits }: RunRow): number => spentUnits ?? (state === 'failed' ? 0 : heldUnits);

type PageOf = Pick<RunListQuery, 'limit' | 'cursor'>;

const cursorShape = z.tuple([z.string().regex(/^\d{1,40}$/)]);
const NOBODY = '00000000-0000-0000-0000-000000000000';
const EQUAL = ['state', 'kind', 'provider', 'model', 'projectId'] as const;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Columns with ids of any form, and columns with UUIDs of this product. */
const IDS = ['predictionId', 'correlationId', 'holdId'] as const;
const UUIDS = ['id', 'sceneId', 'projectId', 'parentRunId', 'userId', 'payerId'] as const;
/** SQL for an error without the parts that differ from run to run. */
const PATTERN = `left(regexp_replace(regexp_replace(run.error, '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}', '…', 'gi'), '[0-9]+([.,][0-9]+)*', '#', 'g'), 300)`;
const MAX_GROUPS = 100;

/** Returns a `like` pattern for a substring, with wildcards escaped. */
const part = (value: string): string => `%${value.replace(/[\\%_]/g, '\\$&')}%`;

@Injectable()
export class RunQueries {
  constructor(
    private readonly dataSource: DataSource,
    private readonly accounts: CredentialsStore,
    private readonly presenter: RunPresenter,
    private readonly clock: Clock,
  ) {}

  find(id: string): Promise<RunRow | null> {
    return this.dataSource.getRepository(runEntity).findOneBy({ id });
  }

  ofHold(holdId: string): Promise<RunRow | null> {
    return this.dataSource.getRepository(runEntity).findOneBy({ holdId });
  }

  again(parentRunId: string): Promise<RunRow[]> {
    return this.dataSource
      .getRepository(runEntity)
      .find({ where: { parentRunId }, order: { position: 'ASC' }, take: 50 });
  }

  /** Returns a page of runs, newest first. */
  async list(query: RunListQuery): Promise<Page<Run>> {
    const { items, next } = await this.rowsOf(await this.filtered(query), query);
    return { items: await this.presenter.present(items, { forDeveloper: true }), next };
  }

  /**
   * Returns the runs of a scene that its owner may see, newest first; reruns by other users are included once their
   * result is kept.
   */
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

  /** Groups failed runs by their error, the most frequent first. */
  async errors(filter: RunFilter): Promise<RunErrorGroup[]> {
    const rows = await this.filtered(filter);
    return rows
      .andWhere('run.error is not null')
      .select(PATTERN, 'pattern')
      .addSelect('count(*)::int', 'runs')
      .addSelect('count(distinct run.userId)::int', 'people')
      .addSelect('array_agg(distinct run.kind)', 'kinds')
      .addSelect('min(run.requestedAt)', 'firstAt')
      .addSelect('max(run.requestedAt)', 'lastAt')
      .addSelect('(array_agg(run.id order by run.position desc))[1]', 'newestRunId')
      .groupBy(PATTERN)
      .orderBy('runs', 'DESC')
      .addOrderBy('"lastAt"', 'DESC')
      .limit(MAX_GROUPS)
      .getRawMany<RunErrorGroup>();
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
    if (filter.errorGroup !== undefined) rows.andWhere(`${PATTERN} = :group`, { group: filter.errorGroup });
    if (filter.find !== undefined) await this.containing(rows, filter.find.trim());
    if (filter.late !== undefined) this.lateOnly(rows);
    return rows;
  }

  /** Filters the runs by an id, an amount or a part of an e-mail address. */
  private async containing(rows: SelectQueryBuilder<RunRow>, found: string): Promise<void> {
    const isId = UUID.test(found);
    const amount = /^\d+([.,]\d{1,4})?$/.test(found) ? Number(found.replace(',', '.')) : null;
    const people = isId || amount !== null ? [] : await this.usersOf(found);
    rows.andWhere(
      new Brackets((any) => {
        for (const name of IDS) any.orWhere(`run.${name} = :found`, { found });
        if (isId) for (const name of UUIDS) any.orWhere(`run.${name} = cast(:uuid as uuid)`, { uuid: found });
        if (isId) any.orWhere('run.events @> cast(:entry as jsonb)', { entry: JSON.stringify([{ id: found }]) });
        if (amount !== null)
          any.orWhere('coalesce(run.spentUnits, run.heldUnits) = :units', { units: toUnits(amount) });
        if (people.length > 0) any.orWhere('(run.userId in (:...people) or run.payerId in (:...people))', { people });
      }),
    );
  }

  private lateOnly(rows: SelectQueryBuilder<RunRow>): void {
    const now = this.clock.now().getTime();
    rows.andWhere(`run.state in ('queued', 'running')`).andWhere(
      new Brackets((any) => {
        for (const kind of RUN_KINDS) {
          const before = new Date(now - USUAL_RUN_MINUTES[kind] * STUCK_FACTOR * 60_000).toISOString();
          const since = 'coalesce(run.startedAt, run.requestedAt)';
          any.orWhere(`(run.kind = '${kind}' and ${since} < :${kind}Before)`, { [`${kind}Before`]: before });
        }
      }),
    );
  }

  private async usersOf(user: string): Promise<string[]> {
    const given = user.trim().toLowerCase();
    return UUID.test(given) ? [given] : this.accounts.userIdsLike(given);
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
