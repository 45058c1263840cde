import type { ClipModel, ModelSource } from './entry';

const page = (slug: string, read = '2026-11-27'): ModelSource => ({
  url: `https://replicate.com/${slug}/api/schema`,
  read,
});
/**
 * Source of a price that third parties report from the model's page at Replicate, since Replicate has no address for
 * prices.
 */
const told = (slug: string, read: string): ModelSource => ({
  url: `https://replicate.com/${slug}`,
  read,
  secondHand: true,
});

const flag = (title: string, description: string, fallback: boolean) =>
  ({ type: 'boolean', title, description, default: fallback }) as const;
const NEGATIVE_PROMPT = { type: 'string', title: 'Negative prompt', description: 'What should not be seen.' } as const;
const SEED = {
  type: 'integer',
  title: 'Seed',
  description: 'The same seed and settings give a similar clip again.',
  minimum: 0,
  maximum: 2_147_483_647,
} as const;
const PROMPT_OPTIMIZER = flag('Prompt optimizer', 'Lets the model improve the prompt.', true);

const SEEDANCE_2 = {
  kind: 'clip',
  provider: 'replicate',
  imageInput: 'image',
  lastFrame: { input: 'last_frame_image' },
  sound: { input: 'generate_audio', byDefault: true },
  qualityInput: 'resolution',
  defaultQuality: '720p',
  // Without this input, every clip is 16:9, whatever the format of its first frame.
  fixed: { aspect_ratio: 'adaptive' },
  settings: { seed: SEED },
  hidden: ['last_frame_image'],
} as const satisfies Partial<ClipModel>;

const SEEDANCE_1 = {
  kind: 'clip',
  provider: 'replicate',
  imageInput: 'image',
  lastFrame: { input: 'last_frame_image' },
  defaultQuality: '1080p',
  qualityInput: 'resolution',
  seconds: { default: 5, min: 2, max: 12 },
  settings: {
    aspect_ratio: {
      type: 'string',
      title: 'Aspect ratio',
      description: 'Follows the image when there is one.',
      enum: ['16:9', '4:3', '1:1', '3:4', '9:16', '21:9', '9:21'],
      default: '9:16',
    },
    fps: {
      type: 'integer',
      title: 'Frames per second',
      description: 'Number of frames in a second of the clip.',
      default: 24,
      enum: [24],
    },
    camera_fixed: flag('Fixed camera', 'Keeps the camera still.', false),
    seed: SEED,
  },
  hidden: ['camera_fixed', 'last_frame_image'],
} satisfies Partial<ClipModel>;

/** In display order: current models first. */
export const CLIP_MODELS: readonly ClipModel[] = [
  {
    ...SEEDANCE_2,
    id: 'seedance-2.0',
    name: 'Seedance 2.0',
    slug: 'bytedance/seedance-2.0',
    references: { input: 'reference_images', most: 9, besidesFirstFrame: false },
    seconds: { default: 5, min: 4, max: 15 },
    qualities: [
      { label: '480p', usdPerSecond: 0.08 },
      { label: '720p', usdPerSecond: 0.18 },
      { label: '1080p', usdPerSecond: 0.45 },
    ],
    sources: { inputs: page('bytedance/seedance-2.0'), price: told('bytedance/seedance-2.0', '2026-10-10') },
  },
  {
    id: 'kling-v3',
    kind: 'clip',
    name: 'Kling 3.0',
    provider: 'replicate',
    slug: 'kwaivgi/kling-v3-video',
    imageInput: 'start_image',
    lastFrame: { input: 'end_image' },
    sound: { input: 'generate_audio', byDefault: false },
    seconds: { default: 5, min: 3, max: 15 },
    qualityInput: 'mode',
    qualities: [
      { label: '720p', usdPerSecond: 0.168, usdPerSecondWithSound: 0.252 },
      { label: '1080p', usdPerSecond: 0.224, usdPerSecondWithSound: 0.336 },
      { label: '4k', usdPerSecond: 0.42 },
    ],
    defaultQuality: '720p',
    settings: { negative_prompt: NEGATIVE_PROMPT },
    hidden: ['start_image'],
    sources: { inputs: page('kwaivgi/kling-v3-video'), price: told('kwaivgi/kling-v3-video', '2026-10-05') },
  },
  {
    id: 'kling-v3-omni',
    kind: 'clip',
    name: 'Kling 3.0 Omni',
    provider: 'replicate',
    slug: 'kwaivgi/kling-v3-omni-video',
    imageInput: 'start_image',
    lastFrame: { input: 'end_image' },
    // The model accepts seven pictures. Whether the first frame counts is not documented, so one place stays free for
    // it.
    references: { input: 'reference_images', most: 6, besidesFirstFrame: true },
    sound: { input: 'generate_audio', byDefault: false },
    seconds: { default: 5, min: 3, max: 15 },
    qualityInput: 'mode',
    qualities: [
      { label: '720p', usdPerSecond: 0.168, usdPerSecondWithSound: 0.224 },
      { label: '1080p', usdPerSecond: 0.224, usdPerSecondWithSound: 0.28 },
      { label: '4k', usdPerSecond: 0.42 },
    ],
    defaultQuality: '720p',
    settings: {},
    hidden: ['start_image'],
    sources: { inputs: page('kwaivgi/kling-v3-omni-video'), price: told('kwaivgi/kling-v3-omni-video', '2026-10-05') },
  },
  {
    id: 'minimax-h3',
    kind: 'clip',
    name: 'MiniMax H3',
    provider: 'replicate',
    slug: 'minimax/h3',
    imageInput: 'first_frame_image',
    lastFrame: { input: 'last_frame_image' },
    references: { input: 'reference_images', most: 9, besidesFirstFrame: false },
    sound: 'always',
    seconds: { default: 5, min: 4, max: 15 },
    qualityInput: 'resolution',
    qualities: [
      { label: '768P', usdPerSecond: 0.08 },
      { label: '2K', usdPerSecond: 0.13 },
    ],
    defaultQuality: '768P',
    settings: {},
    hidden: ['first_frame_image', 'last_frame_image'],
    sources: {
      inputs: { ...told('minimax/h3', '2026-10-10') },
      price: told('minimax/h3', '2026-10-10'),
    },
  },
  {
    id: 'veo-3.1',
    kind: 'clip',
    name: 'Veo 3.1',
    provider: 'replicate',
    slug: 'google/veo-3.1',
    imageInput: 'image',
    lastFrame: { input: 'last_frame' },
    references: {
      input: 'reference_images',
      most: 3,
      besidesFirstFrame: false,
      only: { format: '16:9', seconds: 8 },
    },
    sound: { input: 'generate_audio', byDefault: false },
    seconds: { default: 8, only: [4, 6, 8] },
    qualityInput: 'resolution',
    qualities: [
      { label: '720p', usdPerSecond: 0.2, usdPerSecondWithSound: 0.4 },
      { label: '1080p', usdPerSecond: 0.2, usdPerSecondWithSound: 0.4 },
    ],
    defaultQuality: '1080p',
    formats: { input: 'aspect_ratio', of: ['9:16', '16:9'] },
    settings: { negative_prompt: NEGATIVE_PROMPT, seed: SEED },
    hidden: ['last_frame'],
    sources: { inputs: page('google/veo-3.1'), price: told('google/veo-3.1', '2026-10-05') },
  },
  {
    id: 'hailuo-2.3',
    kind: 'clip',
    name: 'Hailuo 2.3',
    provider: 'replicate',
    slug: 'minimax/hailuo-2.3',
    imageInput: 'first_frame_image',
    seconds: { default: 6, only: [6, 10] },
    offersItsSeconds: true,
    qualityInput: 'resolution',
    // Priced per clip: $0.28 for 6 s and $0.56 for 10 s at 768p, $0.49 at 1080p. The higher price per second is used.
    qualities: [
      { label: '768p', usdPerSecond: 0.056 },
      { label: '1080p', usdPerSecond: 0.082, maxSeconds: 6 },
    ],
    defaultQuality: '768p',
    settings: { prompt_optimizer: PROMPT_OPTIMIZER },
    hidden: ['first_frame_image'],
    sources: {
      inputs: page('minimax/hailuo-2.3'),
      price: { url: 'https://platform.minimax.io/docs/guides/pricing-paygo', read: '2026-09-19', secondHand: true },
    },
  },
  {
    ...SEEDANCE_2,
    id: 'seedance-2.5',
    name: 'Seedance 2.5',
    slug: 'bytedance/seedance-2.5',
    references: { input: 'reference_images', most: 30, besidesFirstFrame: false },
    seconds: { default: 5, min: 4, max: 30 },
    qualities: [
      { label: '480p', usdPerSecond: 0.1028 },
      { label: '720p', usdPerSecond: 0.2312 },
    ],
    sources: {
      inputs: told('bytedance/seedance-2.5', '2026-10-01'),
      price: told('bytedance/seedance-2.5', '2026-10-10'),
    },
  },
  {
    id: 'kling-v2.1',
    kind: 'clip',
    name: 'Kling v2.1',
    provider: 'replicate',
    slug: 'kwaivgi/kling-v2.1',
    old: true,
    imageInput: 'start_image',
    lastFrame: { input: 'end_image', onlyInMode: 'pro' },
    qualities: [
      { label: '720p', usdPerSecond: 0.05 },
      { label: '1080p', usdPerSecond: 0.09 },
    ],
    defaultQuality: '720p',
    qualityInput: 'mode',
    seconds: { default: 5, only: [5, 10] },
    settings: { negative_prompt: NEGATIVE_PROMPT },
    hidden: ['start_image'],
    sources: { inputs: page('kwaivgi/kling-v2.1'), price: told('kwaivgi/kling-v2.1', '2026-11-26') },
  },
  {
    id: 'hailuo-02',
    kind: 'clip',
    name: 'Hailuo 02',
    provider: 'replicate',
    slug: 'minimax/hailuo-02',
    old: true,
    imageInput: 'first_frame_image',
    lastFrame: { input: 'last_frame_image' },
    qualities: [
      { label: '512p', usdPerSecond: 0.025 },
      { label: '768p', usdPerSecond: 0.045 },
      { label: '1080p', usdPerSecond: 0.08, maxSeconds: 6 },
    ],
    defaultQuality: '1080p',
    qualityInput: 'resolution',
    seconds: { default: 6, only: [6, 10] },
    offersItsSeconds: true,
    settings: { prompt_optimizer: PROMPT_OPTIMIZER },
    hidden: ['last_frame_image', 'first_frame_image'],
    sources: { inputs: page('minimax/hailuo-02'), price: told('minimax/hailuo-02', '2026-11-26') },
  },
  {
    ...SEEDANCE_1,
    id: 'seedance-1-pro',
    name: 'Seedance 1 Pro',
    slug: 'bytedance/seedance-1-pro',
    old: true,
    retiresOn: '2026-07-17',
    qualities: [
      { label: '480p', usdPerSecond: 0.03 },
      { label: '720p', usdPerSecond: 0.06 },
      { label: '1080p', usdPerSecond: 0.15 },
    ],
    sources: {
      inputs: page('bytedance/seedance-1-pro'),
      price: told('bytedance/seedance-1-pro', '2026-11-26'),
      retirement: { url: 'https://github.com/orgs/cometapi-dev/discussions/121', read: '2026-11-26', secondHand: true },
    },
  },
  {
    ...SEEDANCE_1,
    id: 'seedance-1-lite',
    name: 'Seedance 1 Lite',
    slug: 'bytedance/seedance-1-lite',
    old: true,
    retiresOn: '2026-05-13',
    qualities: [
      { label: '480p', usdPerSecond: 0.018 },
      { label: '720p', usdPerSecond: 0.036 },
      { label: '1080p', usdPerSecond: 0.072 },
    ],
    sources: {
      inputs: page('bytedance/seedance-1-lite'),
      price: told('bytedance/seedance-1-lite', '2026-11-26'),
      retirement: { url: 'https://docs.byteplus.com/en/docs/ModelArk/1350667', read: '2026-11-26' },
    },
  },
];
