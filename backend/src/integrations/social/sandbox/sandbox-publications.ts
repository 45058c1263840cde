import { Injectable, type OnModuleInit } from '@nestjs/common';
import { captionOf } from '@storyreel/contracts';
import type { SandboxPost } from '@storyreel/contracts';
import { Pool } from 'pg';
import { z } from 'zod';
import { ensureTables } from '../../../infra/postgres/transaction';
import { cursorInstant, keyFrom, type Page, pageOf } from '../../../infra/http/paging';
import { cleanJson } from '../../../lib/text';
import type { Publication } from '../social-publisher';

const TABLE = `
create table if not exists platform.sandbox_publications (
  key uuid primary key,
  owner_id uuid not null,
  post jsonb not null,
  published_at timestamptz(3) not null);
create index if not exists sandbox_publications_newest on platform.sandbox_publications (owner_id, published_at desc, key);
`;

interface Row {
  key: string;
  post: Omit<SandboxPost, 'id' | 'publishedAt'>;
  publishedAt: Date;
  bytes: number;
}
const COLUMNS = 'key, post, published_at as "publishedAt", octet_length(post::text) as bytes';
const keyShape = z.tuple([cursorInstant, z.uuid()]);

/** Posts 'published' by the sandbox; they are kept permanently, one per key. */
@Injectable()
export class SandboxPublications implements OnModuleInit {
  constructor(private readonly pool: Pool) {}

  async onModuleInit(): Promise<void> {
    await ensureTables(this.pool, TABLE);
  }

  /** Returns the time of publication: now, or the earlier time if the key was published before. */
  async add(publication: Publication, now: Date): Promise<Date> {
    const { key, postId, ownerId, account, platform, title, mediaUrls } = publication;
    const { accountName } = account;
    const post = { postId, platform, accountName, title, text: captionOf(publication), mediaUrls };
    const { rows } = await this.pool.query<{ publishedAt: Date }>(
      `insert into platform.sandbox_publications as p (key, owner_id, post, published_at) values ($1, $2, $3, $4)
       on conflict (key) do update set key = p.key
       returning published_at as "publishedAt"`,
      [key, ownerId, JSON.stringify(cleanJson(post)), now],
    );
    if (!rows[0]) throw new Error('The publication was not stored');
    return rows[0].publishedAt;
  }

  /** Returns null when nothing was published under the key. */
  async publishedAt(key: string): Promise<Date | null> {
    const { rows } = await this.pool.query<{ publishedAt: Date }>(
      'select published_at as "publishedAt" from platform.sandbox_publications where key = $1',
      [key],
    );
    return rows[0]?.publishedAt ?? null;
  }

  /** Returns a user's posts, newest first. @throws DomainError bad_request for an invalid cursor */
  async page(ownerId: string, { limit, cursor }: { limit: number; cursor?: string }): Promise<Page<SandboxPost>> {
    const [before, key] = cursor === undefined ? [null, null] : keyFrom(cursor, keyShape);
    const { rows } = await this.pool.query<Row>(
      `select ${COLUMNS} from platform.sandbox_publications
       where owner_id = $1 and ($2::timestamptz is null or published_at < $2 or (published_at = $2 and key > $3::uuid))
       order by published_at desc, key limit $4`,
      [ownerId, before, key, limit + 1],
    );
    const page = pageOf(
      rows,
      limit,
      (row) => [row.publishedAt.toISOString(), row.key],
      (row) => row.bytes,
    );
    return { ...page, items: page.items.map(toPost) };
  }
}

const toPost = ({ key, post, publishedAt }: Row): SandboxPost => ({
  ...post,
  id: key,
  publishedAt: publishedAt.toISOString(),
});
