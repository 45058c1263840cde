import { CHAT_REPLY_TOKENS, chatPrice, tokensOf } from '@storyreel/contracts';
import type { TextEnd } from '../../integrations/ports/text-writer';
import type { ChatEvent, ChatState, OpenReply } from './chat';

/** A try at a reply, as the worker that makes it knows it. */
export interface ReplyTry {
  replyId: string;
  holdId: string;
}

/** More of the reply, which follows what is written up to `offset`. */
export interface Addition {
  offset: number;
  text: string;
}

/** The reply while this try at it is under way; null when it has ended, or another try has taken its place. */
export const underWay = ({ open }: ChatState, { replyId, holdId }: ReplyTry): OpenReply | null =>
  open?.replyId === replyId && open.holdId === holdId ? open : null;

export function decideStart(state: ChatState, { replyId, holdId }: ReplyTry, provider: string): ChatEvent[] {
  return underWay(state, { replyId, holdId })
    ? [{ type: 'ChatReplyStarted', data: { replyId, holdId, provider } }]
    : [];
}

/** What does not follow what is written is of somebody who has lost the job, or was written before. */
export function decideGrow(state: ChatState, { replyId, holdId }: ReplyTry, { offset, text }: Addition): ChatEvent[] {
  if (underWay(state, { replyId, holdId })?.written !== offset || text === '') return [];
  return [{ type: 'ChatReplyGrew', data: { replyId, holdId, offset, text } }];
}

/** Costs the tokens of the question and those of the reply; what else the provider was given is not the creator's. */
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
