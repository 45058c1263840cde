import { toZaps } from '../money/amount';
import { ZAP_PACKAGES } from '../money/zaps';
import {
  clipModels,
  findClipModel,
  forgetLearnedModels,
  imageModels,
  isRetired,
  knownModels,
  learnModels,
  referencesOf,
} from './catalogue';
import { videoPrice } from './clips';
import { modelEntrySchema } from './entry';
import type { CreativeModel } from './entry';
import { imagesPrice } from './images';
import { SERVICE_MODELS } from './service-models';

afterEach(forgetLearnedModels);

describe('the catalogue of models', () => {
  it.each([...knownModels(), ...SERVICE_MODELS].map((model) => [model.id, model] as const))(
    'describes %s as a file in the data folder would, with a source and a date for every figure',
    (_id, model) => {
      expect(modelEntrySchema.safeParse(model).error).toBeUndefined();
      for (const source of Object.values(model.sources)) expect(source?.read).toMatch(/^2026-\d\d-\d\d$/u);
      if (model.retiresOn !== undefined) expect(model.sources.retirement).toBeDefined();
    },
  );

  it.each([
    ['seedance-2.0', { most: 9, besidesFirstFrame: false }],
    ['kling-v3-omni', { most: 6, besidesFirstFrame: true }],
    ['minimax-h3', { most: 9, besidesFirstFrame: false }],
    ['veo-3.1', { most: 3, besidesFirstFrame: false, only: { format: '16:9', seconds: 8 } }],
    ['flux-2-pro', { most: 8, besidesFirstFrame: true }],
    ['gpt-image-2.6-sunburst', { most: 16, besidesFirstFrame: true }],
    ['kling-v3', undefined],
    ['hailuo-2.3', undefined],
    ['v6.1', undefined],
    ['constructor', undefined],
  ])('states the reference images that %s takes', (id, references) => {
    expect(referencesOf(id)).toEqual(references);
  });

  it('retires a model from the day that its maker names', () => {
    const model = { retiresOn: '2027-01-06' };
    expect(isRetired(model, new Date('2027-01-05T23:59:59Z'))).toBe(false);
    expect(isRetired(model, new Date('2027-01-06T00:00:00Z'))).toBe(true);
    expect(isRetired({}, new Date('2099-01-01'))).toBe(false);
  });

  it('offers current models first, and the four of the specification last', () => {
    const old = clipModels().map((model) => model.old ?? false);
    expect(old).toEqual(old.toSorted((one, other) => Number(one) - Number(other)));
    expect(
      clipModels()
        .filter((model) => isRetired(model, new Date('2026-11-27')))
        .map(({ id }) => id),
    ).toEqual(['seedance-1-pro', 'seedance-1-lite']);
  });

  it('accepts other models, and prices by them', () => {
    const kling = findClipModel('kling-v2.1') as CreativeModel & { kind: 'clip' };
    learnModels([{ ...kling, id: 'mine', qualities: [{ label: '720p', usdPerSecond: 0.3 }] }]);
    expect(findClipModel('kling-v2.1')).toBeNull();
    expect(videoPrice('mine', { seconds: 5, resolution: '720p' })?.units).toBe(500_000);
  });
});

describe('the price of a model, in the cheapest package,', () => {
  const usdOfZap = Math.min(...ZAP_PACKAGES.map(({ zaps, usd }) => usd / zaps));
  const isCovered = ({ units, usd }: { units: number; usd: number }): boolean => toZaps(units) * usdOfZap > usd;

  it.each(clipModels().map((model) => [model.id, model] as const))('is above the cost of a clip by %s', (id, model) => {
    const lengths = 'only' in model.seconds ? model.seconds.only : [model.seconds.min, model.seconds.max];
    for (const { label } of model.qualities)
      for (const seconds of lengths)
        for (const sound of [false, true]) {
          const price = videoPrice(id, { seconds, sound, resolution: label });
          expect([label, seconds, sound, price !== null && isCovered(price)]).toEqual([label, seconds, sound, true]);
        }
  });

  it.each(imageModels().map((model) => [model.id, model] as const))(
    'is above the cost of images by %s',
    (id, model) => {
      for (const { label } of model.qualities) {
        learnModels([{ ...model, defaultQuality: label }]);
        for (const references of [0, model.references?.most ?? 0])
          expect([label, references, isCovered(imagesPrice(4, id, references))]).toEqual([label, references, true]);
      }
    },
  );

  it.each([
    ['kling-v3', { seconds: 5, mode: 'standard' }, 28],
    ['kling-v3', { seconds: 5, mode: 'standard', sound: true }, 42],
    ['veo-3.1', { seconds: 8, resolution: '720p', sound: true }, 107],
    ['seedance-2.0', { seconds: 15, resolution: '480p', sound: true }, 40],
    ['minimax-h3', { seconds: 5, resolution: '768P', sound: true }, 14],
  ])('is above the cost of %s with %o, at %d zaps, where its own sound costs more', (id, usage, zaps) => {
    expect(toZaps(videoPrice(id, usage)?.units ?? 0)).toBe(zaps);
  });
});
