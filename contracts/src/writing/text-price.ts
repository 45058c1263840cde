import { price, UNITS_PER_ZAP } from '../money/amount';
import type { Price } from '../money/amount';

const TEXT_ZAPS = 0.5;
const CHAT_ZAPS_PER_TOKEN = 0.3 / 1000;
const LEAST_CHAT_ZAPS = 0.01;

export const TEXT_OPERATIONS = [
  'process_story',
  'scene_description',
  'continuity',
  'video_prompt',
  'enhance_prompt',
  'image_prompt',
  'post_description',
  'write_story',
  'abridge_story',
] as const;
export type TextOperation = (typeof TEXT_OPERATIONS)[number];

export const textPrice = (texts: number): Price => price(TEXT_ZAPS * texts, 0);

export function chatPrice(tokens: number): Price {
  const units = Math.ceil(tokens * CHAT_ZAPS_PER_TOKEN * UNITS_PER_ZAP);
  return price(Math.max(LEAST_CHAT_ZAPS, units / UNITS_PER_ZAP), 0);
}

/** Maximum tokens of a reply. Separate from the schemas, so that the front end's first load does not include zod. */
export const CHAT_REPLY_TOKENS = 1_000;

/** Estimates the tokens of a text from its length. */
export const tokensOf = ({ length }: { length: number }): number => Math.ceil(length / 4);

/**
 * Returns the maximum number of tokens that are paid for a message: its own, and those of the longest possible reply.
 */
export const mostChatTokens = (message: string): number => tokensOf(message) + CHAT_REPLY_TOKENS;
