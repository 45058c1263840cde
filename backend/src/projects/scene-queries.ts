import { Inject, Injectable } from '@nestjs/common';
import type { Scene } from '@storyreel/contracts';
import { LRUCache } from 'lru-cache';
import { DataSource } from 'typeorm';
import { notFound } from '../platform/domain/refusal';
import { presentScene } from './present-scene';
import { sceneListEntity } from './scene-list.view';

/** What /api reads of scenes. */
@Injectable()
export class SceneQueries {
  /** Scene → project and owner, which never change. */
  private readonly homes = new LRUCache<string, { projectId: string; userId: string }>({ max: 20_000 });

  constructor(@Inject(DataSource) private readonly database: DataSource) {}

  /** The user's scenes, of one project or of all, each project's in its order. */
  async list(userId: string, projectId?: string): Promise<Scene[]> {
    const rows = await this.database.getRepository(sceneListEntity).find({
      where: { userId, deleted: false, projectDeleted: false, ...(projectId === undefined ? {} : { projectId }) },
      order: { projectId: 'ASC', order: 'ASC', createdAt: 'ASC', id: 'ASC' },
    });
    const ranks = new Map<string, number>();
    return rows.map((row) => {
      const rank = (ranks.get(row.projectId) ?? 0) + 1;
      ranks.set(row.projectId, rank);
      return presentScene(row, row.projectId, rank);
    });
  }

  /** @throws Refusal not_found */
  async one(sceneId: string, userId: string): Promise<Scene> {
    const projectId = await this.projectOf(sceneId, userId);
    const scene = (await this.list(userId, projectId)).find(({ id }) => id === sceneId);
    if (!scene) throw notFound();
    return scene;
  }

  /** The project that a scene of the user's, deleted or not, belongs to. @throws Refusal not_found */
  async projectOf(sceneId: string, userId: string): Promise<string> {
    let home = this.homes.get(sceneId);
    if (!home) {
      const row = await this.database
        .getRepository(sceneListEntity)
        .findOne({ select: { id: true, projectId: true, userId: true }, where: { id: sceneId } });
      if (!row) throw notFound();
      home = { projectId: row.projectId, userId: row.userId };
      this.homes.set(sceneId, home);
    }
    if (home.userId !== userId) throw notFound();
    return home.projectId;
  }
}
