import { Inject, Injectable } from '@nestjs/common';
import type { ChatMessage, PageQuery } from '@storyreel/contracts';
import { DataSource, In } from 'typeorm';
import { z } from 'zod';
import { notFound } from '../../platform/domain/domain-error';
import { keyFrom, type Page, pageOf } from '../../platform/paging/page';
import { tableName, VIEWS_SCHEMA } from '../../platform/views/view';
import type { ChatTurn } from '../../providers/text/text-provider';
import { chatMessageEntity, type ChatMessageRow, chatMessageView } from './chat-message.view';

interface Place {
  id: string;
  place: number;
  bytes: number;
}
const cursorShape = z.tuple([
  z
    .int()
    .min(0)
    .max(2 ** 31 - 1),
]);

/** Newest first, and sizes without reading the texts. */
const PLACES = `
select id, place, octet_length(content) as bytes
from ${VIEWS_SCHEMA}.${tableName(chatMessageView)}
where user_id = $1 and project_id is not distinct from $2::uuid and ($3::integer is null or place < $3)
order by place desc
limit $4`;

/** What /api and the worker read of chats. */
@Injectable()
export class ChatQueries {
  constructor(@Inject(DataSource) private readonly database: DataSource) {}

  /** A page goes back in time from its cursor, else from the end, and is in the order of the chat. */
  async list(userId: string, projectId: string | null, page: PageQuery): Promise<Page<ChatMessage>> {
    const [before] = page.cursor === undefined ? [null] : keyFrom(page.cursor, cursorShape);
    const found = await this.database.query<Place[]>(PLACES, [userId, projectId, before, page.limit + 1]);
    const { items, next } = pageOf(
      found,
      page.limit,
      ({ place }) => [place],
      ({ bytes }) => bytes,
    );
    const rows = await this.rows(items);
    return { items: rows.map(present), next };
  }

  /** @throws DomainError not_found */
  async one(id: string, userId: string): Promise<ChatMessage> {
    const row = await this.database.getRepository(chatMessageEntity).findOneBy({ id, userId });
    if (!row) throw notFound();
    return present(row);
  }

  /** What was said before a reply, the question included: the newest `most` messages, oldest first. */
  async before(
    replyId: string,
    userId: string,
    most: number,
  ): Promise<{ messages: ChatTurn[]; projectId: string | null }> {
    const reply = await this.database.getRepository(chatMessageEntity).findOneBy({ id: replyId, userId });
    if (!reply) return { messages: [], projectId: null };
    const { projectId, place } = reply;
    const rows = await this.rows(await this.database.query<Place[]>(PLACES, [userId, projectId, place, most]));
    const messages = rows
      .filter(({ content, status }) => content !== '' && status !== 'failed')
      .map(({ role, content }) => ({ role, content }));
    return { messages, projectId };
  }

  private async rows(places: readonly Place[]): Promise<ChatMessageRow[]> {
    const ids = places.map(({ id }) => id);
    return this.database.getRepository(chatMessageEntity).find({ where: { id: In(ids) }, order: { place: 'asc' } });
  }
}

const present = ({ userId: _user, place: _place, createdAt, ...row }: ChatMessageRow): ChatMessage => ({
  ...row,
  createdAt: new Date(createdAt).toISOString(),
});
