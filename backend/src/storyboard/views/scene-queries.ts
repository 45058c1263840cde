import { Inject, Injectable } from '@nestjs/common';
import type { PageQuery, Scene } from '@storyreel/contracts';
import { LRUCache } from 'lru-cache';
import { DataSource, In } from 'typeorm';
import { z } from 'zod';
import { notFound } from '../../platform/domain/domain-error';
import { presentScene } from './present-scene';
import { keyFrom, type Page, pageOf } from '../../platform/paging/page';
import { tableName, VIEWS_SCHEMA } from '../../platform/views/view';
import { sceneListEntity, sceneListView } from './scene-list.view';

interface Place {
  id: string;
  projectId: string;
  /** 1-based, among the project's scenes. */
  rank: number;
  bytes: number;
}
const cursorShape = z.tuple([z.uuid(), z.int32()]);

/**
 * Where scenes stand, without their texts: those of $1, of project $2, behind the rank $4 of project $3, or only $5.
 * A page goes by rank: when a scene is moved between two pages, it may come twice or not at all, until the list is read
 * again.
 */
const PLACES = `
select id, project_id as "projectId", rank, bytes from (
  select id, project_id,
    row_number() over (partition by project_id order by sort_order, created_at, id)::integer as rank,
    octet_length(title) + octet_length(description) + octet_length(image_prompt) + octet_length(video_prompt)
      + octet_length(source_text) + octet_length(coalesce(narration, '')) as bytes
  from ${VIEWS_SCHEMA}.${tableName(sceneListView)}
  where user_id = $1 and ($2::uuid is null or project_id = $2) and not deleted and not project_deleted
) as places
where ($3::uuid is null or (project_id, rank) > ($3, $4::integer)) and ($5::uuid is null or id = $5)
order by project_id, rank
limit $6`;

/** What /api reads of scenes. */
@Injectable()
export class SceneQueries {
  /** Scene → project and owner, which never change. */
  private readonly homes = new LRUCache<string, { projectId: string; userId: string }>({ max: 20_000 });

  constructor(@Inject(DataSource) private readonly database: DataSource) {}

  /** The user's scenes, of one project or of all, each project's in its order. */
  async list(userId: string, page: PageQuery, projectId?: string): Promise<Page<Scene>> {
    const behind = page.cursor === undefined ? [null, null] : keyFrom(page.cursor, cursorShape);
    const found = await this.places([userId, projectId ?? null, ...behind, null, page.limit + 1]);
    const key = (place: Place) => [place.projectId, place.rank];
    const { items, next } = pageOf(found, page.limit, key, ({ bytes }) => bytes);
    const rows = await this.database.getRepository(sceneListEntity).findBy({ id: In(items.map(({ id }) => id)) });
    const byId = new Map(rows.map((row) => [row.id, row]));
    const scenes = items.flatMap((place) => {
      const row = byId.get(place.id);
      return row ? [presentScene(row, place.projectId, place.rank)] : [];
    });
    return { items: scenes, next };
  }

  /** @throws DomainError not_found */
  async one(sceneId: string, userId: string): Promise<Scene> {
    const projectId = await this.projectOf(sceneId, userId);
    const [place] = await this.places([userId, projectId, null, null, sceneId, 1]);
    const row = place && (await this.database.getRepository(sceneListEntity).findOneBy({ id: sceneId }));
    if (!row) throw notFound();
    return presentScene(row, projectId, place.rank);
  }

  private places(values: (string | number | null)[]): Promise<Place[]> {
    return this.database.query<Place[]>(PLACES, values);
  }

  /** The project that a scene of the user's, deleted or not, belongs to. @throws DomainError not_found */
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
