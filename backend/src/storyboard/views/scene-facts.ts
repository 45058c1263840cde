import { Inject, Injectable } from '@nestjs/common';
import type { SceneCounts } from '@storyreel/contracts';
import { DataSource } from 'typeorm';
import { tableName, VIEWS_SCHEMA } from '../../platform/views/view';
import { sceneListView } from './scene-list.view';

export interface Facts extends SceneCounts {
  /** Main image of the first scene that has one. */
  thumbnail: string | null;
}
type FactsRow = Facts & { projectId: string };

const NONE: Facts = {
  total: 0,
  described: 0,
  prompted: 0,
  withImage: 0,
  withMainVideo: 0,
  withImageAndMainVideo: 0,
  withAnyMedia: 0,
  thumbnail: null,
};

const SQL = `
select project_id as "projectId",
  count(*)::int as "total",
  count(*) filter (where described)::int as "described",
  count(*) filter (where prompted)::int as "prompted",
  count(*) filter (where main_image_url is not null)::int as "withImage",
  count(*) filter (where main_video_id is not null)::int as "withMainVideo",
  count(*) filter (where main_image_url is not null and main_video_id is not null)::int as "withImageAndMainVideo",
  count(*) filter (where main_image_url is not null or main_video_id is not null)::int as "withAnyMedia",
  (array_agg(main_image_url order by sort_order, created_at) filter (where main_image_url is not null))[1] as "thumbnail"
from ${VIEWS_SCHEMA}.${tableName(sceneListView)}
where project_id = any($1::uuid[]) and not deleted
group by project_id`;

/** Counts over the scenes of projects. */
@Injectable()
export class SceneFacts {
  constructor(@Inject(DataSource) private readonly database: DataSource) {}

  async of(projectIds: string[]): Promise<(projectId: string) => Facts> {
    if (projectIds.length === 0) return () => NONE;
    const rows = await this.database.query<FactsRow[]>(SQL, [projectIds]);
    const byId = new Map(rows.map(({ projectId, ...facts }) => [projectId, facts]));
    return (projectId) => byId.get(projectId) ?? NONE;
  }
}
