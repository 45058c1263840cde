import type { Committed } from '../../platform/commands/aggregate-store';
import { AggregateCommand, handlerFor, type NoData } from '../../platform/commands/command-handler';
import type { DomainEvent } from '../../platform/domain/domain-event';
import { notFound } from '../../platform/domain/domain-error';
import { chatAggregate, type ChatState } from './chat';
import type { ChatEvent, ChatEventOf } from './events';
import { stopping } from './stop-reply';

export class DeleteChatMessage extends AggregateCommand<ChatState, { messageId: string }> {}
export class ClearChat extends AggregateCommand<ChatState, NoData> {}

/** A reply that is under way ends with its message, and with the question that it answers. @throws DomainError not_found */
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

/** How many messages a clearing took away. */
export const clearedBy = ({ events }: Committed): number =>
  events.reduce((count, event) => (isCleared(event) ? count + event.data.messageIds.length : count), 0);

const isCleared = (event: DomainEvent): event is ChatEventOf<'ChatCleared'> => event.type === 'ChatCleared';
