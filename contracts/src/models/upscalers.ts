import type { ModelSource, Upscaler } from './entry';

const TOPAZ_PRICE: ModelSource = {
  url: 'https://github.com/Comfy-Org/docs/pull/582',
  read: '2026-11-27',
  secondHand: true,
};

/**
 * Models that enlarge an image by a requested factor. Two models are not included: Recraft's Crisp Upscale chooses the
 * size itself, and Replicate runs Real-ESRGAN only by a version number.
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
    // Priced by the megapixels of the result. Replicate's own price list could not be read, so these prices come from
    // third parties.
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
