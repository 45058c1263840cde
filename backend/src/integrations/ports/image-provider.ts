import { CreateRefused } from '../http/provider-errors';
import type { GenerationProvider } from './generation-provider';

export interface ImageRequest {
  prompt: string;
  /** Pictures that differ from each other, 1 to 4. */
  count: number;
  /** The product's model name, for example 'v6.1'; a provider maps it to a model of its own. */
  model: string;
  /** Same prompt and seed: the same pictures, where the provider can. */
  seed?: number;
  /** Pixels; 9:16. */
  width?: number;
  height?: number;
}

export const DEFAULT_IMAGE_SIZE = { width: 768, height: 1365 } as const;

export type ImageProvider = GenerationProvider<ImageRequest>;

const MAX_COUNT = 4;

/** Switches that other image services understand; models that do not would paint them as words. */
const withoutSwitches = (prompt: string): string => prompt.replace(/\s--\w+(?:\s+(?!--)\S+)?/gu, '').trim();

/** The words to paint, of a request that can be made. @throws CreateRefused */
export function promptOf({ prompt, count }: ImageRequest): string {
  const text = withoutSwitches(prompt);
  if (text === '') throw new CreateRefused('The prompt is empty.', { reason: 'invalid-input' });
  if (!Number.isInteger(count) || count < 1 || count > MAX_COUNT)
    throw new CreateRefused(`Between 1 and ${MAX_COUNT} pictures can be made at once.`, { reason: 'invalid-input' });
  return text;
}
