import { settingOf, type VideoModelFacts, type VideoModelId } from './models';
import type { ModelSchema, SettingSchema } from './jobs';

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
const LAST_FRAME = text('Last frame', 'Where the clip should end.');
const ASPECTS = ['16:9', '4:3', '1:1', '3:4', '9:16', '21:9', '9:21'] as const;

function duration({ seconds }: VideoModelFacts, description = 'Seconds.'): SettingSchema {
  const common = { type: 'integer', title: 'Duration', description, default: seconds.default } as const;
  return 'only' in seconds
    ? { ...common, enum: [...seconds.only] }
    : { ...common, minimum: seconds.min, maximum: seconds.max };
}

function quality(model: VideoModelFacts, title: string, description: string): SettingSchema {
  const sent = (lines: string): string => Object.values(settingOf(model, lines)).join();
  const options = model.qualities.map(({ label }) => sent(label));
  return choice(title, description, options, sent(model.defaultQuality));
}

const seedance = (model: VideoModelFacts): ModelSchema => ({
  prompt: PROMPT,
  image: text('Image', 'The first frame.'),
  last_frame_image: LAST_FRAME,
  duration: duration(model),
  resolution: quality(model, 'Resolution', 'More lines cost more.'),
  aspect_ratio: choice('Aspect ratio', 'Follows the image when there is one.', ASPECTS, '9:16'),
  fps: {
    type: 'integer',
    title: 'Frames per second',
    description: 'How many frames a second has.',
    default: 24,
    enum: [24],
  },
  camera_fixed: flag('Fixed camera', 'Keeps the camera still.', false),
  seed: {
    type: 'integer',
    title: 'Seed',
    description: 'The same seed and settings give a similar clip again.',
    minimum: 0,
    maximum: 2_147_483_647,
  },
});

const FIELDS: Record<VideoModelId, (model: VideoModelFacts) => ModelSchema> = {
  'kling-v2.1': (model) => ({
    prompt: PROMPT,
    start_image: text('Start image', 'The first frame.'),
    end_image: text('End image', 'The last frame; only in pro mode.'),
    mode: quality(model, 'Mode', 'standard gives 720p, pro gives 1080p.'),
    duration: duration(model),
    negative_prompt: text('Negative prompt', 'What should not be seen.'),
  }),
  'hailuo-02': (model) => ({
    prompt: PROMPT,
    first_frame_image: text('First frame', 'The first frame.'),
    last_frame_image: LAST_FRAME,
    duration: duration(model, 'Seconds; 10 only at 768p and below.'),
    resolution: quality(model, 'Resolution', 'More lines cost more.'),
    prompt_optimizer: flag('Prompt optimizer', 'Lets the model improve the prompt.', true),
  }),
  'seedance-1-pro': seedance,
  'seedance-1-lite': seedance,
};

/**
 * Returns a model's settings for its form and for the validation of requests; in a file of its own because of its
 * texts.
 */
export const fieldsOf = (model: VideoModelFacts): ModelSchema => FIELDS[model.id](model);
