import { Inject, Injectable } from '@nestjs/common';
import type { PageQuery, Project } from '@storyreel/contracts';
import { DataSource, In } from 'typeorm';
import { z } from 'zod';
import { notFound } from '../../platform/domain/domain-error';
import { keyFrom, type Page, pageOf } from '../../platform/paging/page';
import { tableName, VIEWS_SCHEMA } from '../../platform/views/view';
import { projectListEntity, projectListView, type ProjectRow } from './project-list.view';
import { SceneFacts } from './scene-facts';

interface Place {
  id: string;
  place: number;
  /** ISO 8601, to the microsecond */
  createdAt: string;
  bytes: number;
}
const cursorShape = z.tuple([z.number(), z.iso.datetime(), z.uuid()]);

/** Sizes are known without reading the texts. */
const PLACES = `
select id, coalesce(sort_order, -1) as place,
  to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "createdAt",
  octet_length(story) + octet_length(description) + octet_length(characters) + octet_length(environment)
    + octet_length(props) + octet_length(midjourney_prompt) as bytes
from ${VIEWS_SCHEMA}.${tableName(projectListView)}
where user_id = $1 and not deleted and ($3::integer is null
  or (coalesce(sort_order, -1), $4::timestamptz, id) > ($3, created_at, $5::uuid))
order by coalesce(sort_order, -1), created_at desc, id
limit $2`;

/** What /api reads of projects. */
@Injectable()
export class ProjectQueries {
  constructor(
    @Inject(DataSource) private readonly database: DataSource,
    @Inject(SceneFacts) private readonly facts: SceneFacts,
  ) {}

  /** The user's projects: as dragged, and new ones, which were not, first and newest first. */
  async list(userId: string, page: PageQuery): Promise<Page<Project>> {
    const behind = page.cursor === undefined ? null : keyFrom(page.cursor, cursorShape);
    const found = await this.database.query<Place[]>(PLACES, [
      userId,
      page.limit + 1,
      ...(behind ?? [null, null, null]),
    ]);
    const key = ({ place, createdAt, id }: Place) => [place, createdAt, id];
    const { items, next } = pageOf(found, page.limit, key, ({ bytes }) => bytes);
    const ids = items.map(({ id }) => id);
    const rows = await this.database.getRepository(projectListEntity).findBy({ id: In(ids) });
    const byId = new Map((await this.present(rows)).map((project) => [project.id, project]));
    return { items: ids.flatMap((id) => byId.get(id) ?? []), next };
  }

  /** @throws DomainError not_found */
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
