import { LIMITS } from '../common/limits';
import type { PictureSize } from '../generation/image-work';
import { providerPrice } from '../money/amount';
import type { Price } from '../money/amount';
import { findUpscaler } from './catalogue';
import type { Upscaler } from './entry';

export const UPSCALE_FACTORS = [2, 4] as const;
export type UpscaleFactor = (typeof UPSCALE_FACTORS)[number];

export const upscaledSize = ({ width, height }: PictureSize, factor: number): PictureSize => ({
  width: width * factor,
  height: height * factor,
});

const pixels = ({ width, height }: PictureSize): number => width * height;
const inMillions = (count: number): string => `${Math.floor(count / 100_000) / 10} million pixels`;
/** The product accepts no larger image than `LIMITS.imagePixels` from any source. */
const most = ({ mostPixels }: Upscaler): number => Math.min(mostPixels, LIMITS.imagePixels);

/** Returns why a model cannot upscale an image of this size; null when it can. */
export function upscaleProblem(model: Upscaler, size: PictureSize, factor: number): string | null {
  if (!model.factors.some((one) => one === factor)) return `${model.name} does not enlarge ${factor} times.`;
  if (model.mostPixelsIn !== undefined && pixels(size) > model.mostPixelsIn)
    return `The image is too large for ${model.name}, which takes ${inMillions(model.mostPixelsIn)}.`;
  if (pixels(upscaledSize(size, factor)) > most(model))
    return `The result would be larger than ${inMillions(most(model))}, the most that can be made.`;
  return null;
}

/**
 * Returns the price of a result with this many pixels; null for an unknown model, or for more pixels than the model can
 * make.
 */
export function upscalePrice(modelId: string, resultPixels: number): Price | null {
  const step = findUpscaler(modelId)?.prices.find(({ upToPixels }) => resultPixels <= upToPixels);
  return step ? providerPrice(step.usd, 1) : null;
}
