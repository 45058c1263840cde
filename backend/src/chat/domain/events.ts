import type { DomainEvent } from '../../platform/domain/domain-event';

/** A reply, and the zaps that one try at it is paid from. */
interface Try {
  replyId: string;
  holdId: string;
}

/** What happens in the chat of a user about one project, or about none, in the one stream `chat-<id>`. */
export type ChatEvent =
  /** A question, and the reply to it that is to be written. attemptId: of the request, by which its repeat is known. */
  | DomainEvent<
      'ChatMessagePosted',
      Try & { messageId: string; projectId: string | null; content: string; attemptId: string; requestHash: string }
    >
  | DomainEvent<'ChatReplyRetried', Try & { attemptId: string; requestHash: string }>
  /** The intent, before the provider is asked. What was written by an earlier one is dropped. */
  | DomainEvent<'ChatReplyStarted', Try & { provider: string }>
  /** offset: where the text follows what is there, in UTF-16 code units. */
  | DomainEvent<'ChatReplyGrew', Try & { offset: number; text: string }>
  /** units: what it costs, in ledger units. */
  | DomainEvent<
      'ChatReplyCompleted',
      Try & { offset: number; text: string; isCutOff: boolean; units: number; usd: number }
    >
  | DomainEvent<'ChatReplyStopped', Try & { units: number }>
  | DomainEvent<'ChatReplyFailed', Try & { error: string }>
  | DomainEvent<'ChatMessageDeleted', { messageId: string }>
  | DomainEvent<'ChatCleared', { messageIds: string[] }>;

export type ChatEventOf<Type extends ChatEvent['type']> = Extract<ChatEvent, { type: Type }>;

export const CHAT_EVENT_TYPES = [
  'ChatMessagePosted',
  'ChatReplyRetried',
  'ChatReplyStarted',
  'ChatReplyGrew',
  'ChatReplyCompleted',
  'ChatReplyStopped',
  'ChatReplyFailed',
  'ChatMessageDeleted',
  'ChatCleared',
] as const satisfies readonly ChatEvent['type'][];
