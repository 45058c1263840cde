import { tmpdir } from 'node:os';
import { createProviders, type ProviderSettings } from './create-providers';

describe('the providers of an installation', () => {
  it.each<[string, Omit<ProviderSettings, 'home'>, string[]]>([
    ['without keys', {}, ['Sandbox', 'Sandbox', 'Sandbox']],
    ['with an OpenAI key', { openai: { apiKey: 'k' } }, ['OpenAI', 'Sandbox', 'Sandbox']],
    ['with a Replicate token', { replicate: { apiToken: 't' } }, ['Sandbox', 'Replicate', 'Replicate']],
    ['with both', { openai: { apiKey: 'k' }, replicate: { apiToken: 't' } }, ['OpenAI', 'Replicate', 'Replicate']],
  ])('%s', async (_, settings, labels) => {
    const { text, image, video, onApplicationShutdown } = createProviders({ home: tmpdir(), ...settings });
    expect([text.label, image.label, video.label]).toEqual(labels);
    await onApplicationShutdown?.();
  });
});
