import { promptInFormat, USUAL_FORMAT } from '@storyreel/contracts';
import type { FilmFormat } from '@storyreel/contracts';
import { CreateRefused } from '../http/provider-errors';
import { promptWithCast } from './generation-provider';
import type { CastInRequest, GenerationProvider, ReferencePicture } from './generation-provider';

export interface ImageRequest extends CastInRequest {
  prompt: string;
  /** Number of different images, 1 to 4. */
  count: number;
  /** The product's model name, for example 'v6.1', which a provider maps to one of its models. */
  model: string;
  /** The same prompt and seed give the same images, if the provider supports it. */
  seed?: number;
  /** Description of the view that each image shows; only for providers wrapped by `inViews`. */
  views?: readonly string[];
  /** USUAL_FORMAT when absent. */
  format?: FilmFormat;
  /** Things that must not appear in the image; ignored by models without an input for them. */
  negativePrompt?: string;
  /**
   * The image to change as the prompt says, or to enlarge. The result is then a single image, and the request has no
   * cast.
   */
  source?: SourcePicture;
  /** A PNG as large as the source, transparent where the source may change. Models without a mask refuse it. */
  mask?: ReferencePicture;
  /** Enlarges the source by this factor; the prompt is then empty. */
  factor?: number;
}

export interface SourcePicture extends ReferencePicture {
  /** Pixels. */
  width: number;
  height: number;
}

export type ImageProvider = GenerationProvider<ImageRequest>;

const MAX_COUNT = 4;

/** Removes command-line switches meant for other image services, which a model without them would paint as words. */
const withoutSwitches = (prompt: string): string => prompt.replace(/\s--\w+(?:\s+(?!--)\S+)?/gu, '').trim();

/**
 * Checks a request and returns its prompt, which names the format if the request names one.
 * @throws CreateRefused
 */
export function promptOf({ prompt, count, format = USUAL_FORMAT, source, ...cast }: ImageRequest): string {
  const words = withoutSwitches(prompt);
  const isNew = words !== '' && source === undefined;
  const text = isNew ? promptInFormat(promptWithCast(words, cast), format) : words;
  if (text === '') throw new CreateRefused('The prompt is empty.', { reason: 'invalid-input' });
  if (!Number.isInteger(count) || count < 1 || count > MAX_COUNT)
    throw new CreateRefused(`Between 1 and ${MAX_COUNT} images can be made at once.`, { reason: 'invalid-input' });
  return text;
}
