import { Inject, Injectable } from '@nestjs/common';
import type { PageQuery, SocialPost } from '@storyreel/contracts';
import { DataSource, In } from 'typeorm';
import { z } from 'zod';
import { cursorInstant, keyFrom, type Page, pageOf } from '../../platform/paging/page';
import { tableName, VIEWS_SCHEMA } from '../../platform/views/view';
import { postListEntity, postListView } from './post-list.view';
import { presentPost } from './present-post';

/** Days as they are in the view; sizes are known without reading the texts. */
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

/** Years of four digits, which is what the column is asked with. */
const [FIRST, LAST] = [Date.UTC(1000, 0), Date.UTC(9999, 0)];
const bound = (instant: string | undefined): string | null =>
  instant === undefined ? null : new Date(Math.min(LAST, Math.max(FIRST, Date.parse(instant)))).toISOString();

/** What /api reads of posts. */
@Injectable()
export class PostQueries {
  constructor(@Inject(DataSource) private readonly database: DataSource) {}

  /** The user's posts by their days, the earliest first. */
  async list(userId: string, query: PageQuery & { from?: string; to?: string }): Promise<Page<SocialPost>> {
    const behind = query.cursor === undefined ? [null, null] : keyFrom(query.cursor, cursorShape);
    const values = [userId, bound(query.from), bound(query.to), ...behind, query.limit + 1];
    const found = await this.database.query<Place[]>(PLACES, values);
    const key = ({ day, id }: Place) => [day, id];
    const { items, next } = pageOf(found, query.limit, key, ({ bytes }) => bytes);
    const rows = await this.database.getRepository(postListEntity).findBy({ id: In(items.map(({ id }) => id)) });
    const byId = new Map(rows.map((row) => [row.id, presentPost(row.id, row)]));
    return { items: items.flatMap(({ id }) => byId.get(id) ?? []), next };
  }
}
