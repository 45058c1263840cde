import { type Price, providerPrice } from '../zaps/price';
import { findVideoModel, linesAskedFor } from './models';

export const LEAST_VIDEO_ZAPS = 5;

/** Null for what the model does not make. */
export function videoPrice(
  model: string,
  { seconds = 0, ...settings }: { seconds?: number; resolution?: unknown; mode?: unknown },
): Price | null {
  const lines = linesAskedFor(settings) ?? '1080p';
  const perSecond = findVideoModel(model)?.qualities.find(({ label }) => label === lines)?.usdPerSecond;
  if (perSecond === undefined || !(seconds > 0)) return null;
  return providerPrice(perSecond * seconds, LEAST_VIDEO_ZAPS);
}
