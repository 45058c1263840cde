import { Inject, Injectable } from '@nestjs/common';
import {
  idSchema,
  type Run,
  type RunCounts,
  type RunFilter,
  type RunListQuery,
  RUN_STATES,
  type SceneRun,
} from '@storyreel/contracts';
import { DataSource, type SelectQueryBuilder } from 'typeorm';
import { z } from 'zod';
import { CredentialsStore } from '../../accounts';
import { keyFrom, type Page, pageOf } from '../../platform/paging/page';
import { RunPresenter } from './run-presenter';
import { runEntity, type RunRow } from './run.view';

type PageOf = Pick<RunListQuery, 'limit' | 'cursor'>;

const cursorShape = z.tuple([z.string().regex(/^\d{1,40}$/)]);
const NOBODY = '00000000-0000-0000-0000-000000000000';
const EQUAL = ['state', 'kind', 'provider', 'model', 'projectId'] as const;

/** A part of a text, of which nothing is a pattern. */
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

  /** What the user sees of a scene's runs, newest first: trials of others are not there until they are kept. */
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
