import { CHAT_REPLY_TOKENS, chatPrice, tokensOf } from '@storyreel/contracts';
import type { TextEnd } from '../../integrations/ports/text-writer';
import type { ChatEvent, ChatState, OpenReply } from './chat';

/** An attempt at a reply, by the ids that its worker has. */
export interface ReplyTry {
  replyId: string;
  holdId: string;
}

/** Text to append to a reply at `offset`. */
export interface Addition {
  offset: number;
  text: string;
}

/** Returns the reply while this attempt is open; null when it has ended or another attempt has replaced it. */
export const underWay = ({ open }: ChatState, { replyId, holdId }: ReplyTry): OpenReply | null =>
  open?.replyId === replyId && open.holdId === holdId ? open : null;

export function decideStart(state: ChatState, { replyId, holdId }: ReplyTry, provider: string): ChatEvent[] {
  return underWay(state, { replyId, holdId })
    ? [{ type: 'ChatReplyStarted', data: { replyId, holdId, provider } }]
    : [];
}

/**
 * Adds text to a reply. An addition at another offset is ignored: it comes from a worker that lost the job, or was
 * already written.
 */
export function decideGrow(state: ChatState, { replyId, holdId }: ReplyTry, { offset, text }: Addition): ChatEvent[] {
  if (underWay(state, { replyId, holdId })?.written !== offset || text === '') return [];
  return [{ type: 'ChatReplyGrew', data: { replyId, holdId, offset, text } }];
}

/**
 * Completes a reply and charges the tokens of the question and of the reply; other context that the provider receives
 * is free for the creator.
 */
export function decideComplete(
  state: ChatState,
  { replyId, holdId }: ReplyTry,
  { offset, text }: Addition,
  { outputTokens, usd, isCutOff }: TextEnd,
): ChatEvent[] {
  const open = underWay(state, { replyId, holdId });
  if (open?.written !== offset) return [];
  const counted = outputTokens > 0 ? outputTokens : tokensOf({ length: offset + text.length });
  const { units } = chatPrice(open.questionTokens + Math.min(counted, CHAT_REPLY_TOKENS));
  return [{ type: 'ChatReplyCompleted', data: { replyId, holdId, offset, text, isCutOff, units, usd } }];
}

export function decideFailReply(state: ChatState, { replyId, holdId }: ReplyTry, error: string): ChatEvent[] {
  return underWay(state, { replyId, holdId }) ? [{ type: 'ChatReplyFailed', data: { replyId, holdId, error } }] : [];
}
