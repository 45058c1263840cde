import { idOfStream } from '../../platform/domain/aggregate';
import { isOneOf } from '../../platform/domain/domain-event';
import type { Reactor } from '../../platform/processes/process';
import type { ChatEventOf } from '../domain/events';

export const CHAT_REPLIES_QUEUE = 'chat-replies';

type Asked = ChatEventOf<'ChatMessagePosted' | 'ChatReplyRetried'>;
const TYPES: readonly Asked['type'][] = ['ChatMessagePosted', 'ChatReplyRetried'];
const isAsked = isOneOf<Asked>(TYPES);

/** A question, or the wish to try again, becomes a durable job. */
export const writeReplyReactor: Reactor = {
  name: 'write-chat-reply',
  types: TYPES,
  react(event) {
    if (!isAsked(event)) return [];
    const { replyId, holdId } = event.data;
    const { ownerId, correlationId } = event.metadata;
    const payload = { chatId: idOfStream(event.streamId), replyId, holdId };
    return [{ queue: CHAT_REPLIES_QUEUE, dedupKey: holdId, ownerId, payload, correlationId, causationId: event.id }];
  },
};
