import type { ModelSource, ServiceModel } from './entry';

const DEPRECATIONS: ModelSource = { url: 'https://developers.openai.com/api/docs/deprecations', read: '2026-11-27' };
const OPENAI: ModelSource = { url: 'https://developers.openai.com/api/docs/pricing', read: '2026-11-26' };
const ELEVENLABS: ModelSource = { url: 'https://elevenlabs.io/docs/models', read: '2026-11-26' };

type Kind = ServiceModel['kind'];
const openAi = (kind: Kind, slug: string, more: Partial<ServiceModel> = {}): ServiceModel => ({
  id: slug,
  kind,
  name: slug,
  provider: 'openai',
  slug,
  sources: { inputs: OPENAI, price: OPENAI, ...(more.retiresOn !== undefined && { retirement: DEPRECATIONS }) },
  ...more,
});
const ends = (retiresOn: string, replacement: string) => ({ retiresOn, replacement, old: true }) as const;
const GPT_4 = ends('2027-01-14', 'gpt-6-luna');
const OLD_SPEECH = ends('2027-01-06', 'ElevenLabs, a speech server of your own, or the sandbox');
const OLD_EARS = ends('2027-02-26', 'gpt-transcribe');

/**
 * Models for texts, narration and the times of words; the installation's operator chooses them. All of OpenAI's speech
 * models end by January 2027; their replacements do not use `/v1/audio/speech`.
 */
export const SERVICE_MODELS: readonly ServiceModel[] = [
  openAi('text', 'gpt-6-luna-fast', { usdPerMillion: { input: 0.2, output: 1 } }),
  openAi('text', 'gpt-6-luna', { usdPerMillion: { input: 0.1, output: 0.5 } }),
  openAi('text', 'gpt-4.1-mini', { usdPerMillion: { input: 0.4, output: 1.6 }, ...GPT_4 }),
  openAi('text', 'gpt-4.1', { usdPerMillion: { input: 2, output: 8 }, ...GPT_4 }),
  openAi('text', 'gpt-4o-mini', { usdPerMillion: { input: 0.15, output: 0.6 }, ...GPT_4 }),
  openAi('text', 'gpt-4o', { usdPerMillion: { input: 2.5, output: 10 }, ...GPT_4 }),
  openAi('speech', 'gpt-4o-mini-tts', OLD_SPEECH),
  openAi('speech', 'tts-1', OLD_SPEECH),
  openAi('speech', 'tts-1-hd', OLD_SPEECH),
  {
    id: 'eleven_multilingual_v2',
    kind: 'speech',
    name: 'Eleven Multilingual v2',
    provider: 'elevenlabs',
    slug: 'eleven_multilingual_v2',
    sources: { inputs: ELEVENLABS, price: ELEVENLABS },
  },
  {
    id: 'eleven_v3',
    kind: 'speech',
    name: 'Eleven v3',
    provider: 'elevenlabs',
    slug: 'eleven_v3',
    sources: { inputs: ELEVENLABS, price: ELEVENLABS },
  },
  openAi('transcription', 'gpt-transcribe'),
  openAi('transcription', 'whisper-1', OLD_EARS),
  openAi('transcription', 'gpt-4o-transcribe', OLD_EARS),
  openAi('transcription', 'gpt-4o-mini-transcribe', OLD_EARS),
];
