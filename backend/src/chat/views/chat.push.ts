import type { PushRule } from '../../platform/push/push-rule';
import { CHAT_EVENT_TYPES, type ChatEvent } from '../domain/events';

/** A reply that grows comes along with the message; of everything else its windows ask for themselves. */
export const chatPushRule: PushRule<ChatEvent> = {
  types: CHAT_EVENT_TYPES,
  draft(event) {
    if (event.type !== 'ChatReplyGrew') return { type: 'chatChanged' };
    const { replyId: messageId, offset, text } = event.data;
    return { type: 'chatReplyGrew', messageId, offset, text };
  },
};
