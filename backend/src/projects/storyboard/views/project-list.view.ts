import { Injectable } from '@nestjs/common';
import { isBlank } from '@storyreel/contracts';
import type { PageQuery, Project, ProjectFields, ProjectSummary } from '@storyreel/contracts';
import { DataSource, In } from 'typeorm';
import type { FindOptionsSelect } from 'typeorm';
import { z } from 'zod';
import { idOfStream } from '../../../eventsourcing/domain/aggregate';
import type { RecordedEvent } from '../../../eventsourcing/domain/domain-event';
import { entityOf, tableName, VIEWS_SCHEMA } from '../../../eventsourcing/views/view';
import type { View } from '../../../eventsourcing/views/view';
import { cursorInstant, cursorNumber, keyFrom, pageOf } from '../../../infra/http/paging';
import type { Page } from '../../../infra/http/paging';
import { notFound } from '../../../lib/domain-error';
import { dashboardOrderView } from '../dashboard-order';
import type { ProjectEventOf } from '../domain/events';
import {
  CAST_SHEET_TYPES,
  isOfCastSheet,
  isOfStory,
  NEW_PROJECT_FIELDS,
  STORY_AUDIO_TYPES,
  withCastSheet,
  withChanges,
  withFilm,
  withStoryAudio,
} from '../domain/project';
import { SceneFacts } from './scene-list.view';

interface ProjectRow extends ProjectFields {
  id: string;
  userId: string;
  /** True if the project has a story; lists show this without loading the story. */
  hasStory: boolean;
  alternativeOf: string | null;
  deleted: boolean;
  createdAt: string;
  updatedAt: string;
  revision: string;
}

type Changed = ProjectEventOf<
  | 'ProjectCreated'
  | 'ProjectEdited'
  | 'CastChanged'
  | 'CastRestored'
  | 'StoryWritten'
  | 'StoryRestored'
  | 'FilmJobCompleted'
  | (typeof STORY_AUDIO_TYPES)[number]
  | (typeof CAST_SHEET_TYPES)[number]
  | 'ProjectDeleted'
  | 'ProjectRestored'
>;

/** A user's projects with their texts. Deleted projects stay as rows, so that a restored one keeps its order. */
export const projectListView: View<ProjectRow, Changed> = {
  name: 'project_list',
  version: 9,
  key: 'id',
  columns: {
    id: { type: 'uuid' },
    userId: { type: 'uuid' },
    hasStory: { type: 'boolean' },
    alternativeOf: { type: 'uuid', nullable: true },
    deleted: { type: 'boolean' },
    createdAt: { type: 'timestamptz' },
    updatedAt: { type: 'timestamptz' },
    revision: { type: 'text' },
    title: { type: 'text' },
    description: { type: 'text' },
    story: { type: 'text' },
    status: { type: 'text' },
    selectedStyle: { type: 'uuid', nullable: true },
    characters: { type: 'text' },
    environment: { type: 'text' },
    props: { type: 'text' },
    imageUrl: { type: 'text', nullable: true },
    midjourneyPrompt: { type: 'text' },
    storyAudioUrl: { type: 'text', nullable: true },
    storyAudioFilename: { type: 'text', nullable: true },
    storyAudioStatus: { type: 'text' },
    storyAudioError: { type: 'text', nullable: true },
    completedVideoUrl: { type: 'text', nullable: true },
    completedVideoFilename: { type: 'text', nullable: true },
    completedVideoStatus: { type: 'text' },
    language: { type: 'text', nullable: true },
    voices: { type: 'jsonb' },
    cast: { type: 'jsonb' },
    film: { type: 'jsonb' },
    filmMusicUrl: { type: 'text', nullable: true },
    filmMusicFilename: { type: 'text', nullable: true },
  },
  indexes: [['userId']],
  types: [
    'ProjectCreated',
    'ProjectEdited',
    'CastChanged',
    'CastRestored',
    'StoryWritten',
    'StoryRestored',
    'FilmJobCompleted',
    ...STORY_AUDIO_TYPES,
    ...CAST_SHEET_TYPES,
    'ProjectDeleted',
    'ProjectRestored',
  ],
  keys(event) {
    // Narration of a single scene does not change the project's row.
    return isSpeech(event) && !isOfStory(event) ? [] : [idOfStream(event.streamId)];
  },
  evolve(row, event) {
    const changed = change(row, event);
    const hasStory = changed !== null && !isBlank(changed.story);
    return changed && { ...changed, hasStory, updatedAt: event.metadata.at, revision: event.revision.toString() };
  },
};

function change(row: ProjectRow | null, event: RecordedEvent<Changed>): Omit<ProjectRow, 'hasStory'> | null {
  if (event.type === 'ProjectCreated') {
    const { projectId, fields, alternativeOf = null } = event.data;
    const { at, ownerId } = event.metadata;
    return {
      ...NEW_PROJECT_FIELDS,
      ...fields,
      id: projectId,
      userId: ownerId,
      alternativeOf,
      deleted: false,
      createdAt: at,
      updatedAt: at,
      revision: event.revision.toString(),
    };
  }
  if (row === null) return null;
  if (event.type === 'FilmJobCompleted') return withFilm(row, event.data);
  if (isOfStory(event)) return withStoryAudio(row, event);
  if (isOfCastSheet(event)) return withCastSheet(row, event);
  if (event.type === 'ProjectEdited' || event.type === 'CastChanged' || event.type === 'CastRestored')
    return withChanges(row, event.data.changes);
  if (event.type === 'StoryWritten' || event.type === 'StoryRestored') return { ...row, story: event.data.story };
  return { ...row, deleted: event.type === 'ProjectDeleted' };
}

const isSpeech = ({ type }: { type: string }): boolean => (STORY_AUDIO_TYPES as readonly string[]).includes(type);

export const projectListEntity = entityOf(projectListView);

interface Place {
  id: string;
  place: number;
  /** ISO 8601, to the microsecond */
  createdAt: string;
  bytes: number;
}
const cursorShape = z.tuple([cursorNumber, cursorInstant, z.uuid()]);

const SHORT_TEXTS = ['title', 'description'];
const LONG_TEXTS = ['story', 'characters', 'environment', 'props', 'midjourney_prompt'];
const ALL_TEXTS = [...SHORT_TEXTS, ...LONG_TEXTS, 'voices::text', '"cast"::text', 'film::text'];

/** SQL that selects the sizes of rows without loading their texts. */
const placesOf = (texts: string[]): string => `
with placed as materialized (
  select p ->> 0 as id, (p ->> 1)::integer as place
  from ${VIEWS_SCHEMA}.${tableName(dashboardOrderView)}, jsonb_array_elements(places) p where user_id = $1),
found as (
  select l.id, coalesce(placed.place, -1) as place, l.created_at,
    ${texts.map((text) => `octet_length(l.${text})`).join(' + ')} as bytes
  from ${VIEWS_SCHEMA}.${tableName(projectListView)} l left join placed on placed.id = l.id::text
  where l.user_id = $1 and not l.deleted)
select id, place, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "createdAt", bytes
from found
where $3::integer is null or (place, $4::timestamptz, id) > ($3, created_at, $5::uuid)
order by place, created_at desc, id
limit $2`;
const PLACES = placesOf(ALL_TEXTS);
const PLACES_OF_SUMMARIES = placesOf(SHORT_TEXTS);

/** Columns read for a summary. */
const OF_A_SUMMARY = {
  id: true,
  userId: true,
  hasStory: true,
  alternativeOf: true,
  createdAt: true,
  updatedAt: true,
  revision: true,
  title: true,
  description: true,
  status: true,
  selectedStyle: true,
  imageUrl: true,
  storyAudioUrl: true,
  storyAudioFilename: true,
  storyAudioStatus: true,
  storyAudioError: true,
  completedVideoUrl: true,
  completedVideoFilename: true,
  completedVideoStatus: true,
} satisfies FindOptionsSelect<ProjectRow>;
type SummaryRow = Pick<ProjectRow, keyof typeof OF_A_SUMMARY>;

/** Project queries of the API. */
@Injectable()
export class ProjectQueries {
  constructor(
    private readonly database: DataSource,
    private readonly facts: SceneFacts,
  ) {}

  /**
   * Returns the user's projects: first those that were never dragged, newest first, then the dragged ones in their
   * order.
   */
  async list(userId: string, page: PageQuery): Promise<Page<Project>> {
    const { items: ids, next } = await this.page(PLACES, userId, page);
    const rows = await this.rows.findBy({ id: In(ids) });
    return { items: inOrder(ids, await this.present(rows.map(wholeOf))), next };
  }

  /** Returns the projects as `list` does, without loading the long texts. */
  async summaries(userId: string, page: PageQuery): Promise<Page<ProjectSummary>> {
    const { items: ids, next } = await this.page(PLACES_OF_SUMMARIES, userId, page);
    const rows: SummaryRow[] = await this.rows.find({ select: OF_A_SUMMARY, where: { id: In(ids) } });
    return { items: inOrder(ids, await this.present(rows)), next };
  }

  /** @throws DomainError not_found */
  async one(id: string, userId: string): Promise<Project> {
    const row = await this.rows.findOneBy({ id, userId, deleted: false });
    const [project] = row ? await this.present([wholeOf(row)]) : [];
    if (!project) throw notFound();
    return project;
  }

  /** @throws DomainError not_found */
  async summary(id: string, userId: string): Promise<ProjectSummary> {
    const project = await this.findSummary(id, userId);
    if (!project) throw notFound();
    return project;
  }

  /** Returns null for a missing or deleted project. */
  async findSummary(id: string, userId: string): Promise<ProjectSummary | null> {
    const where = { id, userId, deleted: false };
    const row: SummaryRow | null = await this.rows.findOne({ select: OF_A_SUMMARY, where });
    const [project] = row ? await this.present([row]) : [];
    return project ?? null;
  }

  private get rows() {
    return this.database.getRepository(projectListEntity);
  }

  private async page(query: string, userId: string, { cursor, limit }: PageQuery): Promise<Page<string>> {
    const behind = cursor === undefined ? null : keyFrom(cursor, cursorShape);
    const found = await this.database.query<Place[]>(query, [userId, limit + 1, ...(behind ?? [null, null, null])]);
    const key = ({ place, createdAt, id }: Place) => [place, createdAt, id];
    const { items, next } = pageOf(found, limit, key, ({ bytes }) => bytes);
    return { items: items.map(({ id }) => id), next };
  }

  private async present<Row extends Pick<ProjectRow, 'id' | 'createdAt' | 'updatedAt'>>(rows: Row[]) {
    const facts = await this.facts.of(rows.map((row) => row.id));
    return rows.map((row) => {
      const { thumbnail, ...sceneCounts } = facts(row.id);
      return {
        ...row,
        createdAt: new Date(row.createdAt).toISOString(),
        updatedAt: new Date(row.updatedAt).toISOString(),
        sceneCount: sceneCounts.total,
        sceneCounts,
        thumbnail,
      };
    });
  }
}

const wholeOf = ({ deleted: _d, hasStory: _s, ...row }: ProjectRow) => row;

function inOrder<Item extends { id: string }>(ids: readonly string[], items: readonly Item[]): Item[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
