import { tokensOf } from '@storyreel/contracts';
import { withEntries } from '../../eventsourcing/domain/aggregate';
import type { Aggregate, FoldContext, Unshared } from '../../eventsourcing/domain/aggregate';
import type { DomainEvent } from '../../eventsourcing/domain/domain-event';
import { keyReused } from '../../lib/domain-error';
import { derivedId } from '../../lib/ids';

/** How the ledger names what a reply costs. */
export const CHAT_OPERATION = 'chat_completion';
export const CHAT_CATEGORY = 'chat';

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

/** What a chat has to know of its messages: their texts are in the view, so that its state stays small. */
export type KnownMessage =
  | { role: 'user' }
  | {
      role: 'assistant';
      questionId: string;
      questionTokens: number;
      holdId: string;
      status: ReplyStatus;
      /** What it cost, in ledger units, once it has ended; 0 when nothing was used. */
      units: number;
    };
type ReplyStatus = 'open' | 'complete' | 'failed' | 'stopped';

/** The reply that is under way; a chat has one at a time. */
export interface OpenReply {
  replyId: string;
  holdId: string;
  isStarted: boolean;
  /** UTF-16 code units that are written. */
  written: number;
  questionTokens: number;
}

/** A request that was taken, by its id. */
export interface TakenRequest {
  attemptId: string;
  requestHash: string;
  /** ISO 8601 */
  at: string;
}

export interface ChatState {
  projectId: string | null;
  /** Those that are there, by their ids. */
  messages: Readonly<Record<string, KnownMessage>>;
  open: OpenReply | null;
  /** The newest ones, so that a repeat is recognised. */
  taken: readonly TakenRequest[];
}

/** Far more than can come between a request and its repeat. */
const REMEMBERED = 500;

export const chatAggregate: Aggregate<ChatState, ChatEvent> = {
  category: 'chat',
  initial: { projectId: null, messages: {}, open: null, taken: [] },
  evolve,
  snapshot: { version: 1 },
};

/** The chat of a user about a project; null: about none. */
export const chatIdOf = (userId: string, projectId: string | null): string =>
  derivedId('chat', userId, projectId ?? '');

function evolve(state: ChatState, event: ChatEvent, { at, unshared }: FoldContext): ChatState {
  switch (event.type) {
    case 'ChatMessagePosted': {
      const { messageId, replyId, holdId, content, projectId } = event.data;
      const questionTokens = tokensOf(content);
      const asked: KnownMessage = { role: 'user' };
      const reply: KnownMessage = {
        role: 'assistant',
        questionId: messageId,
        questionTokens,
        holdId,
        status: 'open',
        units: 0,
      };
      const added = [[messageId, asked] as const, [replyId, reply] as const];
      const messages = withEntries(state.messages, added, unshared);
      const open = { replyId, holdId, isStarted: false, written: 0, questionTokens };
      return { projectId, messages, open, taken: withTaken(state, event.data, at) };
    }
    case 'ChatReplyRetried': {
      const { replyId, holdId } = event.data;
      const known = state.messages[replyId];
      if (known?.role !== 'assistant') return state;
      const open = { replyId, holdId, isStarted: false, written: 0, questionTokens: known.questionTokens };
      const messages = withEntries(state.messages, [[replyId, { ...known, holdId, status: 'open' }]], unshared);
      return { ...state, messages, open, taken: withTaken(state, event.data, at) };
    }
    case 'ChatReplyStarted':
      return state.open ? { ...state, open: { ...state.open, isStarted: true, written: 0 } } : state;
    case 'ChatReplyGrew':
      return state.open
        ? { ...state, open: { ...state.open, written: state.open.written + event.data.text.length } }
        : state;
    case 'ChatReplyCompleted':
      return ended(state, event.data.replyId, { status: 'complete', units: event.data.units }, unshared);
    case 'ChatReplyStopped':
      return ended(state, event.data.replyId, { status: 'stopped', units: event.data.units }, unshared);
    case 'ChatReplyFailed':
      return ended(state, event.data.replyId, { status: 'failed', units: 0 }, unshared);
    case 'ChatMessageDeleted':
      return without(state, [event.data.messageId]);
    case 'ChatCleared':
      return without(state, event.data.messageIds);
    default:
      return event satisfies never;
  }
}

const withTaken = ({ taken }: ChatState, { attemptId, requestHash }: Omit<TakenRequest, 'at'>, at: string) => [
  ...taken.slice(1 - REMEMBERED),
  { attemptId, requestHash, at },
];

function ended(
  state: ChatState,
  replyId: string,
  outcome: { status: ReplyStatus; units: number },
  unshared: Unshared | undefined,
): ChatState {
  const known = state.messages[replyId];
  if (known?.role !== 'assistant') return { ...state, open: null };
  const messages = withEntries(state.messages, [[replyId, { ...known, ...outcome }]], unshared);
  return { ...state, open: null, messages };
}

function without(state: ChatState, ids: readonly string[]): ChatState {
  const gone = new Set(ids);
  const messages = Object.fromEntries(Object.entries(state.messages).filter(([id]) => !gone.has(id)));
  return { ...state, messages };
}

/** The request when it was taken before. @throws DomainError idempotency_key_reused when it was another one */
export function takenBefore(
  { taken }: ChatState,
  { attemptId, requestHash }: Omit<TakenRequest, 'at'>,
): TakenRequest | undefined {
  const known = taken.find((one) => one.attemptId === attemptId);
  if (known && known.requestHash !== requestHash) throw keyReused();
  return known;
}

/** The reply that a hold's zaps are for; null when it is not there. */
export function replyPaidBy({ messages }: ChatState, holdId: string): string | null {
  const found = Object.entries(messages).find(([, one]) => one.role === 'assistant' && one.holdId === holdId);
  return found?.[0] ?? null;
}
