import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Pool } from 'pg';
import { ensureTables } from '../../infra/postgres/transaction';
import { DAY_MS } from '../../lib/time';

const TABLE = `
create table if not exists platform.statistics_reads (
  post_id uuid primary key,
  owner_id uuid not null,
  next_at timestamptz(3) not null,
  read_at timestamptz(3));
create index if not exists statistics_reads_owner on platform.statistics_reads (owner_id);
`;

/** Maximum age in days of posts that are read daily; older posts are read weekly. */
const DAILY_DAYS = 90;
const WEEK_DAYS = 7;

/** A post and its owner. */
interface OwnedPost {
  id: string;
  ownerId: string;
}

/**
 * Returns when a post that was just read is to be read next: on the following day (UTC), so that the posts of an
 * account come due together; later if the post is old or gone.
 */
export function nextReading(publishedAt: string, now: Date, isGone: boolean): Date {
  const isOld = now.getTime() - Date.parse(publishedAt) > DAILY_DAYS * DAY_MS;
  const midnight = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  return new Date(midnight + (isOld || isGone ? WEEK_DAYS : 1) * DAY_MS);
}

/** Stores when each post's numbers are to be read next, and when they were last read. */
@Injectable()
export class StatisticsSchedule implements OnModuleInit {
  constructor(private readonly pool: Pool) {}

  async onModuleInit(): Promise<void> {
    await ensureTables(this.pool, TABLE);
  }

  async wasRead({ id, ownerId }: OwnedPost, readAt: Date, nextAt: Date): Promise<void> {
    await this.pool.query(
      `insert into platform.statistics_reads as r (post_id, owner_id, next_at, read_at) values ($1, $2, $3, $4)
       on conflict (post_id) do update set next_at = excluded.next_at, read_at = excluded.read_at`,
      [id, ownerId, nextAt, readAt],
    );
  }

  /** Postpones the readings of posts. */
  async putOff(posts: readonly OwnedPost[], until: Date): Promise<void> {
    await this.pool.query(
      `insert into platform.statistics_reads as r (post_id, owner_id, next_at)
       select post_id, owner_id, $3 from unnest($1::uuid[], $2::uuid[]) as due (post_id, owner_id)
       on conflict (post_id) do update set next_at = excluded.next_at`,
      [posts.map(({ id }) => id), posts.map(({ ownerId }) => ownerId), until],
    );
  }

  /** Returns when the numbers of posts were last read (ISO 8601); posts whose numbers were never read are left out. */
  async readAt(postIds: readonly string[]): Promise<Map<string, string>> {
    const { rows } = await this.pool.query<{ id: string; readAt: Date }>(
      `select post_id as id, read_at as "readAt" from platform.statistics_reads
       where post_id = any($1) and read_at is not null`,
      [postIds],
    );
    return new Map(rows.map(({ id, readAt }) => [id, readAt.toISOString()]));
  }
}
