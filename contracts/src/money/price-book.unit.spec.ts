import { toZaps } from './amount';
import { priceOf } from './price-book';
import { type EstimateRequest, ZAP_PACKAGES } from './zaps';

const zaps = (operation: string, model: string, usage: EstimateRequest['usage']): number | null => {
  const price = priceOf({ model, operation, usage });
  return price && toZaps(price.units);
};

describe('the price book', () => {
  it.each([
    ['kling-v2.1', { seconds: 5, resolution: '720p' }, 9],
    ['kling-v2.1', { seconds: 5, mode: 'standard' }, 9],
    ['kling-v2.1', { seconds: 10, mode: 'pro' }, 30],
    ['hailuo-02', { seconds: 6, resolution: '512p' }, 5],
    ['hailuo-02', { seconds: 10, resolution: '1080p' }, 27],
    ['seedance-1-pro', { seconds: 6, resolution: '480p' }, 6],
    ['seedance-1-lite', { seconds: 1, resolution: '480p' }, 5],
  ])(
    'prices a video of %s by its seconds and its mode or resolution, %o, at %d zaps [ZAPS-21]',
    (model, usage, cost) => {
      expect(zaps('generate_video', model, usage)).toBe(cost);
    },
  );

  it('prices continuity at one request and descriptions by the number of scenes [ZAPS-21]', () => {
    expect(zaps('continuity', 'gpt-4', { requests: 1 })).toBe(0.5);
    expect(zaps('scene_description', 'gpt-4', { scenes: 7 })).toBe(3.5);
  });

  it('never sells four images below four zaps', () => {
    expect(zaps('generate_image', 'v6.1', { images: 4 })).toBe(4);
  });

  it('prices chat by tokens, with a minimum', () => {
    expect(zaps('chat_completion', 'gpt-4', { tokens: 1000 })).toBe(0.3);
    expect(zaps('chat_completion', 'gpt-4', { tokens: 1 })).toBe(0.01);
  });

  it.each([1, 29, 30, 31, 5_000])(
    'sells %d spoken characters above their cost, in the cheapest package too',
    (characters) => {
      const usdOfZap = Math.min(...ZAP_PACKAGES.map(({ zaps: sold, usd }) => usd / sold));
      const price = priceOf({ operation: 'generate_speech', model: 'voice', usage: { characters } });
      expect(toZaps(price?.units ?? 0) * usdOfZap).toBeGreaterThan(price?.usd ?? Infinity);
    },
  );

  it('returns null for an unknown operation', () => {
    expect(zaps('generate_video', 'constructor', { seconds: 5 })).toBeNull();
    expect(zaps('make_coffee', 'v6.1', {})).toBeNull();
  });

  it('does not let a rounding error of floats cost a zap', () => {
    // 0.03 × 6 / 0.03 should be exactly 6, but some factors give 6.000000000000001 in floating point.
    for (let seconds = 1; seconds <= 30; seconds++) {
      expect(zaps('generate_video', 'seedance-1-pro', { seconds, resolution: '480p' })).toBe(Math.max(5, seconds));
    }
  });
});
