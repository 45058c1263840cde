import { LIMITS } from '@storyreel/contracts';
import { AggregateCommand, handlerFor } from '../../platform/commands/command-handler';
import { DomainError } from '../../platform/domain/domain-error';
import { chatAggregate, type ChatState, takenBefore } from './chat';
import type { ChatEvent, ChatEventOf } from './events';

export class PostChatMessage extends AggregateCommand<ChatState, ChatEventOf<'ChatMessagePosted'>['data']> {}

/** @throws DomainError already_in_progress, limit_reached */
export function refuseWhenBusyOrFull(state: ChatState): void {
  refuseWhenBusy(state);
  if (Object.keys(state.messages).length + 2 <= LIMITS.messagesPerChat) return;
  throw new DomainError(
    'limit_reached',
    `A chat can hold at most ${LIMITS.messagesPerChat.toLocaleString('en')} messages. Please clear it or delete some.`,
  );
}

/** @throws DomainError already_in_progress */
export function refuseWhenBusy({ open }: ChatState): void {
  if (open) throw new DomainError('already_in_progress', 'The assistant is still answering.');
}

/** @throws DomainError already_in_progress, limit_reached, idempotency_key_reused */
export function decidePost({ data }: Pick<PostChatMessage, 'data'>, state: ChatState): ChatEvent[] {
  if (takenBefore(state, data)) return [];
  refuseWhenBusyOrFull(state);
  return [{ type: 'ChatMessagePosted', data }];
}

export const PostChatMessageHandler = handlerFor(PostChatMessage, chatAggregate, decidePost);
