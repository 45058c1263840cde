import { chatPrice, tokensOf } from '@storyreel/contracts';
import { AggregateCommand, handlerFor } from '../../platform/commands/command-handler';
import { notFound } from '../../platform/domain/domain-error';
import { chatAggregate, type ChatState, type OpenReply } from './chat';
import type { ChatEvent } from './events';

export class StopChatReply extends AggregateCommand<ChatState, { replyId: string }> {}

/** Ends the reply that is under way, with what is written; nothing was used as long as the provider was not asked. */
export function stopping({ replyId, holdId, isStarted, written, questionTokens }: OpenReply): ChatEvent {
  const units = isStarted ? chatPrice(questionTokens + tokensOf({ length: written })).units : 0;
  return { type: 'ChatReplyStopped', data: { replyId, holdId, units } };
}

/** A reply that has ended stays as it is. @throws DomainError not_found */
export function decideStop({ data }: Pick<StopChatReply, 'data'>, { messages, open }: ChatState): ChatEvent[] {
  if (messages[data.replyId]?.role !== 'assistant') throw notFound();
  return open?.replyId === data.replyId ? [stopping(open)] : [];
}

export const StopChatReplyHandler = handlerFor(StopChatReply, chatAggregate, decideStop);
