import type { GenerationProvider } from '../generation-provider';
import type { ModelSettings } from './model-settings';

/** The picture a clip starts from: its bytes, read when they are needed, or a public http(s) address. */
export type VideoImage = { mimeType: string; read: () => Promise<Buffer> } | { url: string };

export interface VideoRequest {
  /** A known id of the registry in `models.ts`. */
  modelId: string;
  prompt: string;
  image: VideoImage;
  /** 1 to 30; a model that cannot do it gets the nearest it can. */
  durationSeconds: number;
  /** The model's own settings (mode, resolution, fps …), already checked by `validSettings`. */
  settings: ModelSettings;
}

export type VideoProvider = GenerationProvider<VideoRequest>;
