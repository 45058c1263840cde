import { Inject, Injectable } from '@nestjs/common';
import type { Batch, BatchDetail, BatchKind } from '@storyreel/contracts';
import { DataSource, In } from 'typeorm';
import { AggregateStore } from '../../platform/commands/aggregate-store';
import { entityOf } from '../../platform/views/view';
import { projectListView } from '../../storyboard';
import { batchAggregate, type BatchState } from '../domain/batch';
import { ownedBatch } from '../domain/owned-batch';
import { batchEntity } from './batch-list.view';
import { presentDetail, presentRow, presentState } from './present-batch';

/** Of those that are over: a few, for what became of them. */
const RECENT = 20;
/** More than anybody has under way. */
const ACTIVE = 200;

@Injectable()
export class BatchQueries {
  constructor(
    @Inject(DataSource) private readonly database: DataSource,
    @Inject(AggregateStore) private readonly store: AggregateStore,
  ) {}

  /** Those that go on, and the newest that are over; newest first. */
  async ofUser(ownerId: string): Promise<Batch[]> {
    const rows = this.database.getRepository(batchEntity);
    const newest = { startedAt: 'DESC', id: 'ASC' } as const;
    const [active, recent] = await Promise.all([
      rows.find({ where: { ownerId, isOver: false }, order: newest, take: ACTIVE }),
      rows.find({ where: { ownerId, isOver: true }, order: newest, take: RECENT }),
    ]);
    const found = [...active, ...recent];
    const titles = await this.titles(found.map(({ projectId }) => projectId));
    return found.map((row) => presentRow(row, titles.get(row.projectId) ?? null));
  }

  isActive(ownerId: string, projectId: string, kind: BatchKind): Promise<boolean> {
    return this.database.getRepository(batchEntity).existsBy({ ownerId, projectId, kind, isOver: false });
  }

  /** @throws DomainError not_found */
  async one(id: string, ownerId: string): Promise<BatchDetail> {
    const state = ownedBatch(await this.store.load(batchAggregate, id), { ownerId });
    return presentDetail(id, state, await this.titleOf(state));
  }

  async present(id: string, state: BatchState): Promise<Batch> {
    return presentState(id, state, await this.titleOf(state));
  }

  private async titleOf({ asked }: BatchState): Promise<string | null> {
    const projectId = asked?.projectId ?? '';
    return (await this.titles([projectId])).get(projectId) ?? null;
  }

  private async titles(ids: string[]): Promise<Map<string, string>> {
    const projects = this.database.getRepository(entityOf(projectListView));
    const rows = await projects.find({ select: { id: true, title: true }, where: { id: In([...new Set(ids)]) } });
    return new Map(rows.map(({ id, title }) => [id, title]));
  }
}
