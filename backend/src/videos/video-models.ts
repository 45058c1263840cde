import {
  VIDEO_MODEL_IDS,
  type ModelSchema,
  type SettingSchema,
  type VideoModel,
  type VideoModelId,
} from '@storyreel/contracts';

interface KnownModel {
  name: string;
  schema: ModelSchema;
}

const picture = (title: string): SettingSchema => ({ type: 'string', title, description: 'Taken from the scene.' });
const prompt: SettingSchema = { type: 'string', title: 'Prompt', description: 'What happens in the video.' };
const seed: SettingSchema = {
  type: 'integer',
  title: 'Seed',
  description: 'The same seed gives a similar video.',
  minimum: 0,
};

const choice = (
  title: string,
  description: string,
  options: (string | number)[],
  standard: string | number,
): SettingSchema => ({
  type: typeof standard === 'number' ? 'integer' : 'string',
  title,
  description,
  enum: options,
  default: standard,
});
const resolution = (options: string[], standard: string): SettingSchema =>
  choice('Resolution', 'Height of the video.', options, standard);

const seedance = (extras: ModelSchema = {}): ModelSchema => ({
  prompt,
  image: picture('Image'),
  last_frame_image: picture('Last frame'),
  duration: { type: 'integer', title: 'Duration', description: 'Seconds.', minimum: 2, maximum: 12, default: 5 },
  resolution: resolution(['480p', '720p', '1080p'], '1080p'),
  aspect_ratio: choice(
    'Aspect ratio',
    'Without effect when the video starts from an image.',
    ['16:9', '4:3', '1:1', '3:4', '9:16', '21:9'],
    '9:16',
  ),
  fps: choice('Frames per second', 'How smooth it moves.', [24], 24),
  camera_fixed: { type: 'boolean', title: 'Fixed camera', description: 'The camera does not move.', default: false },
  seed,
  ...extras,
});

const MODELS: Record<VideoModelId, KnownModel> = {
  'kling-v2.1': {
    name: 'Kling v2.1',
    schema: {
      prompt,
      start_image: picture('First frame'),
      end_image: picture('Last frame'),
      mode: choice('Mode', 'standard gives 720p, pro 1080p.', ['standard', 'pro'], 'standard'),
      duration: choice('Duration', 'Seconds.', [5, 10], 5),
      negative_prompt: {
        type: 'string',
        title: 'Negative prompt',
        description: 'What should not be seen.',
        default: '',
      },
    },
  },
  'hailuo-02': {
    name: 'Hailuo 02',
    schema: {
      prompt,
      first_frame_image: picture('First frame'),
      last_frame_image: picture('Last frame'),
      duration: choice('Duration', 'Seconds; 10 at 768p only.', [6, 10], 6),
      resolution: resolution(['512p', '768p', '1080p'], '1080p'),
      prompt_optimizer: {
        type: 'boolean',
        title: 'Prompt optimizer',
        description: 'The model may rewrite the prompt.',
        default: true,
      },
    },
  },
  'seedance-1-pro': { name: 'Seedance 1 Pro', schema: seedance() },
  'seedance-1-lite': { name: 'Seedance 1 Lite', schema: seedance({ reference_images: picture('Reference images') }) },
};

export const videoModels = (): VideoModel[] => VIDEO_MODEL_IDS.map((id) => ({ id, name: MODELS[id].name }));

export const findVideoModel = (id: string): KnownModel | null =>
  Object.hasOwn(MODELS, id) ? MODELS[id as VideoModelId] : null;
