import { Injectable } from '@nestjs/common';
import { isPrompted } from '@storyreel/contracts';
import type { PageQuery, Scene, SceneCounts } from '@storyreel/contracts';
import { LRUCache } from 'lru-cache';
import { DataSource, In } from 'typeorm';
import { z } from 'zod';
import { foldContextOf, idOfStream } from '../../../eventsourcing/domain/aggregate';
import type { RecordedEvent } from '../../../eventsourcing/domain/domain-event';
import { entityOf, tableName, VIEWS_SCHEMA } from '../../../eventsourcing/views/view';
import type { View } from '../../../eventsourcing/views/view';
import { keyFrom, pageOf } from '../../../infra/http/paging';
import type { Page } from '../../../infra/http/paging';
import { notFound } from '../../../lib/domain-error';
import type { ProjectEventOf, ProjectEventType } from '../domain/events';
import { isOfStory } from '../domain/project';
import type { STORY_AUDIO_TYPES } from '../domain/project';
import { evolveScene, isDescribed, mainImageUrlOf, newScene, SCENE_EVENT_TYPES, touched } from '../domain/scene';
import type { SceneContent, SceneEvent, SceneState } from '../domain/scene';
import { presentScene } from './presenters';

/** A scene with additional columns for queries. */
export interface SceneRow extends SceneState {
  projectId: string;
  userId: string;
  /** A column of its own, so that queries can count without reading the lists. */
  mainImageUrl: string | null;
  described: boolean;
  prompted: boolean;
  projectDeleted: boolean;
}

const STRUCTURAL = [
  'ProjectCreated',
  'ProjectDeleted',
  'ProjectRestored',
  'SceneAdded',
  'SceneReordered',
  'AllScenesDeleted',
  'ScenesReplaced',
  'AllScenesRestored',
  'SceneSplit',
  'ScenesMerged',
  'SceneCutUndone',
] as const satisfies ProjectEventType[];
type OfScenes = ProjectEventOf<(typeof STRUCTURAL)[number]> | SceneEvent;
/** Includes events about the narration of a whole story, which change no scene. */
export type SceneListEvent = OfScenes | ProjectEventOf<(typeof STORY_AUDIO_TYPES)[number]>;

type Home = Pick<SceneRow, 'projectId' | 'userId'>;

const newRow = (scene: SceneState, { projectId, userId }: Home): SceneRow => ({
  ...scene,
  projectId,
  userId,
  mainImageUrl: mainImageUrlOf(scene),
  described: isDescribed(scene),
  prompted: isPrompted(scene),
  projectDeleted: false,
});

/** Returns the scenes that an event adds. */
function broughtBy(event: RecordedEvent<SceneListEvent>): SceneContent[] {
  if (event.type === 'SceneAdded') return [event.data.scene];
  switch (event.type) {
    case 'ProjectCreated':
    case 'ScenesReplaced':
    case 'SceneSplit':
    case 'ScenesMerged':
      return event.data.scenes;
    default:
      return [];
  }
}

function keysOf(event: RecordedEvent<SceneListEvent>): string[] {
  switch (event.type) {
    case 'ProjectCreated':
    case 'SceneAdded':
      return broughtBy(event).map((scene) => scene.id);
    case 'ScenesReplaced':
    case 'SceneSplit':
    case 'ScenesMerged':
      return [...event.data.removedIds, ...event.data.scenes.map((scene) => scene.id)];
    case 'AllScenesDeleted':
    case 'ProjectDeleted':
    case 'ProjectRestored':
      return event.data.sceneIds;
    case 'AllScenesRestored':
    case 'SceneCutUndone':
      return [...event.data.restoredIds, ...event.data.removedIds];
    case 'SceneReordered':
      return event.data.orders.map((item) => item.sceneId);
    default:
      return event.data.sceneId === null ? [] : [event.data.sceneId];
  }
}

function evolveRow(row: SceneRow, event: RecordedEvent<SceneListEvent>): SceneRow {
  const context = foldContextOf(event);
  switch (event.type) {
    case 'ProjectCreated':
    case 'SceneAdded':
      return row;
    case 'ProjectDeleted':
    case 'ProjectRestored':
      return { ...row, projectDeleted: event.type === 'ProjectDeleted' };
    case 'AllScenesDeleted':
    case 'ScenesReplaced':
    case 'SceneSplit':
    case 'ScenesMerged':
      return touched({ ...row, deleted: true }, context);
    case 'AllScenesRestored':
    case 'SceneCutUndone':
      return touched({ ...row, deleted: event.data.removedIds.includes(row.id) }, context);
    case 'SceneReordered': {
      const order = event.data.orders.find((item) => item.sceneId === row.id)?.order ?? row.order;
      return touched({ ...row, order }, context);
    }
    default: {
      if (isOfStory(event)) return row;
      const next = evolveScene(row, event, context);
      const [mainImageUrl, described, prompted] = [mainImageUrlOf(next), isDescribed(next), isPrompted(next)];
      // Return the row unchanged where possible: most edits change none of these columns, and a long log has many
      // edits.
      return mainImageUrl === row.mainImageUrl && described === row.described && prompted === row.prompted
        ? next
        : { ...next, mainImageUrl, described, prompted };
    }
  }
}

/** The scenes of every project, deleted ones included. */
export const sceneListView: View<SceneRow, SceneListEvent> = {
  name: 'scene_list',
  version: 7,
  key: 'id',
  columns: {
    id: { type: 'uuid' },
    projectId: { type: 'uuid' },
    userId: { type: 'uuid' },
    deleted: { type: 'boolean' },
    projectDeleted: { type: 'boolean' },
    order: { type: 'double precision', name: 'sort_order' },
    title: { type: 'text' },
    description: { type: 'text' },
    imagePrompt: { type: 'text' },
    videoPrompt: { type: 'text' },
    duration: { type: 'double precision' },
    sourceText: { type: 'text' },
    images: { type: 'jsonb' },
    mainImageId: { type: 'text', nullable: true },
    mainImageUrl: { type: 'text', nullable: true },
    described: { type: 'boolean' },
    prompted: { type: 'boolean' },
    imageStatus: { type: 'text' },
    videos: { type: 'jsonb' },
    mainVideoId: { type: 'text', nullable: true },
    narration: { type: 'text', nullable: true },
    speaker: { type: 'text' },
    cast: { type: 'jsonb', nullable: true },
    speech: { type: 'jsonb', nullable: true },
    speechStatus: { type: 'text' },
    speechError: { type: 'text', nullable: true },
    shotPins: { type: 'jsonb' },
    earlierPins: { type: 'jsonb', nullable: true },
    origins: { type: 'jsonb' },
    generation: { type: 'integer' },
    removedMainUrls: { type: 'jsonb' },
    removedMainVideoIds: { type: 'jsonb' },
    removedMedia: { type: 'jsonb' },
    textsEdited: { type: 'boolean' },
    createdAt: { type: 'timestamptz' },
    updatedAt: { type: 'timestamptz' },
    revision: { type: 'text' },
  },
  indexes: [['projectId', 'order'], ['userId']],
  types: [...STRUCTURAL, ...SCENE_EVENT_TYPES],
  keys: keysOf,
  evolve(row, event, key) {
    // A row is made from one stream only, so its revision shows whether it already includes an event.
    if (row !== null && BigInt(row.revision) >= event.revision) return row;
    const brought = broughtBy(event).find((scene) => scene.id === key);
    if (brought) {
      const scene = newScene(brought, foldContextOf(event));
      return newRow(scene, { projectId: idOfStream(event.streamId), userId: event.metadata.ownerId });
    }
    return row && evolveRow(row, event);
  },
};

const sceneListEntity = entityOf(sceneListView);

interface Place {
  id: string;
  projectId: string;
  /** Rank among the project's scenes, from 1. */
  rank: number;
  bytes: number;
}
const cursorShape = z.tuple([z.uuid(), z.int32()]);

/**
 * SQL that selects places of scenes without their texts: the scenes of user $1, of project $2, after rank $4 of project
 * $3, or only scene $5. Pages are cut by rank: a scene that is moved between two reads may appear twice or not at all,
 * until the list is read again.
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

/** Scene queries of the API. */
@Injectable()
export class SceneQueries {
  /** Cache of each scene's project and owner, which never change. */
  private readonly homes = new LRUCache<string, { projectId: string; userId: string }>({ max: 20_000 });

  constructor(private readonly database: DataSource) {}

  /** Returns the user's scenes, of one project or of all projects, in each project's order. */
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

  /** Returns the project of a user's scene, deleted or not. @throws DomainError not_found */
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

export interface Facts extends SceneCounts {
  /** Address of the main image of the first scene that has one. */
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
  narrated: 0,
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
  count(*) filter (where jsonb_typeof(speech) = 'object' or narration ~ '^\\s*$')::int as "narrated",
  (array_agg(main_image_url order by sort_order, created_at) filter (where main_image_url is not null))[1] as "thumbnail"
from ${VIEWS_SCHEMA}.${tableName(sceneListView)}
where project_id = any($1::uuid[]) and not deleted
group by project_id`;

/** Queries facts about a project's scenes, such as their number. */
@Injectable()
export class SceneFacts {
  constructor(private readonly database: DataSource) {}

  async of(projectIds: string[]): Promise<(projectId: string) => Facts> {
    if (projectIds.length === 0) return () => NONE;
    const rows = await this.database.query<FactsRow[]>(SQL, [projectIds]);
    const byId = new Map(rows.map(({ projectId, ...facts }) => [projectId, facts]));
    return (projectId) => byId.get(projectId) ?? NONE;
  }
}
