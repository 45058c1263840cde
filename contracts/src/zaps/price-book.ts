import { findVideoModel, linesAskedFor } from '../videos/models';
import { toUnits, UNITS_PER_ZAP } from './amount';

/** Goes with every charge, so that an old charge can be explained by the book it was made from. */
export const PRICE_BOOK_VERSION = '2026-11-01';

const IMAGE_USD = 0.025;
const USD_PER_ZAP = 0.03;
const MIN_VIDEO_ZAPS = 5;
const TEXT_ZAPS = 0.5;
const CHAT_ZAPS_PER_TOKEN = 0.3 / 1000;
const MIN_CHAT_ZAPS = 0.01;

/** Estimated units of work; which of them count depends on the operation. */
export interface Usage {
  images?: number;
  seconds?: number;
  resolution?: string;
  mode?: string;
  requests?: number;
  scenes?: number;
  tokens?: number;
}
export interface PriceQuestion {
  provider: string;
  model: string;
  operation: string;
  usage: Usage;
}
export interface Price {
  /** Ledger units, an integer. */
  units: number;
  /** Dollars that the provider asks for it. */
  usd: number;
  version: string;
}

/** Dollars are rounded to a millionth first: 0.1 / 0.03 must not become 4 zaps by a float's error. */
const wholeZaps = (usd: number): number => Math.ceil(Math.round((usd / USD_PER_ZAP) * 1e6) / 1e6);

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

function videoPrice(model: string, usage: Usage): Price | null {
  const lines = linesAskedFor(usage) ?? '1080p';
  const perSecond = findVideoModel(model)?.qualities.find(({ label }) => label === lines)?.usdPerSecond;
  if (perSecond === undefined || !usage.seconds || usage.seconds <= 0) return null;
  const usd = perSecond * usage.seconds;
  return price(Math.max(MIN_VIDEO_ZAPS, wholeZaps(usd)), usd);
}

const price = (zaps: number, usd: number): Price => ({
  units: toUnits(zaps),
  usd: Math.round(usd * 1e6) / 1e6,
  version: PRICE_BOOK_VERSION,
});

/** The price of an operation, or null when the book does not know it. */
export function priceOf({ model, operation, usage }: PriceQuestion): Price | null {
  if (operation === 'generate_video') return videoPrice(model, usage);
  if (operation === 'generate_image') {
    const images = usage.images ?? 4;
    if (images <= 0) return null;
    return price(Math.max(images, wholeZaps(IMAGE_USD * images)), IMAGE_USD * images);
  }
  if (operation === 'chat_completion') {
    const units = Math.ceil((usage.tokens ?? 0) * CHAT_ZAPS_PER_TOKEN * UNITS_PER_ZAP);
    return { units: Math.max(toUnits(MIN_CHAT_ZAPS), units), usd: 0, version: PRICE_BOOK_VERSION };
  }
  if ((TEXT_OPERATIONS as readonly string[]).includes(operation)) {
    return price(TEXT_ZAPS * Math.max(0, usage.scenes ?? usage.requests ?? 1), 0);
  }
  return null;
}
