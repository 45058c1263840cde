import { toZaps } from '../money/amount';
import { ZAP_PACKAGES } from '../money/zaps';
import { findUpscaler, forgetLearnedModels, learnModels, upscalers } from './catalogue';
import { sentSize } from '../generation/image-work';
import { editModels, editPrice } from './images';
import { upscaledSize, upscalePrice, upscaleProblem } from './upscaling';

afterEach(forgetLearnedModels);

const topaz = () => findUpscaler('topaz-image-upscale') as NonNullable<ReturnType<typeof findUpscaler>>;
const size = { width: 768, height: 1365 };

describe('upscaling', () => {
  it('doubles and quadruples both sides', () => {
    expect(upscaledSize(size, 2)).toEqual({ width: 1536, height: 2730 });
    expect(upscaledSize(size, 4)).toEqual({ width: 3072, height: 5460 });
  });

  it.each([
    ['a result of 50 million pixels', { width: 2500, height: 1250 }, 4, null],
    ['one more row', { width: 2500, height: 1251 }, 4, /larger than 50 million pixels/],
    ['three times', size, 3, /does not enlarge 3 times/],
  ])('of %s', (_, from, factor, problem) => {
    const found = upscaleProblem(topaz(), from, factor);
    if (problem === null) expect(found).toBeNull();
    else expect(found).toMatch(problem);
  });

  it('is refused beyond the limit of a model', () => {
    const small = { ...topaz(), mostPixelsIn: 1_000_000 };
    learnModels([small]);
    expect(upscaleProblem(small, { width: 1000, height: 1000 }, 2)).toBeNull();
    expect(upscaleProblem(small, { width: 1001, height: 1000 }, 2)).toMatch('which takes 1 million pixels');
  });

  it.each([
    [24_000_000, 3],
    [24_000_001, 6],
    [48_000_001, 8],
    [96_000_001, null],
  ])('costs by the pixels of the result: %d', (pixels, zaps) => {
    const price = upscalePrice('topaz-image-upscale', pixels);
    expect(price && toZaps(price.units)).toBe(zaps);
  });
});

describe('the price of other versions of an image, in the cheapest package,', () => {
  const usdOfZap = Math.min(...ZAP_PACKAGES.map(({ zaps, usd }) => usd / zaps));

  it.each(upscalers().map((model) => [model.id, model] as const))(
    'is above the cost of enlarging by %s',
    (id, model) => {
      for (const { upToPixels, usd } of model.prices)
        expect(toZaps(upscalePrice(id, upToPixels)?.units ?? 0) * usdOfZap).toBeGreaterThan(usd);
    },
  );

  it.each(editModels().map(({ id }) => [id]))('is above the cost of an edit by %s', (id) => {
    const { units, usd } = editPrice(id);
    expect(toZaps(units) * usdOfZap).toBeGreaterThan(usd);
  });
});

it('sends an image to be edited with sides of at most 2048 pixels', () => {
  expect(sentSize(size)).toEqual(size);
  expect(sentSize({ width: 4096, height: 1000 })).toEqual({ width: 2048, height: 500 });
});
