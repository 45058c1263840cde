import { chatPrice, LIMITS, tokensOf } from '@storyreel/contracts';
import type { Committed } from '../../eventsourcing/commands/aggregate-store';
import { AggregateCommand, handlerFor } from '../../eventsourcing/commands/command-handler';
import type { NoData } from '../../eventsourcing/commands/command-handler';
import type { DomainEvent } from '../../eventsourcing/domain/domain-event';
import { type Refusable, refusable } from '../../eventsourcing/refusals/refusals';
import { DomainError, notFound } from '../../lib/domain-error';
import { chatAggregate, takenBefore } from './chat';
import type { ChatEvent, ChatEventOf, ChatState, KnownMessage, OpenReply } from './chat';

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
function refuseWhenBusy({ open }: ChatState): void {
  if (open) throw new DomainError('already_in_progress', 'The assistant is still answering.');
}

/** @throws DomainError already_in_progress, limit_reached, idempotency_key_reused */
export function decidePost({ data }: Pick<PostChatMessage, 'data'>, state: ChatState): ChatEvent[] {
  if (takenBefore(state, data)) return [];
  refuseWhenBusyOrFull(state);
  return [{ type: 'ChatMessagePosted', data }];
}

export const PostChatMessageHandler = handlerFor(PostChatMessage, chatAggregate, decidePost);

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

/** Decisions about replies whose refusals are recorded. */
export const chatRefusals: Refusable[] = [
  refusable(PostChatMessage, chatAggregate, decidePost),
  refusable(RetryChatReply, chatAggregate, decideRetry),
];

export class StopChatReply extends AggregateCommand<ChatState, { replyId: string }> {}

/**
 * Returns the event that ends the open reply with the text so far; the reply costs nothing unless writing has started.
 */
function stopping({ replyId, holdId, isStarted, written, questionTokens }: OpenReply): ChatEvent {
  const units = isStarted ? chatPrice(questionTokens + tokensOf({ length: written })).units : 0;
  return { type: 'ChatReplyStopped', data: { replyId, holdId, units } };
}

/**
 * Stops a reply; does nothing for a reply that has ended.
 * @throws DomainError not_found
 */
export function decideStop({ data }: Pick<StopChatReply, 'data'>, { messages, open }: ChatState): ChatEvent[] {
  if (messages[data.replyId]?.role !== 'assistant') throw notFound();
  return open?.replyId === data.replyId ? [stopping(open)] : [];
}

export const StopChatReplyHandler = handlerFor(StopChatReply, chatAggregate, decideStop);

export class DeleteChatMessage extends AggregateCommand<ChatState, { messageId: string }> {}
export class ClearChat extends AggregateCommand<ChatState, NoData> {}

/**
 * Deletes a message. Deleting an open reply, or its question, also ends the reply.
 * @throws DomainError not_found
 */
export function decideDelete({ data: { messageId } }: Pick<DeleteChatMessage, 'data'>, state: ChatState): ChatEvent[] {
  if (!state.messages[messageId]) throw notFound();
  const { open } = state;
  const answering = open && state.messages[open.replyId];
  const concerns =
    open?.replyId === messageId || (answering?.role === 'assistant' && answering.questionId === messageId);
  const ending = open && concerns ? [stopping(open)] : [];
  return [...ending, { type: 'ChatMessageDeleted', data: { messageId } }];
}

export function decideClear(_: unknown, { messages, open }: ChatState): ChatEvent[] {
  const messageIds = Object.keys(messages);
  if (messageIds.length === 0) return [];
  return [...(open ? [stopping(open)] : []), { type: 'ChatCleared', data: { messageIds } }];
}

export const DeleteChatMessageHandler = handlerFor(DeleteChatMessage, chatAggregate, decideDelete);
export const ClearChatHandler = handlerFor(ClearChat, chatAggregate, decideClear);

/** Returns the number of messages removed by a clearing. */
export const clearedBy = ({ events }: Committed): number =>
  events.reduce((count, event) => (isCleared(event) ? count + event.data.messageIds.length : count), 0);

const isCleared = (event: DomainEvent): event is ChatEventOf<'ChatCleared'> => event.type === 'ChatCleared';
