import type { ModelSchema, SettingSchema, VideoModelId } from '@storyreel/contracts';
import type { ModelSettings } from './model-settings';

export interface VideoModelEntry {
  id: VideoModelId;
  name: string;
  /** Owner and name at Replicate. */
  slug: `${string}/${string}`;
  /** The input that takes the first frame. */
  imageInput: string;
  schema: ModelSchema;
}

const text = (title: string, description: string): SettingSchema => ({ type: 'string', title, description });
const choice = (title: string, description: string, options: readonly string[], fallback: string): SettingSchema => ({
  type: 'string',
  title,
  description,
  enum: [...options],
  default: fallback,
});
const flag = (title: string, description: string, fallback: boolean): SettingSchema => ({
  type: 'boolean',
  title,
  description,
  default: fallback,
});

const PROMPT = text('Prompt', 'What happens in the clip and how the camera moves.');
const SEED: SettingSchema = {
  type: 'integer',
  title: 'Seed',
  description: 'The same seed and settings give a similar clip again.',
  minimum: 0,
  maximum: 2_147_483_647,
};
const ASPECTS = ['16:9', '4:3', '1:1', '3:4', '9:16', '21:9', '9:21'] as const;

const seedance = (last: SettingSchema): ModelSchema => ({
  prompt: PROMPT,
  image: text('Image', 'The first frame.'),
  last_frame_image: last,
  duration: { type: 'integer', title: 'Duration', description: 'Seconds.', default: 5, minimum: 2, maximum: 12 },
  resolution: choice('Resolution', 'More lines cost more.', ['480p', '720p', '1080p'], '1080p'),
  aspect_ratio: choice('Aspect ratio', 'Follows the image when there is one.', ASPECTS, '9:16'),
  fps: {
    type: 'integer',
    title: 'Frames per second',
    description: 'How many frames a second has.',
    default: 24,
    enum: [24],
  },
  camera_fixed: flag('Fixed camera', 'Keeps the camera still.', false),
  seed: SEED,
});

const LAST_FRAME = text('Last frame', 'Where the clip should end.');

export const VIDEO_MODELS: readonly VideoModelEntry[] = [
  {
    id: 'kling-v2.1',
    name: 'Kling v2.1',
    slug: 'kwaivgi/kling-v2.1',
    imageInput: 'start_image',
    schema: {
      prompt: PROMPT,
      start_image: text('Start image', 'The first frame.'),
      end_image: text('End image', 'The last frame; only in pro mode.'),
      mode: choice('Mode', 'standard gives 720p, pro gives 1080p.', ['standard', 'pro'], 'standard'),
      duration: { type: 'integer', title: 'Duration', description: 'Seconds.', default: 5, enum: [5, 10] },
      negative_prompt: text('Negative prompt', 'What should not be seen.'),
    },
  },
  {
    id: 'hailuo-02',
    name: 'Hailuo 02',
    slug: 'minimax/hailuo-02',
    imageInput: 'first_frame_image',
    schema: {
      prompt: PROMPT,
      first_frame_image: text('First frame', 'The first frame.'),
      last_frame_image: LAST_FRAME,
      duration: {
        type: 'integer',
        title: 'Duration',
        description: 'Seconds; 10 only at 768p and below.',
        default: 6,
        enum: [6, 10],
      },
      resolution: choice('Resolution', 'More lines cost more.', ['512p', '768p', '1080p'], '1080p'),
      prompt_optimizer: flag('Prompt optimizer', 'Lets the model improve the prompt.', true),
    },
  },
  {
    id: 'seedance-1-pro',
    name: 'Seedance 1 Pro',
    slug: 'bytedance/seedance-1-pro',
    imageInput: 'image',
    schema: seedance(LAST_FRAME),
  },
  {
    id: 'seedance-1-lite',
    name: 'Seedance 1 Lite',
    slug: 'bytedance/seedance-1-lite',
    imageInput: 'image',
    schema: seedance(LAST_FRAME),
  },
];

export const findVideoModel = (modelId: string): VideoModelEntry | null =>
  VIDEO_MODELS.find(({ id }) => id === modelId) ?? null;

/** The nearest duration the model can make, in seconds: what a price has to be reckoned with. */
export function modelDuration(modelId: string, seconds: number): number {
  const schema = findVideoModel(modelId)?.schema.duration;
  if (schema === undefined) return seconds;
  const options = schema.enum?.map(Number);
  if (options !== undefined) {
    const [short = seconds, long = seconds] = options;
    return seconds <= (modelId === 'hailuo-02' ? 8 : (short + long) / 2) ? short : long;
  }
  return Math.min(schema.maximum ?? seconds, Math.max(schema.minimum ?? seconds, Math.round(seconds)));
}

/** What a model cannot do although each setting by itself is fine; null when it can. */
export function combinationProblem(modelId: string, seconds: number, settings: ModelSettings): string | null {
  if (
    modelId === 'hailuo-02' &&
    modelDuration(modelId, seconds) === 10 &&
    outputResolution(modelId, settings) === '1080p'
  ) {
    return 'Hailuo 02 makes clips of 10 seconds only up to 768p.';
  }
  if (modelId === 'kling-v2.1' && settings.end_image !== undefined && settings.mode !== 'pro')
    return 'Kling v2.1 takes an end image only in pro mode.';
  return null;
}

/** The lines the clip will have, from the settings or the model's default. */
export function outputResolution(modelId: string, settings: ModelSettings): string {
  if (typeof settings.resolution === 'string') return settings.resolution;
  if (typeof settings.mode === 'string') return settings.mode === 'pro' ? '1080p' : '720p';
  const fallback = findVideoModel(modelId)?.schema.resolution?.default;
  return typeof fallback === 'string' ? fallback : '720p';
}
