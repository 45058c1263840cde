import type { ImageModel, ModelSource } from './entry';

/** Default image model, used when a request names none: the installation's first one. */
export const IMAGE_MODEL = 'v6.1';

const ALL_FORMATS: ImageModel['formats'] = ['9:16', '16:9', '1:1', '4:5'];
const openAi = (model: string): ModelSource => ({
  url: `https://developers.openai.com/api/docs/models/${model}`,
  read: '2026-11-27',
});

const GPT_IMAGE = {
  kind: 'image',
  provider: 'openai',
  references: { input: 'image', most: 16, besidesFirstFrame: true },
  perRequest: 4,
  // OpenAI charges $30 per million tokens. An image of 864 × 1536 has about 400, 1,600 and 6,400 tokens, rounded up.
  qualities: [
    { label: 'low', usdPerImage: 0.02 },
    { label: 'medium', usdPerImage: 0.08 },
    { label: 'high', usdPerImage: 0.32 },
  ],
  defaultQuality: 'medium',
  inputs: {},
  // $8 per million tokens; a picture has about 1,500.
  usdPerReference: 0.012,
  formats: ALL_FORMATS,
  edits: { mask: 'mask' },
} satisfies Partial<ImageModel>;

const FLUX_DEV = {
  kind: 'image',
  provider: 'replicate',
  slug: 'black-forest-labs/flux-dev',
  perRequest: 4,
  qualities: [{ label: 'standard', usdPerImage: 0.025 }],
  defaultQuality: 'standard',
  usdPerReference: 0,
  formats: ALL_FORMATS,
  inputs: {
    count: 'num_outputs',
    format: 'aspect_ratio',
    seed: 'seed',
    fixed: { megapixels: '1', output_format: 'jpg', output_quality: 92, go_fast: true },
  },
  sources: {
    inputs: { url: 'https://replicate.com/black-forest-labs/flux-dev/api/schema', read: '2026-11-26' },
    price: { url: 'https://replicate.com/pricing', read: '2026-10-07' },
  },
} satisfies Partial<ImageModel>;

export const IMAGE_MODELS: readonly ImageModel[] = [
  { ...FLUX_DEV, id: IMAGE_MODEL, name: 'Usual Model' },
  {
    id: 'flux-2-pro',
    kind: 'image',
    name: 'FLUX.2 Pro',
    provider: 'replicate',
    slug: 'black-forest-labs/flux-2-pro',
    references: { input: 'input_images', most: 8, besidesFirstFrame: true },
    perRequest: 1,
    // $0.015 per run, plus $0.015 for each megapixel of input and of output.
    qualities: [{ label: 'standard', usdPerImage: 0.03 }],
    defaultQuality: 'standard',
    usdPerReference: 0.015,
    formats: ALL_FORMATS,
    inputs: {
      format: 'aspect_ratio',
      seed: 'seed',
      fixed: { resolution: '1 MP', output_format: 'jpg', output_quality: 92 },
    },
    // The result has at most one megapixel, as the price assumes.
    edits: { fixed: { aspect_ratio: 'match_input_image' } },
    sources: {
      inputs: { url: 'https://replicate.com/black-forest-labs/flux-2-pro/api/schema', read: '2026-11-27' },
      price: { url: 'https://docs.bfl.ai/quick_start/pricing', read: '2026-11-27' },
    },
  },
  {
    ...GPT_IMAGE,
    id: 'gpt-image-2.6-sunburst',
    name: 'GPT Image 2.6 Sunburst',
    slug: 'gpt-image-2.6-sunburst',
    sources: { inputs: openAi('gpt-image-2.6-sunburst'), price: openAi('gpt-image-2.6-sunburst') },
  },
  {
    ...GPT_IMAGE,
    id: 'gpt-image-2.6-flare',
    name: 'GPT Image 2.6 Flare',
    slug: 'gpt-image-2.6-flare',
    sources: { inputs: openAi('gpt-image-2.6-flare'), price: openAi('gpt-image-2.6-flare') },
  },
  {
    ...GPT_IMAGE,
    id: 'gpt-image-2',
    name: 'GPT Image 2',
    slug: 'gpt-image-2',
    old: true,
    sources: { inputs: openAi('gpt-image-2'), price: openAi('gpt-image-2') },
  },
  {
    ...GPT_IMAGE,
    id: 'gpt-image-1-mini',
    name: 'GPT Image 1 Mini',
    slug: 'gpt-image-1-mini',
    old: true,
    retiresOn: '2026-12-01',
    // $8 per million tokens.
    qualities: [
      { label: 'low', usdPerImage: 0.006 },
      { label: 'medium', usdPerImage: 0.016 },
      { label: 'high', usdPerImage: 0.06 },
    ],
    sources: {
      inputs: openAi('gpt-image-1-mini'),
      price: openAi('gpt-image-1-mini'),
      retirement: { url: 'https://developers.openai.com/api/docs/deprecations', read: '2026-11-27' },
    },
  },
  { ...FLUX_DEV, id: 'flux-dev', name: 'FLUX.1 Dev', old: true },
];
