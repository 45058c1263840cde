import type { GenerationProvider } from '../generation-provider';

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
