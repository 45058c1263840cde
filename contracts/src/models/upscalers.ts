import type { ModelSource, Upscaler } from './entry';

const TOPAZ_PRICE: ModelSource = {
  url: 'https://github.com/Comfy-Org/docs/pull/582',
  read: '2026-11-27',
  secondHand: true,
};

/**
 * Models that enlarge an image by the factor that was asked for. Recraft's Crisp Upscale is left out: it chooses the size
 * itself. So is Real-ESRGAN, which Replicate runs by the number of a version alone.
 */
export const UPSCALERS: readonly Upscaler[] = [
  {
    id: 'topaz-image-upscale',
    kind: 'upscaler',
    name: 'Topaz Image Upscale',
    provider: 'replicate',
    slug: 'topazlabs/image-upscale',
    imageInput: 'image',
    factorInput: 'upscale_factor',
    factorWords: { '2': '2x', '4': '4x' },
    factors: [2, 4],
    mostPixels: 96_000_000,
    // By the megapixels of the result. Replicate's own list could not be read: this is what others pay for the same.
    prices: [
      { upToPixels: 24_000_000, usd: 0.08 },
      { upToPixels: 48_000_000, usd: 0.16 },
      { upToPixels: 60_000_000, usd: 0.24 },
      { upToPixels: 96_000_000, usd: 0.32 },
    ],
    fixed: { enhance_model: 'Standard V2', output_format: 'jpg' },
    sources: {
      inputs: {
        url: 'https://docs.oxen.ai/inference-api/reference/models/topazlabs-image-upscale.md',
        read: '2026-11-27',
        secondHand: true,
      },
      price: TOPAZ_PRICE,
    },
  },
];
