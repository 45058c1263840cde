import { MAKER_NAMES, makersOf } from '@storyreel/contracts';
import type { Maker } from '@storyreel/contracts';
import { z } from 'zod';
import { ConfigError } from './integration-settings';

/** Providers that can be chosen for each kind of content. */
const TEXT_PROVIDERS = [...makersOf('text'), 'sandbox'] as const;
const IMAGE_PROVIDERS = [...makersOf('image'), 'sandbox'] as const;
const VIDEO_PROVIDERS = [...makersOf('clip'), 'sandbox'] as const;
const SPEECH_PROVIDERS = [...makersOf('speech'), 'sandbox'] as const;
const IMAGE_QUALITIES = ['low', 'medium', 'high', 'auto'] as const;

const oneOf = <const Names extends readonly string[]>(names: Names) =>
  z.enum(names, `must be one of ${names.join(', ')}`).optional();

const listOf = <const Names extends readonly string[]>(names: Names) =>
  z
    .string()
    .transform((list) => [...new Set(list.split(',').map((name) => name.trim()))])
    .pipe(z.array(z.enum(names, `must be one or some of ${names.join(', ')}`)).min(1))
    .optional();

/** Rejects URLs with a user name and a password. */
const addressWithoutSecrets = z
  .url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })
  .refine((address) => !/^\w+:\/\/[^/]*@/.test(address), 'must hold no user name and no password')
  .optional();

/**
 * Settings passed on unparsed to the integration folder of their service. Each name begins with the service's name; the
 * first setting of a service enables it.
 */
const PLAIN = {
  COMFYUI_URL: addressWithoutSecrets,
};
type Plain = keyof typeof PLAIN;

type Key = 'REPLICATE_API_TOKEN' | 'OPENAI_API_KEY' | 'OPENAI_BASE_URL' | 'ELEVENLABS_API_KEY';
/** API keys and addresses per service, any one of which enables it. */
const OPENED_BY: { [Name in Maker]?: readonly Key[] } = {
  replicate: ['REPLICATE_API_TOKEN'],
  openai: ['OPENAI_API_KEY', 'OPENAI_BASE_URL'],
  elevenlabs: ['ELEVENLABS_API_KEY'],
};
const isPlain = (name: string): name is Plain => name in PLAIN;
const plainOf = (maker: Maker): Plain[] =>
  Object.keys(PLAIN).filter((name): name is Plain => isPlain(name) && name.startsWith(`${maker.toUpperCase()}_`));
const opening = (maker: Maker) => OPENED_BY[maker] ?? plainOf(maker).slice(0, 1);

export const providerEnvironment = {
  ...PLAIN,
  OPENAI_API_KEY: z.string().optional(),
  OPENAI_BASE_URL: addressWithoutSecrets,
  OPENAI_MODEL: z.string().optional(),
  OPENAI_IMAGE_MODEL: z.string().optional(),
  OPENAI_IMAGE_SIZE: z
    .string()
    .regex(/^(?:[1-9]\d{1,3}x[1-9]\d{1,3}|auto)$/, 'must be a width and a height in pixels, such as 864x1536')
    .optional(),
  OPENAI_IMAGE_QUALITY: oneOf(IMAGE_QUALITIES),
  OPENAI_SPEECH_MODEL: z.string().optional(),
  OPENAI_TRANSCRIPTION_MODEL: z.string().optional(),
  OPENAI_SPEECH_VOICES: z
    .string()
    .transform((ids) => [
      ...new Set(
        ids
          .split(',')
          .map((id) => id.trim())
          .filter(Boolean),
      ),
    ])
    .refine((ids) => ids.length > 0, 'must be the ids of voices with commas between')
    .optional(),
  ELEVENLABS_API_KEY: z.string().optional(),
  ELEVENLABS_BASE_URL: addressWithoutSecrets,
  ELEVENLABS_MODEL: z.string().optional(),
  REPLICATE_API_TOKEN: z.string().optional(),
  REPLICATE_BASE_URL: addressWithoutSecrets,
  TEXT_PROVIDER: oneOf(TEXT_PROVIDERS),
  /** The first provider listed is the default; creators can choose models of every listed provider. */
  IMAGE_PROVIDER: listOf(IMAGE_PROVIDERS),
  VIDEO_PROVIDER: listOf(VIDEO_PROVIDERS),
  SPEECH_PROVIDER: oneOf(SPEECH_PROVIDERS),
};
type Environment = z.output<z.ZodObject<typeof providerEnvironment>>;

/** Providers chosen by name; an absent one follows from the API keys. */
export interface ChosenProviders {
  text?: (typeof TEXT_PROVIDERS)[number];
  image?: (typeof IMAGE_PROVIDERS)[number];
  /** Further image providers, whose models creators can choose. */
  alsoImages?: readonly (typeof IMAGE_PROVIDERS)[number][];
  video?: (typeof VIDEO_PROVIDERS)[number];
  alsoVideos?: readonly (typeof VIDEO_PROVIDERS)[number][];
  speech?: (typeof SPEECH_PROVIDERS)[number];
}
export type PlainSettings = { [Name in keyof typeof PLAIN]?: z.output<(typeof PLAIN)[Name]> };
export interface ProviderKeys {
  openai?: {
    apiKey: string;
    baseUrl?: string;
    model?: string;
    imageModel?: string;
    imageSize?: string;
    imageQuality?: (typeof IMAGE_QUALITIES)[number];
    speechModel?: string;
    transcriptionModel?: string;
    speechVoices?: readonly string[];
  };
  elevenLabs?: { apiKey: string; baseUrl?: string; model?: string };
  replicate?: { apiToken: string; baseUrl?: string };
  plain: PlainSettings;
  chosenProviders: ChosenProviders;
}

/** Placeholder for servers without keys; the client library requires one. */
const NO_KEY = 'this-server-needs-no-key';
const IMAGE_SETTINGS = ['OPENAI_IMAGE_MODEL', 'OPENAI_IMAGE_SIZE', 'OPENAI_IMAGE_QUALITY'] as const;
const SPEECH_SETTINGS = ['OPENAI_SPEECH_MODEL', 'OPENAI_SPEECH_VOICES', 'OPENAI_TRANSCRIPTION_MODEL'] as const;
/** This model makes one image per request, but a scene gets four. */
const ONE_AT_A_TIME = 'dall-e-3';

/** @throws ConfigError for settings that conflict, or that need another setting which is absent */
export function readProviders(e: Environment): ProviderKeys {
  const isOpen = (maker: Maker) => opening(maker).some((setting) => e[setting] !== undefined);
  for (const name of ['TEXT_PROVIDER', 'IMAGE_PROVIDER', 'VIDEO_PROVIDER', 'SPEECH_PROVIDER'] as const) {
    const chosen: readonly string[] = [e[name] ?? []].flat();
    const closed = MAKER_NAMES.find((maker) => chosen.includes(maker) && !isOpen(maker));
    if (closed) throw new ConfigError(`${name} is ${closed}: ${opening(closed).join(' or ')} is missing.`);
  }
  checkPlain(e);
  checkImages(e);
  checkSpeech(e);
  return {
    openai: isOpen('openai')
      ? {
          apiKey: e.OPENAI_API_KEY ?? NO_KEY,
          baseUrl: e.OPENAI_BASE_URL,
          model: e.OPENAI_MODEL,
          imageModel: e.OPENAI_IMAGE_MODEL,
          imageSize: e.OPENAI_IMAGE_SIZE,
          imageQuality: e.OPENAI_IMAGE_QUALITY,
          speechModel: e.OPENAI_SPEECH_MODEL,
          transcriptionModel: e.OPENAI_TRANSCRIPTION_MODEL,
          speechVoices: e.OPENAI_SPEECH_VOICES,
        }
      : undefined,
    elevenLabs: e.ELEVENLABS_API_KEY
      ? { apiKey: e.ELEVENLABS_API_KEY, baseUrl: e.ELEVENLABS_BASE_URL, model: e.ELEVENLABS_MODEL }
      : undefined,
    replicate: e.REPLICATE_API_TOKEN ? { apiToken: e.REPLICATE_API_TOKEN, baseUrl: e.REPLICATE_BASE_URL } : undefined,
    plain: Object.fromEntries(Object.keys(PLAIN).flatMap((name) => (isPlain(name) ? [[name, e[name]]] : []))),
    chosenProviders: {
      text: e.TEXT_PROVIDER,
      ...imagesOf(e.IMAGE_PROVIDER ?? []),
      ...videosOf(e.VIDEO_PROVIDER ?? []),
      speech: e.SPEECH_PROVIDER,
    },
  };
}

const imagesOf = ([image, ...alsoImages]: NonNullable<Environment['IMAGE_PROVIDER']>) => ({
  image,
  ...(alsoImages.length > 0 && { alsoImages }),
});

const videosOf = ([video, ...alsoVideos]: NonNullable<Environment['VIDEO_PROVIDER']>) => ({
  video,
  ...(alsoVideos.length > 0 && { alsoVideos }),
});

/** @throws ConfigError for a service that is configured but not chosen */
function checkPlain(e: Environment): void {
  const chosen: readonly string[] = [...(e.IMAGE_PROVIDER ?? []), ...(e.VIDEO_PROVIDER ?? [])];
  for (const maker of MAKER_NAMES) {
    const [setting] = plainOf(maker);
    if (setting === undefined || e[setting] === undefined || chosen.includes(maker)) continue;
    throw new ConfigError(
      `${setting} is set, and nothing uses it: name ${maker} in IMAGE_PROVIDER or VIDEO_PROVIDER, or leave ${setting} out.`,
    );
  }
}

/** @throws ConfigError */
function checkImages(e: Environment): void {
  const idle = IMAGE_SETTINGS.find((name) => e[name] !== undefined);
  // A key for texts must not switch the image provider, because that changes who is paid: only naming a provider
  // switches it.
  if (e.IMAGE_PROVIDER === undefined && idle !== undefined)
    throw new ConfigError(`${idle} is set, and nothing uses it: set IMAGE_PROVIDER to openai, or leave ${idle} out.`);
  if (!e.IMAGE_PROVIDER?.includes('openai')) return;
  if (e.OPENAI_BASE_URL !== undefined && e.OPENAI_IMAGE_MODEL === undefined)
    throw new ConfigError(
      'IMAGE_PROVIDER is openai with an OPENAI_BASE_URL: set OPENAI_IMAGE_MODEL to a model that this server has.',
    );
  if (e.OPENAI_IMAGE_MODEL === ONE_AT_A_TIME)
    throw new ConfigError(`OPENAI_IMAGE_MODEL is ${ONE_AT_A_TIME}, which makes one image at a time: choose another.`);
  const isOpenAis = e.OPENAI_IMAGE_MODEL === undefined || e.OPENAI_IMAGE_MODEL.startsWith('gpt-image-');
  const sides = e.OPENAI_IMAGE_SIZE?.match(/\d+/g) ?? [];
  if (isOpenAis && sides.some((side) => Number(side) % 16 !== 0))
    throw new ConfigError('OPENAI_IMAGE_SIZE: the sides of images by OpenAI must be multiples of 16, as in 864x1536.');
}

/** @throws ConfigError */
function checkSpeech(e: Environment): void {
  const idle = SPEECH_SETTINGS.find((name) => e[name] !== undefined);
  // As for images, only naming the provider changes who is paid.
  if (e.SPEECH_PROVIDER === undefined && idle !== undefined)
    throw new ConfigError(`${idle} is set, and nothing uses it: set SPEECH_PROVIDER to openai, or leave ${idle} out.`);
  if (e.SPEECH_PROVIDER === 'openai' && e.OPENAI_BASE_URL !== undefined && e.OPENAI_SPEECH_MODEL === undefined)
    throw new ConfigError(
      'SPEECH_PROVIDER is openai with an OPENAI_BASE_URL: set OPENAI_SPEECH_MODEL to a model that this server has.',
    );
}
