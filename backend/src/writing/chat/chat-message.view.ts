import { Injectable } from '@nestjs/common';
import type { ChatMessage, ChatStatus, PageQuery } from '@storyreel/contracts';
import { DataSource, In } from 'typeorm';
import { z } from 'zod';
import type { PushRule } from '../../eventsourcing/push/push-rule';
import { entityOf, tableName, VIEWS_SCHEMA } from '../../eventsourcing/views/view';
import type { View } from '../../eventsourcing/views/view';
import { keyFrom, pageOf } from '../../infra/http/paging';
import type { Page } from '../../infra/http/paging';
import type { ChatTurn } from '../../integrations/ports/text-provider';
import { notFound } from '../../lib/domain-error';
import { CHAT_EVENT_TYPES } from './chat';
import type { ChatEvent } from './chat';

export interface ChatMessageRow {
  id: string;
  userId: string;
  projectId: string | null;
  /** The message's position in the chat. */
  place: number;
  role: 'user' | 'assistant';
  content: string;
  status: ChatStatus;
  error: string | null;
  createdAt: string;
}

/** The messages of all chats. */
export const chatMessageView: View<ChatMessageRow, ChatEvent> = {
  name: 'chat_message',
  version: 1,
  columns: {
    id: { type: 'uuid' },
    userId: { type: 'uuid' },
    projectId: { type: 'uuid', nullable: true },
    place: { type: 'integer' },
    role: { type: 'text' },
    content: { type: 'text' },
    status: { type: 'text' },
    error: { type: 'text', nullable: true },
    createdAt: { type: 'text' },
  },
  key: 'id',
  indexes: [['userId', 'projectId', 'place']],
  types: CHAT_EVENT_TYPES,
  keys(event) {
    switch (event.type) {
      case 'ChatMessagePosted':
        return [event.data.messageId, event.data.replyId];
      case 'ChatMessageDeleted':
        return [event.data.messageId];
      case 'ChatCleared':
        return event.data.messageIds;
      default:
        return [event.data.replyId];
    }
  },
  evolve(row, event, id) {
    switch (event.type) {
      case 'ChatMessagePosted': {
        const { messageId, content, projectId } = event.data;
        const { ownerId: userId, at: createdAt } = event.metadata;
        // One event creates two messages, the question and its reply, which directly follow each other.
        const place = Number(event.revision) * 2;
        const common = { id, userId, projectId, error: null, createdAt };
        return id === messageId
          ? { ...common, place, role: 'user', content, status: 'complete' }
          : { ...common, place: place + 1, role: 'assistant', content: '', status: 'pending' };
      }
      case 'ChatReplyRetried':
        return row && { ...row, content: '', status: 'pending', error: null };
      case 'ChatReplyStarted':
        return row && { ...row, content: '', status: 'pending' };
      case 'ChatReplyGrew':
        return row && { ...row, content: upTo(row, event.data), status: 'writing' };
      case 'ChatReplyCompleted':
        return row && { ...row, content: upTo(row, event.data), status: 'complete' };
      case 'ChatReplyStopped':
        return row && { ...row, status: 'stopped' };
      case 'ChatReplyFailed':
        return row && { ...row, status: 'failed', error: event.data.error };
      case 'ChatMessageDeleted':
      case 'ChatCleared':
        return null;
      default:
        return event satisfies never;
    }
  },
};

/** Returns the text with an addition. Idempotent: folding the same event twice adds its text once. */
const upTo = ({ content }: ChatMessageRow, { offset, text }: { offset: number; text: string }): string =>
  content.slice(0, offset) + text;

const chatMessageEntity = entityOf(chatMessageView);

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

/** SQL that selects messages with their sizes, newest first, without reading their texts. */
const PLACES = `
select id, place, octet_length(content) as bytes
from ${VIEWS_SCHEMA}.${tableName(chatMessageView)}
where user_id = $1 and project_id is not distinct from $2::uuid and ($3::integer is null or place < $3)
order by place desc
limit $4`;

/** Chat queries of the API and the worker. */
@Injectable()
export class ChatQueries {
  constructor(private readonly database: DataSource) {}

  /**
   * Returns a page of the chat. Pages go backwards from the cursor or the end; within a page, messages are in the
   * chat's order.
   */
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

  /**
   * Returns the chat before a reply, including the reply's question: the newest `most` messages, oldest first, without
   * empty or failed ones.
   */
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

/** Pushes the added text of a growing reply; after any other change, clients query the chat again. */
export const chatPushRule: PushRule<ChatEvent> = {
  types: CHAT_EVENT_TYPES,
  draft(event) {
    if (event.type !== 'ChatReplyGrew') return { type: 'chatChanged' };
    const { replyId: messageId, offset, text } = event.data;
    return { type: 'chatReplyGrew', messageId, offset, text };
  },
};
