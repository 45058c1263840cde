import { tokensOf } from '@storyreel/contracts';
import { withEntries } from '../../eventsourcing/domain/aggregate';
import type { Aggregate, FoldContext, OwnedValue } from '../../eventsourcing/domain/aggregate';
import type { DomainEvent } from '../../eventsourcing/domain/domain-event';
import { keyReused } from '../../lib/domain-error';
import { derivedId } from '../../lib/ids';

/** Name of a reply's cost in the ledger. */
export const CHAT_OPERATION = 'chat_completion';
export const CHAT_CATEGORY = 'chat';

/** An attempt at a reply: the reply, and the hold that pays for this attempt. */
interface Try {
  replyId: string;
  holdId: string;
}

/** Events of a user's chat about one project, or about no project, all in the stream `chat-<id>`. */
export type ChatEvent =
  /**
   * A question was posted, and its reply is pending. `attemptId`: id of the request, by which a repeat is recognised.
   */
  | DomainEvent<
      'ChatMessagePosted',
      Try & { messageId: string; projectId: string | null; content: string; attemptId: string; requestHash: string }
    >
  | DomainEvent<'ChatReplyRetried', Try & { attemptId: string; requestHash: string }>
  /**
   * The provider is about to be called; this event is stored before the call. It discards the text of an earlier
   * attempt.
   */
  | DomainEvent<'ChatReplyStarted', Try & { provider: string }>
  /** `offset`: the length of the text before this addition, in UTF-16 code units. */
  | DomainEvent<'ChatReplyGrew', Try & { offset: number; text: string }>
  /** `units`: the cost in ledger units. */
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

/** A message in the chat's state. Its text is only in the view, so that the state stays small. */
export type KnownMessage =
  | { role: 'user' }
  | {
      role: 'assistant';
      questionId: string;
      questionTokens: number;
      holdId: string;
      status: ReplyStatus;
      /** The reply's final cost in ledger units; 0 when it cost nothing. */
      units: number;
    };
type ReplyStatus = 'open' | 'complete' | 'failed' | 'stopped';

/** The open reply; a chat has at most one. */
export interface OpenReply {
  replyId: string;
  holdId: string;
  isStarted: boolean;
  /** Number of UTF-16 code units written so far. */
  written: number;
  questionTokens: number;
}

/** An accepted request, by its id. */
export interface TakenRequest {
  attemptId: string;
  requestHash: string;
  /** ISO 8601 */
  at: string;
}

export interface ChatState {
  projectId: string | null;
  /** The messages that are not deleted, by id. */
  messages: Readonly<Record<string, KnownMessage>>;
  open: OpenReply | null;
  /** The newest accepted requests, to recognise repeats. */
  taken: readonly TakenRequest[];
}

/** Number of requests remembered: far more than can come between a request and its repeat. */
const REMEMBERED = 500;

export const chatAggregate: Aggregate<ChatState, ChatEvent> = {
  category: 'chat',
  initial: { projectId: null, messages: {}, open: null, taken: [] },
  evolve,
  snapshot: { version: 1 },
};

/** Returns the id of a user's chat about a project; null stands for no project. */
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
  unshared: OwnedValue | undefined,
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

/**
 * Returns the request if it was accepted before.
 * @throws DomainError idempotency_key_reused when the id belongs to a different request
 */
export function takenBefore(
  { taken }: ChatState,
  { attemptId, requestHash }: Omit<TakenRequest, 'at'>,
): TakenRequest | undefined {
  const known = taken.find((one) => one.attemptId === attemptId);
  if (known && known.requestHash !== requestHash) throw keyReused();
  return known;
}

/** Returns the id of the reply for which a hold pays; null when there is no such reply. */
export function replyPaidBy({ messages }: ChatState, holdId: string): string | null {
  const found = Object.entries(messages).find(([, one]) => one.role === 'assistant' && one.holdId === holdId);
  return found?.[0] ?? null;
}
