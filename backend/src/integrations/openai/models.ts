import { nearestFormat, SERVICE_MODELS, USUAL_FORMAT } from '@storyreel/contracts';
import type { FilmFormat, PictureSize } from '@storyreel/contracts';
import type OpenAI from 'openai';

/**
 * OpenAI's cheapest model that is not being withdrawn. Its predecessor ends in January 2027; the source is in
 * contracts/src/models/service-models.ts.
 */
export const DEFAULT_TEXT_MODEL = 'gpt-6-luna';

/**
 * The catalogue lists the longer of two names first, so that the first matching prefix is the right one. Unknown models
 * count as 0.
 */
const priceOf = (model: string) =>
  SERVICE_MODELS.find(({ kind, slug }) => kind === 'text' && model.startsWith(slug))?.usdPerMillion;

/** Returns the warning for a model without a known price; null for a priced one. */
export const unpriced = (model: string): string | null => (priceOf(model) ? null : noPriceOf(model));

const noPriceOf = (model: string): string =>
  `The price of ${model} is unknown: its results count as $0 in cost reports.`;

export function usdOf(model: string, inputTokens: number, outputTokens: number): number {
  const price = priceOf(model) ?? { input: 0, output: 0 };
  return (inputTokens * price.input + outputTokens * price.output) / 1_000_000;
}

/** OpenAI's newer models refuse the old parameter name, and many other servers do not support the new one. */
export const answerLimit = (isOpenAis: boolean, maxTokens: number) =>
  isOpenAis ? { max_completion_tokens: maxTokens } : { max_tokens: maxTokens };

/**
 * Models that can turn reasoning off; older ones refuse the setting. The source for gpt-5.1 is
 * github.com/openai/openai-agents-python issue 2089; for later ones this is assumed (read 2026-11-28).
 */
const THINKS_UNLESS_TOLD = /^gpt-(?:5\.|[6-9])/;

/** Turns reasoning off: its tokens cost as much as text, count towards the same limit, and keep a reader waiting. */
export const effortOf = (model: string) =>
  THINKS_UNLESS_TOLD.test(model) ? { reasoning_effort: 'none' as const } : undefined;

export const DEFAULT_IMAGE_MODEL = 'gpt-image-2';

export interface ImageModelOptions {
  /** Defaults to gpt-image-2. */
  imageModel?: string;
  /** A size such as '864x1536', for images of the format nearest to it. Defaults to sizes that suit the model. */
  imageSize?: string;
  /** Defaults to 'medium' for OpenAI's own models; otherwise the server decides. */
  imageQuality?: 'low' | 'medium' | 'high' | 'auto';
}

/** Recognises OpenAI's own models by name; their parameters differ from those of other models. */
const isGptImage = (model: string): boolean => /^(?:gpt|chatgpt)-image-/u.test(model);

/** Models before gpt-image-2 have three sizes (npm openai 6.49.0, resources/images.d.ts, read 2026-11-28). */
const hasFixedSizes = (model: string): boolean => /^(?:gpt-image-1|chatgpt-image-)/u.test(model);

type Sizes = Record<FilmFormat, string>;
/** The nearest of the three fixed sizes for each format. */
const FIXED: Sizes = { '9:16': '1024x1536', '16:9': '1536x1024', '1:1': '1024x1024', '4:5': '1024x1536' };
/** Sides divisible by 16, as gpt-image-2 requires (npm openai 6.49.0, resources/images.d.ts, read 2026-11-28). */
const FREE: Sizes = { '9:16': '864x1536', '16:9': '1536x864', '1:1': '1024x1024', '4:5': '1024x1280' };
/**
 * Sides divisible by 64, which common diffusion models accept; this is not documented for every model, chosen
 * 2026-11-28.
 */
const COMMON: Sizes = { '9:16': '576x1024', '16:9': '1024x576', '1:1': '768x768', '4:5': '768x960' };

const sizesOf = (model: string): Sizes => (hasFixedSizes(model) ? FIXED : isGptImage(model) ? FREE : COMMON);

/** Replaces the size of one format: the format nearest to the configured size. */
function withSize(sizes: Sizes, size: string | undefined): Sizes {
  const [width, height] = size?.split('x').map(Number) ?? [];
  return size !== undefined && width && height ? { ...sizes, [nearestFormat(width, height)]: size } : sizes;
}

/** Pixels of an edited image, as many as of a new one. */
const EDITED_PIXELS = 864 * 1_536;
const STEP = 16;

/** Returns a size of the same shape, with as many pixels as a new image and with sides that OpenAI's models accept. */
function freeSize(width: number, height: number): `${number}x${number}` {
  const scale = Math.sqrt(EDITED_PIXELS / (width * height));
  const side = (length: number): number => Math.max(1, Math.round((length * scale) / STEP)) * STEP;
  return `${side(width)}x${side(height)}`;
}

/**
 * Dollars per million tokens, by prefix of the model's name, longest first. Unknown models count as 0. Sources and dates
 * are in contracts/src/models/image-models.ts.
 */
const IMAGE_PRICES: readonly [string, { input: number; output: number }][] = [
  ['gpt-image-1-mini', { input: 2, output: 8 }],
  ['gpt-image-2', { input: 5, output: 30 }],
];

export interface ImageTokens {
  input_tokens: number;
  output_tokens: number;
}

export class ImageModel {
  readonly name: string;
  private readonly sizes: Sizes;
  private readonly extra: Partial<OpenAI.ImageGenerateParamsNonStreaming>;

  constructor({ imageModel = DEFAULT_IMAGE_MODEL, imageSize, imageQuality }: ImageModelOptions) {
    this.name = imageModel;
    this.sizes = withSize(sizesOf(imageModel), imageSize);
    const quality = imageQuality ?? (isGptImage(imageModel) ? 'medium' : undefined);
    const format = isGptImage(imageModel)
      ? // OpenAI's models always return bytes, by default as PNG, and refuse `response_format`.
        ({ output_format: 'jpeg', output_compression: 92 } as const)
      : ({ response_format: 'b64_json' } as const);
    this.extra = { ...format, ...(quality === undefined ? {} : { quality }) };
  }

  /** Returns the request body for n images. */
  body(prompt: string, n: number, format: FilmFormat = USUAL_FORMAT): OpenAI.ImageGenerateParamsNonStreaming {
    return { model: this.name, prompt, n, size: this.sizes[format], ...this.extra };
  }

  /** Returns the request body for an edited image, in the model's size that is nearest to the image's shape. */
  editBody(prompt: string, { width, height }: PictureSize): OpenAI.ImageGenerateParamsNonStreaming {
    const format = nearestFormat(width, height);
    const isFree = isGptImage(this.name) && !hasFixedSizes(this.name);
    return { ...this.body(prompt, 1, format), ...(isFree && { size: freeSize(width, height) }) };
  }

  private get price() {
    return IMAGE_PRICES.find(([prefix]) => this.name.startsWith(prefix))?.[1];
  }

  /** Returns a warning about the model for the operator; null without one. */
  remark(): string | null {
    return this.price ? null : noPriceOf(this.name);
  }

  usd({ input_tokens, output_tokens }: ImageTokens): number {
    const price = this.price ?? { input: 0, output: 0 };
    return (input_tokens * price.input + output_tokens * price.output) / 1_000_000;
  }
}
