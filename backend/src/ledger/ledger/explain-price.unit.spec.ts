import { imagesPrice, PRICE_BOOK_VERSION, priceOf, videoPrice } from '@storyreel/contracts';
import { explainPrice, type Quoted } from './explain-price';

const quoted = (units: number | undefined, more: Partial<Quoted> = {}): Quoted => ({
  operation: 'generate_image',
  model: 'v6.1',
  units: units ?? Number.NaN,
  priceVersion: PRICE_BOOK_VERSION,
  covered: false,
  ...more,
});

describe('the explanation of a price', () => {
  it('covers images, in dollars for finance and in zaps for creators', () => {
    const four = quoted(imagesPrice(4).units);
    expect(explainPrice(four, { images: 4 }, true)).toEqual([
      '4 images × $0.025 = $0.10',
      '$0.10 ÷ $0.03 a zap = 3.3333, rounded up to 4 → 4 zaps',
    ]);
    expect(explainPrice(four, { images: 4 }, false)).toEqual(['4 images = 4 zaps']);
    expect(explainPrice(quoted(imagesPrice(1).units), { images: 1 }, false)).toEqual(['1 image = 1 zap']);
    const model = 'flux-2-pro';
    const byTwo = quoted(imagesPrice(4, model, 2).units, { model });
    expect(explainPrice(byTwo, { images: 4, references: 2 }, true)[0]).toMatch(
      /^4 images, each from 2 reference images × \$/,
    );
  });

  it('covers a clip, with its minimum price', () => {
    const long = { seconds: 10, resolution: '720p' };
    const kling = { model: 'kling-v2.1', operation: 'generate_video' };
    const tenSeconds = videoPrice(kling.model, long);
    expect(explainPrice(quoted(tenSeconds?.units, kling), long, true)).toEqual([
      '10 s of kling-v2.1 in 720p × $0.05 = $0.50',
      '$0.50 ÷ $0.03 a zap = 16.6667, rounded up to 17 → 17 zaps',
    ]);
    const short = { seconds: 5, resolution: '480p' };
    const lite = { model: 'seedance-1-lite', operation: 'generate_video' };
    const least = explainPrice(quoted(videoPrice(lite.model, short)?.units, lite), short, true);
    expect(least.at(-1)).toBe('The minimum price is 5 zaps');
  });

  it('covers narration by its characters, and a film by its seconds and quality', () => {
    const speech = { operation: 'generate_speech', model: 'en-low' };
    expect(explainPrice(quoted(2_000, speech), { characters: 31 }, true)).toEqual([
      '31 characters, at 0.1 zaps per 30 characters, rounded up = 0.2 zaps',
    ]);
    const film = { operation: 'make_film', model: '1080p' };
    expect(explainPrice(quoted(40_000, film), { seconds: 30.4 }, false)).toEqual([
      '30 s of film (1080p), at 2 zaps per 30 s, rounded up = 4 zaps',
    ]);
    const others = [quoted(10_000, film), quoted(40_000, { ...film, model: '8k' })];
    for (const other of others)
      expect(explainPrice(other, { seconds: 30.4 }, false)[0]).toMatch(/by the price book of/);
    expect(explainPrice(quoted(10_000, speech), { characters: 31 }, false)[0]).toMatch(/by the price book of/);
  });

  it('covers a text, and the maximum price of a reply', () => {
    const text = { operation: 'scene_description', model: 'gpt-4.1-mini' };
    const price = priceOf({ ...text, usage: { requests: 1 } });
    expect(explainPrice(quoted(price?.units, text), {}, true)).toEqual(['1 text × 0.5 zaps = 0.5 zaps']);
    const chat = { operation: 'chat_completion', model: 'gpt-4.1-mini' };
    expect(explainPrice(quoted(12_000, chat), {}, false)).toEqual([
      'At most 1.2 zaps for a question and its reply, at 0.3 zaps for 1,000 tokens',
    ]);
  });

  it.each([
    ['music, which has a number of characters too', 'generate_music', 2_000, { characters: 31 }],
    ['a kind of work without a price', 'make_coffee', 5_000, {}],
    ['a clip’s operation at the price of a film', 'make_film', 90_000, { seconds: 5 }],
    ['images for their own price, whatever else was asked for', 'generate_image', 2_000, { characters: 31 }],
  ])('is missing for %s', (_, operation, units, asked) => {
    const charge = quoted(units, { operation, model: 'kling-v2.1' });
    expect(explainPrice(charge, asked, false)).toEqual([
      `${units / 10_000} zaps, by the price book of ${PRICE_BOOK_VERSION}`,
    ]);
  });

  it('says after the price that the plan includes it', () => {
    const lines = explainPrice(quoted(imagesPrice(4).units, { covered: true }), { images: 4 }, false);
    expect(lines).toEqual(['4 images = 4 zaps', 'Included in the plan: 0 zaps were reserved']);
  });

  it('names the price book where it is not today’s or contradicts the price', () => {
    const old = quoted(70_000, { priceVersion: '2025-01-01' });
    expect(explainPrice(old, { images: 4 }, true)).toEqual(['7 zaps, by the price book of 2025-01-01']);
    expect(explainPrice(quoted(10_000), { images: 4 }, true)).toEqual([
      `1 zap, by the price book of ${PRICE_BOOK_VERSION}`,
    ]);
    const unknown = quoted(10_000, { model: 'none', operation: 'generate_video' });
    expect(explainPrice(unknown, { seconds: 5 }, true)).toEqual([`1 zap, by the price book of ${PRICE_BOOK_VERSION}`]);
  });
});
