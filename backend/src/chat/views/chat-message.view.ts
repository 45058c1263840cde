import type { ChatStatus } from '@storyreel/contracts';
import { entityOf, type View } from '../../platform/views/view';
import { CHAT_EVENT_TYPES, type ChatEvent } from '../domain/events';

export interface ChatMessageRow {
  id: string;
  userId: string;
  projectId: string | null;
  /** Where it stands in its chat. */
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
        // An event makes two messages: the question, and the place of its reply behind it.
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

/** The same event twice adds its text once. */
const upTo = ({ content }: ChatMessageRow, { offset, text }: { offset: number; text: string }): string =>
  content.slice(0, offset) + text;

export const chatMessageEntity = entityOf(chatMessageView);
