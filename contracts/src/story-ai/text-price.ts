import { UNITS_PER_ZAP } from '../zaps/amount';
import { type Price, price } from '../zaps/price';

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
] as const;
export type TextOperation = (typeof TEXT_OPERATIONS)[number];

export const textPrice = (texts: number): Price => price(TEXT_ZAPS * texts, 0);

export function chatPrice(tokens: number): Price {
  const units = Math.ceil(tokens * CHAT_ZAPS_PER_TOKEN * UNITS_PER_ZAP);
  return price(Math.max(LEAST_CHAT_ZAPS, units / UNITS_PER_ZAP), 0);
}
