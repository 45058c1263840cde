import { Inject, Injectable } from '@nestjs/common';
import type { Project } from '@storyreel/contracts';
import { DataSource } from 'typeorm';
import { notFound } from '../platform/domain/refusal';
import { projectListEntity, type ProjectRow } from './project-list.view';
import { SceneFacts } from './scene-facts';

/** What /api reads of projects. */
@Injectable()
export class ProjectQueries {
  constructor(
    @Inject(DataSource) private readonly database: DataSource,
    @Inject(SceneFacts) private readonly facts: SceneFacts,
  ) {}

  /** The user's projects: as dragged, and new ones, which were not, first and newest first. */
  async list(userId: string): Promise<Project[]> {
    const rows = await this.database.getRepository(projectListEntity).find({
      where: { userId, deleted: false },
      order: { sortOrder: { direction: 'ASC', nulls: 'FIRST' }, createdAt: 'DESC', id: 'ASC' },
    });
    return this.present(rows);
  }

  /** @throws Refusal not_found */
  async one(id: string, userId: string): Promise<Project> {
    const row = await this.database.getRepository(projectListEntity).findOneBy({ id, userId, deleted: false });
    const [project] = row ? await this.present([row]) : [];
    if (!project) throw notFound();
    return project;
  }

  private async present(rows: ProjectRow[]): Promise<Project[]> {
    const facts = await this.facts.of(rows.map((row) => row.id));
    return rows.map(({ deleted: _deleted, sortOrder: _sortOrder, createdAt, updatedAt, ...row }) => {
      const { thumbnail, ...sceneCounts } = facts(row.id);
      return {
        ...row,
        createdAt: new Date(createdAt).toISOString(),
        updatedAt: new Date(updatedAt).toISOString(),
        sceneCount: sceneCounts.total,
        sceneCounts,
        thumbnail,
      };
    });
  }
}
