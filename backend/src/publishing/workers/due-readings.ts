import { Injectable } from '@nestjs/common';
import type { ConnectionKind, SocialPlatform } from '@storyreel/contracts';
import { Pool } from 'pg';
import { tableName, VIEWS_SCHEMA } from '../../eventsourcing/views/view';
import type { PublishedPost } from '../../integrations/social/statistics';
import { daysBefore } from '../../lib/time';
import { postListView } from '../views/post-list.view';
import { socialAccountListView } from '../views/social-account-list.view';

/**
 * Maximum age of posts, in days, whose numbers are read: Instagram keeps numbers for two years (media insights,
 * 2026-11-28).
 */
const READ_DAYS = 730;
/** Maximum number of posts per pass. */
const AT_A_TIME = 1_000;

const DUE = `
select p.id, p.owner_id as "ownerId", p.social_account_id as "socialAccountId", p.platform, a.kind,
  p.external_id as "externalId", p.published_url as url, p.published_at as "publishedAt"
from ${VIEWS_SCHEMA}.${tableName(postListView)} p
join ${VIEWS_SCHEMA}.${tableName(socialAccountListView)} a
  on a.id = p.social_account_id and a.owner_id = p.owner_id and a.is_active
left join platform.statistics_reads r on r.post_id = p.id
where p.phase = 'published' and not p.deleted and p.external_id is not null and p.published_at > $2
  and (r.next_at is null or r.next_at <= $1)
order by p.published_at desc, p.id
limit ${AT_A_TIME}`;

/** A post whose numbers are due to be read. */
export interface DuePost extends PublishedPost {
  id: string;
  ownerId: string;
  socialAccountId: string;
  platform: SocialPlatform;
  kind: ConnectionKind;
}

@Injectable()
export class DueReadings {
  constructor(private readonly pool: Pool) {}

  /** Returns posts of connected accounts whose numbers are due to be read, newest posts first. */
  async at(now: Date): Promise<DuePost[]> {
    const oldest = daysBefore(now, READ_DAYS).toISOString();
    return (await this.pool.query<DuePost>(DUE, [now, oldest])).rows;
  }
}
