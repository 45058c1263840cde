import { idOfStream } from '../../platform/domain/aggregate';
import type { RecordedEvent } from '../../platform/domain/domain-event';
import type { Process } from '../../platform/processes/process';
import type { ChatEventOf } from '../domain/events';

export const CHAT_REPLIES_QUEUE = 'chat-replies';

/** A question, or the wish to try again, becomes a durable job. */
export const writeReplyProcess: Process = {
  name: 'write-chat-reply',
  types: ['ChatMessagePosted', 'ChatReplyRetried'],
  react(event: RecordedEvent) {
    const { replyId, holdId } = event.data as ChatEventOf<'ChatMessagePosted' | 'ChatReplyRetried'>['data'];
    const { ownerId, correlationId } = event.metadata;
    const payload = { chatId: idOfStream(event.streamId), replyId, holdId };
    return [{ queue: CHAT_REPLIES_QUEUE, dedupKey: holdId, ownerId, payload, correlationId, causationId: event.id }];
  },
};
