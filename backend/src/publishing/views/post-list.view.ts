import { Injectable } from '@nestjs/common';
import type { PageQuery, PostStatus, ProjectPosts, SocialPost } from '@storyreel/contracts';
import { DataSource, In } from 'typeorm';
import { z } from 'zod';
import { foldContextOf, idOfStream } from '../../eventsourcing/domain/aggregate';
import { entityOf, tableName, VIEWS_SCHEMA } from '../../eventsourcing/views/view';
import type { View } from '../../eventsourcing/views/view';
import { cursorInstant, keyFrom, pageOf } from '../../infra/http/paging';
import type { Page } from '../../infra/http/paging';
import { isPublishing, POST_EVENT_TYPES, postAggregate } from '../domain/post';
import type { PostEvent, PostPhase, PostState } from '../domain/post';
import { NO_STATISTICS } from '../domain/post-statistics';
import { StatisticsSchedule } from '../workers/statistics-schedule';

export interface PostRow extends PostState {
  id: string;
  /** The calendar day under which the post is shown. */
  day: string;
}

/** A user's posts, made from each post's own state. Deleted posts stay as rows, so that they can be restored. */
export const postListView: View<PostRow, PostEvent> = {
  name: 'post_list',
  version: 4,
  key: 'id',
  columns: {
    id: { type: 'uuid' },
    day: { type: 'timestamptz' },
    phase: { type: 'text' },
    deleted: { type: 'boolean' },
    ownerId: { type: 'uuid' },
    createdAt: { type: 'text' },
    updatedAt: { type: 'text' },
    platform: { type: 'text' },
    socialAccountId: { type: 'uuid' },
    title: { type: 'text' },
    content: { type: 'text' },
    hashtags: { type: 'jsonb' },
    mentions: { type: 'jsonb' },
    visibility: { type: 'text' },
    projectId: { type: 'uuid', nullable: true },
    sceneId: { type: 'uuid', nullable: true },
    selectedProjectVideo: { type: 'jsonb', nullable: true },
    mediaUrls: { type: 'jsonb' },
    tiktok: { type: 'jsonb', nullable: true },
    imageFit: { type: 'text' },
    scheduledAt: { type: 'text', nullable: true },
    dueAt: { type: 'text', nullable: true },
    publications: { type: 'jsonb' },
    failure: { type: 'text', nullable: true },
    publishedAt: { type: 'text', nullable: true },
    publishedUrl: { type: 'text', nullable: true },
    externalId: { type: 'text', nullable: true },
    madePrivate: { type: 'boolean' },
    notes: { type: 'jsonb' },
    statistics: { type: 'jsonb', nullable: true },
  },
  indexes: [
    ['ownerId', 'day', 'id'],
    ['phase', 'publishedAt'],
  ],
  types: POST_EVENT_TYPES,
  keys: (event) => [idOfStream(event.streamId)],
  evolve(row, event, id) {
    if (row === null && event.type !== 'PostCreated') return null;
    const state = postAggregate.evolve(row ?? postAggregate.initial, event, foldContextOf(event));
    return { ...state, id, day: state.scheduledAt ?? state.createdAt };
  },
};

export const postListEntity = entityOf(postListView);

function statusOf({ phase, scheduledAt }: PostState): PostStatus {
  if (phase === 'published') return 'published';
  if (phase === 'failed' || phase === 'unknown') return 'failed';
  return scheduledAt === null ? 'draft' : 'scheduled';
}

const questionOf = (phase: PostPhase): SocialPost['question'] =>
  phase === 'unknown' || phase === 'missed' ? phase : null;

function presentStatistics({ phase, externalId, statistics }: PostState, readAt?: string): SocialPost['statistics'] {
  if (phase !== 'published') return null;
  const { numbers, at, sandbox, trouble, days } = statistics ?? NO_STATISTICS;
  const asOf = readAt !== undefined && at !== null && readAt > at ? readAt : at;
  return { numbers, asOf, sandbox, trouble: externalId === null ? 'no_id' : trouble, days };
}

/** @param readAt when the platform last reported the numbers, even if they had not changed (ISO 8601) */
export const presentPost = (id: string, post: PostState, readAt?: string): SocialPost => ({
  id,
  title: post.title,
  content: post.content,
  platform: post.platform,
  status: statusOf(post),
  scheduledAt: post.scheduledAt,
  createdAt: post.createdAt,
  updatedAt: post.updatedAt,
  hashtags: post.hashtags,
  mentions: post.mentions,
  visibility: post.visibility,
  socialAccountId: post.socialAccountId,
  projectId: post.projectId,
  sceneId: post.sceneId,
  selectedProjectVideo: post.selectedProjectVideo,
  mediaUrls: post.mediaUrls,
  tiktok: post.tiktok,
  imageFit: post.imageFit,
  isPublishing: isPublishing(post),
  question: questionOf(post.phase),
  failure: post.failure,
  publishedAt: post.publishedAt,
  publishedUrl: post.publishedUrl,
  madePrivate: post.madePrivate,
  notes: post.notes,
  statistics: presentStatistics(post, readAt),
});

/** A post's place in the list, with its size, so that pages can be cut without reading texts. */
interface Place {
  id: string;
  day: string;
  bytes: number;
}
const cursorShape = z.tuple([cursorInstant, z.uuid()]);

const PLACES = `
select id, to_char(day at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as day,
  octet_length(title) + octet_length(content) + octet_length(hashtags::text) + octet_length(mentions::text)
    + octet_length(media_urls::text) as bytes
from ${VIEWS_SCHEMA}.${tableName(postListView)}
where owner_id = $1 and not deleted and ($2::timestamptz is null or day >= $2) and ($3::timestamptz is null or day < $3)
  and ($4::timestamptz is null or (day, id) > ($4, $5::uuid))
order by day, id
limit $6`;

const BY_PROJECT = `
select project_id as "projectId",
  bool_or(phase in ('scheduled', 'requested', 'started')) as "isPlanned", bool_or(phase = 'published') as "isPublished"
from ${VIEWS_SCHEMA}.${tableName(postListView)}
where owner_id = $1 and not deleted and project_id is not null
  and phase in ('scheduled', 'requested', 'started', 'published')
group by project_id
order by project_id`;

/** Bounds of the range of days: years with four digits, which Postgres parses in the form of `toISOString`. */
const [FIRST, LAST] = [Date.UTC(1000, 0), Date.UTC(9999, 0)];
const bound = (instant: string | undefined): string | null =>
  instant === undefined ? null : new Date(Math.min(LAST, Math.max(FIRST, Date.parse(instant)))).toISOString();

/** Post queries of the API. */
@Injectable()
export class PostQueries {
  constructor(
    private readonly database: DataSource,
    private readonly schedule: StatisticsSchedule,
  ) {}

  /** Returns the user's posts by day, earliest first. */
  async list(userId: string, query: PageQuery & { from?: string; to?: string }): Promise<Page<SocialPost>> {
    const behind = query.cursor === undefined ? [null, null] : keyFrom(query.cursor, cursorShape);
    const values = [userId, bound(query.from), bound(query.to), ...behind, query.limit + 1];
    const found = await this.database.query<Place[]>(PLACES, values);
    const key = ({ day, id }: Place) => [day, id];
    const { items, next } = pageOf(found, query.limit, key, ({ bytes }) => bytes);
    const ids = items.map(({ id }) => id);
    const rows = await this.database.getRepository(postListEntity).findBy({ id: In(ids) });
    const readAt = await this.schedule.readAt(ids);
    const byId = new Map(rows.map((row) => [row.id, presentPost(row.id, row, readAt.get(row.id))]));
    return { items: items.flatMap(({ id }) => byId.get(id) ?? []), next };
  }

  /**
   * Returns the numbers of posts, one row per project; it is not paged, since the number of a user's projects is
   * limited.
   */
  byProject(userId: string): Promise<ProjectPosts[]> {
    return this.database.query<ProjectPosts[]>(BY_PROJECT, [userId]);
  }
}
