import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { forgetLearnedModels, imagesPrice, referencesOf, toZaps, videoPrice } from '@storyreel/contracts';
import { OfferedModels } from './offered-models';
import type { Providers } from './providers.token';

type Name = Providers['image']['name'];
const made = (name: Name) => ({ name }) as Providers['image'] & Providers['video'];
/** Providers of which `usual` makes the images, except that OpenAI makes those of its own models if OpenAI is on. */
const providers = (usual: Name, clips: Name, isOpenAiOn = false) => ({
  image: made(usual),
  imageFor: (model: string) => made(isOpenAiOn && model.startsWith('gpt-') ? 'openai' : usual),
  videoFor: () => made(clips),
  text: { name: 'openai' },
  speech: { name: 'openai' },
});

describe('the models offered by an installation', () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'storyreel-models-'));
  });
  afterEach(() => {
    rmSync(home, { recursive: true });
    forgetLearnedModels();
  });
  const clock = { now: () => new Date('2026-11-27T12:00:00Z') };
  const open = (more: Partial<ConstructorParameters<typeof OfferedModels>[0]> = {}) =>
    new OfferedModels({ home, providers: providers('replicate', 'replicate'), clock, ...more });
  const file = (content: unknown) => writeFileSync(join(home, 'models.json'), JSON.stringify(content));

  it('are those of the release, without withdrawn ones and those of an inactive provider', () => {
    const { offered, models } = open().answer();
    expect(offered).toEqual(expect.arrayContaining(['seedance-2.0', 'kling-v2.1', 'flux-2-pro', 'v6.1']));
    expect(offered).not.toEqual(expect.arrayContaining(['seedance-1-lite']));
    expect(offered.filter((id) => id.startsWith('gpt-'))).toEqual([]);
    expect(models.map(({ id }) => id)).toContain('seedance-1-lite');
  });

  it('are those of several providers at once', () => {
    const both = open({ providers: providers('replicate', 'replicate', true), openai: {} });
    expect(both.answer().offered).toEqual(expect.arrayContaining(['flux-2-pro', 'gpt-image-2.6-sunburst']));
    expect(() => both.check('gpt-image-2.6-sunburst')).not.toThrow();
  });

  it.each([
    ['seedance-1-lite', /Seedance 1 Lite was withdrawn by its maker/u],
    ['gpt-image-2.6-flare', /is not set up here/u],
  ])('reject %s', (id, message) => {
    expect(() => open().check(id)).toThrow(message);
  });

  it('get another day, price or model from a file in the data folder, without a release', () => {
    const kling = { id: 'kling-v2.1', retiresOn: '2026-11-27' };
    const mine = {
      ...{ id: 'my-clips', kind: 'clip', name: 'My Clips', provider: 'replicate', slug: 'me/my-clips' },
      ...{ imageInput: 'image', seconds: { default: 5, only: [5] }, qualityInput: 'resolution' },
      ...{ qualities: [{ label: '720p', usdPerSecond: 0.3 }], defaultQuality: '720p' },
      sources: {
        inputs: { url: 'https://example.com/a', read: '2026-11-27' },
        price: { url: 'https://example.com/b', read: '2026-11-27' },
      },
    };
    file([mine, kling]);
    const { offered } = open().answer();
    expect([offered[0], offered.includes('kling-v2.1')]).toEqual(['my-clips', false]);
    expect(toZaps(videoPrice('my-clips', { seconds: 5, resolution: '720p' })?.units ?? 0)).toBe(50);
    expect(() => open().check('kling-v2.1')).toThrow(/withdrawn/u);
  });

  it('include workflows for the owner’s graphics card, for which a name is sufficient', () => {
    const mine = { id: 'my-images', kind: 'image', name: 'My Card', provider: 'comfyui', slug: 'image.json' };
    file([mine, { ...mine, id: 'my-clips', kind: 'clip', slug: 'clip.json' }]);
    const { offered } = open({ providers: providers('comfyui', 'comfyui') }).answer();
    expect(offered).toEqual(['my-images', 'my-clips', 'v6.1']);
    const zaps = [
      imagesPrice(4, 'my-images'),
      imagesPrice(4),
      videoPrice('my-clips', { seconds: 5, resolution: '480p' }),
    ];
    expect(zaps.map((price) => toZaps(price?.units ?? 0))).toEqual([4, 4, 5]);
    expect(open().answer().offered).not.toContain('my-clips');
  });

  it.each([
    ['{', /it must be a list of models in JSON/u],
    ['[{"id":"kling-v2.1","retiresOn":"soon"}]', /kling-v2\.1: retiresOn must be a day/u],
    ['[{"id":"mine"}]', /mine: kind /u],
  ])('prevent a start with an unusable file: %s', (content, message) => {
    writeFileSync(join(home, 'models.json'), content);
    expect(() => open()).toThrow(message);
  });

  it.each([
    ['the price book’s own', 'replicate' as const, {}, 4, undefined],
    ['of the model that stands behind them', 'openai' as const, {}, 11, 16],
    ['of the quality that is set', 'openai' as const, { imageQuality: 'high' as const }, 43, 16],
    ['of the dearest quality where the model decides', 'openai' as const, { imageQuality: 'auto' as const }, 43, 16],
    [
      'the price book’s own for a model of the owner’s',
      'openai' as const,
      { imageModel: 'llama-paints' },
      4,
      undefined,
    ],
    ['the price book’s own in the sandbox, which draws by references', 'sandbox' as const, {}, 4, 16],
  ])('have the usual images at a price that is %s', (_, usual, openai, zaps, references) => {
    open({ providers: providers(usual, 'sandbox'), openai });
    expect(toZaps(imagesPrice(4).units)).toBe(zaps);
    expect(referencesOf('v6.1')?.most).toBe(references);
  });

  it('are refused and reported from the day on which their provider ends them', () => {
    const models = open({ openai: { speechModel: 'tts-1' } });
    expect(models.answer().notices.map(({ name }) => name)).toEqual(['tts-1']);
    models.foundToEnd(new Map([['replicate:kwaivgi/kling-v3-video', '2026-11-27']]));
    expect(() => models.check('kling-v3')).toThrow(/Kling 3.0 was withdrawn/u);
    expect(models.answer().notices.map(({ name }) => name)).toEqual(['Kling 3.0', 'tts-1']);
  });
});
