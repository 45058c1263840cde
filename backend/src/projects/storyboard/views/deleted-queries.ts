import { Injectable } from '@nestjs/common';
import { DELETED_THINGS, type DeletedProject, type DeletedThing } from '@storyreel/contracts';
import { DataSource } from 'typeorm';
import { notFound } from '../../../lib/domain-error';
import { tableName, VIEWS_SCHEMA } from '../../../eventsourcing/views/view';
import type { RemovedMedia } from '../domain/scene';
import { projectListEntity, projectListView } from './project-list.view';
import { SceneFacts, sceneListView } from './scene-list.view';

interface Row {
  sceneId: string;
  title: string;
  mainImageUrl: string | null;
  at: Date;
  /** The removed media; null when the scene itself was deleted. */
  media: RemovedMedia | null;
}

/**
 * A deleted scene does not change, so the time of its last change is the time of its deletion. Media that were removed
 * from a deleted scene are listed once the scene is restored.
 */
const IN_PROJECT = `
select id as "sceneId", title, main_image_url as "mainImageUrl", updated_at as at, null::jsonb as media
from ${VIEWS_SCHEMA}.${tableName(sceneListView)}
where project_id = $1 and user_id = $2 and deleted
union all
select id, title, main_image_url, (media ->> 'at')::timestamptz, media
from ${VIEWS_SCHEMA}.${tableName(sceneListView)}, jsonb_array_elements(removed_media) as media
where project_id = $1 and user_id = $2 and not deleted
  -- Retention deletes the files of dropped images.
  and not (media ->> 'type' = 'image' and media ->> 'url' ~ '^/api/media/[A-Za-z0-9_-]{22,64}$' and not exists (
    select from platform.stored_objects o
    where o.key = substr(media ->> 'url', length('/api/media/') + 1) and o.state = 'ready'))
order by at desc, "sceneId"
limit ${DELETED_THINGS}`;

const DELETED_PROJECTS = `
select id, title, updated_at as at
from ${VIEWS_SCHEMA}.${tableName(projectListView)}
where user_id = $1 and deleted
order by updated_at desc, id
limit ${DELETED_THINGS}`;

/** Reads deleted items that can be restored. */
@Injectable()
export class DeletedQueries {
  constructor(
    private readonly database: DataSource,
    private readonly facts: SceneFacts,
  ) {}

  /** @throws DomainError not_found */
  async inProject(projectId: string, userId: string): Promise<DeletedThing[]> {
    const where = { id: projectId, userId, deleted: false };
    if (!(await this.database.getRepository(projectListEntity).existsBy(where))) throw notFound();
    return (await this.database.query<Row[]>(IN_PROJECT, [projectId, userId])).map(present);
  }

  async projects(userId: string): Promise<DeletedProject[]> {
    const rows = await this.database.query<{ id: string; title: string; at: Date }[]>(DELETED_PROJECTS, [userId]);
    const facts = await this.facts.of(rows.map(({ id }) => id));
    return rows.map(({ id, title, at }) => {
      const { total, thumbnail } = facts(id);
      return { id, title, sceneCount: total, thumbnail, deletedAt: at.toISOString() };
    });
  }
}

function present({ sceneId, title, mainImageUrl, at, media }: Row): DeletedThing {
  const common = { sceneId, title, deletedAt: at.toISOString() };
  if (media === null) return { ...common, kind: 'scene', id: sceneId, imageUrl: mainImageUrl };
  const { id, index } = media;
  return media.type === 'image'
    ? { ...common, kind: 'image', id, index, imageUrl: media.url }
    : { ...common, kind: 'video', id, index, video: media.video };
}
