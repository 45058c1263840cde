import { tmpdir } from 'node:os';
import { forgetLearnedModels, knownModels, learnModels } from '@storyreel/contracts';
import type { CreativeModel } from '@storyreel/contracts';
import { createProviders, type ProviderSettings } from './create-providers';
import type { KeptResults } from './results/kept-results';

const kept: KeptResults = {
  keep: () => Promise.resolve(),
  find: () => Promise.resolve(null),
  open: () => Promise.resolve(null),
};

describe('the providers of an installation', () => {
  it.each<[string, Omit<ProviderSettings, 'home' | 'kept'>, string[]]>([
    ['without keys', {}, ['Sandbox', 'Sandbox', 'Sandbox']],
    ['with an OpenAI key', { openai: { apiKey: 'k' } }, ['OpenAI', 'Sandbox', 'Sandbox']],
    ['with a Replicate token', { replicate: { apiToken: 't' } }, ['Sandbox', 'Replicate', 'Replicate']],
    ['with both', { openai: { apiKey: 'k' }, replicate: { apiToken: 't' } }, ['OpenAI', 'Replicate', 'Replicate']],
    [
      'with both, and OpenAI chosen for images',
      { openai: { apiKey: 'k' }, replicate: { apiToken: 't' }, chosen: { image: 'openai' } },
      ['OpenAI', 'OpenAI', 'Replicate'],
    ],
    [
      'with a server of its own for texts and images',
      { openai: { apiKey: 'k', baseUrl: 'http://localhost:8080/v1' }, chosen: { image: 'openai' } },
      ['Own server', 'Own server', 'Sandbox'],
    ],
    [
      'with both, and the sandbox chosen for images',
      { openai: { apiKey: 'k' }, replicate: { apiToken: 't' }, chosen: { image: 'sandbox' } },
      ['OpenAI', 'Sandbox', 'Replicate'],
    ],
    [
      'with both, and the sandbox chosen for texts and clips',
      { openai: { apiKey: 'k' }, replicate: { apiToken: 't' }, chosen: { text: 'sandbox', video: 'sandbox' } },
      ['Sandbox', 'Replicate', 'Sandbox'],
    ],
  ])('%s', async (_, settings, labels) => {
    const { text, image, video, onApplicationShutdown } = createProviders({ home: tmpdir(), kept, ...settings });
    expect([text.label, image.label, video.label]).toEqual(labels);
    await onApplicationShutdown?.();
  });

  it('are active together for clips, each for its own models', async () => {
    learnModels([{ ...(knownModels()[0] as CreativeModel), id: 'mine', provider: 'comfyui' }, ...knownModels()]);
    const { video, videoFor, image, onApplicationShutdown } = createProviders({
      ...{ home: tmpdir(), kept, replicate: { apiToken: 't' }, plain: { COMFYUI_URL: 'http://192.168.1.20:8188' } },
      chosen: { video: 'replicate', alsoVideos: ['comfyui'] },
    });
    const makers = ['mine', 'kling-v3', 'of another day'].map((id) => videoFor(id).name);
    expect([video.name, image.name, ...makers]).toEqual([
      'replicate',
      'replicate',
      'comfyui',
      'replicate',
      'replicate',
    ]);
    forgetLearnedModels();
    await onApplicationShutdown?.();
  });

  it('are active together for images, each for its own models', async () => {
    const { image, imageFor, onApplicationShutdown } = createProviders({
      home: tmpdir(),
      kept,
      openai: { apiKey: 'k' },
      replicate: { apiToken: 't' },
      chosen: { image: 'replicate', alsoImages: ['openai'] },
    });
    const makers = ['v6.1', 'flux-2-pro', 'gpt-image-2.6-flare', 'of another day'].map((id) => imageFor(id).name);
    expect([image.name, ...makers]).toEqual(['replicate', 'replicate', 'replicate', 'openai', 'replicate']);
    await onApplicationShutdown?.();
  });
});
