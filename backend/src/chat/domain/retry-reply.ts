import { AggregateCommand, handlerFor } from '../../platform/commands/command-handler';
import { DomainError, notFound } from '../../platform/domain/domain-error';
import { chatAggregate, type ChatState, type KnownMessage, takenBefore } from './chat';
import type { ChatEvent, ChatEventOf } from './events';
import { refuseWhenBusy } from './post-message';

export class RetryChatReply extends AggregateCommand<ChatState, ChatEventOf<'ChatReplyRetried'>['data']> {}

/** @throws DomainError not_found, conflict, already_in_progress */
export function retryable(state: ChatState, replyId: string): Extract<KnownMessage, { role: 'assistant' }> {
  const reply = state.messages[replyId];
  if (reply?.role !== 'assistant') throw notFound();
  refuseWhenBusy(state);
  if (reply.status !== 'failed') throw new DomainError('conflict', 'Only failed replies can be retried.');
  if (!state.messages[reply.questionId])
    throw new DomainError('conflict', 'The message this reply belongs to was deleted.');
  return reply;
}

/** @throws DomainError not_found, conflict, already_in_progress, idempotency_key_reused */
export function decideRetry({ data }: Pick<RetryChatReply, 'data'>, state: ChatState): ChatEvent[] {
  if (takenBefore(state, data)) return [];
  retryable(state, data.replyId);
  return [{ type: 'ChatReplyRetried', data }];
}

export const RetryChatReplyHandler = handlerFor(RetryChatReply, chatAggregate, decideRetry);
