import { LIMITS, type SpeechVoice } from '@storyreel/contracts';
import { z } from 'zod';
import { cleanText } from '../../platform/text/clean-text';
import { fetchJson, NoUsableAnswer } from '../checks/ask-server';
import type { CreateOptions } from '../generation-provider';
import type { KeptResults } from '../kept/kept-results';
import { ProviderUnavailable } from '../provider-errors';
import { SpeechAtOnce } from '../speech/speech-at-once';
import type { SpeechProvider, SpeechRequest } from '../speech/speech-provider';
import { endingWith } from '../wire-errors';
import { elevenLabsApi, ElevenLabsClient, elevenLabsHeaders, type ElevenLabsServer } from './elevenlabs-client';

export interface ElevenLabsOptions extends ElevenLabsServer {
  /** Default eleven_multilingual_v2. */
  model?: string;
}

export const DEFAULT_ELEVENLABS_MODEL = 'eleven_multilingual_v2';
const FORMAT = 'mp3_44100_128';
const [SLOWEST, FASTEST] = [0.7, 1.2];
/** Characters; its oldest models take this many. */
const LONGEST_TEXT = 5_000;
const LIST_TIMEOUT_MS = 10_000;
const REMARK = `ElevenLabs speaks at ${SLOWEST} to ${FASTEST} times its speed: what is slower or faster is brought into that range.`;

export const elevenLabsVoicesSchema = z.object({
  voices: z.array(
    z.object({
      voice_id: z.string().min(1).max(LIMITS.voiceId),
      name: z.string().nullish(),
      labels: z.looseObject({ language: z.string().optional() }).nullish().catch(null),
    }),
  ),
  has_more: z.boolean().optional(),
  next_page_token: z.string().nullish(),
});
type VoicesPage = z.infer<typeof elevenLabsVoicesSchema>;

/** A page of the account's voices. The first version of this address stops working beyond 500 voices. */
export const elevenLabsVoicesUrl = (server: Pick<ElevenLabsServer, 'baseUrl'>, token?: string): string => {
  const query = new URLSearchParams({ page_size: '100', ...(token === undefined ? {} : { next_page_token: token }) });
  return `${elevenLabsApi(server, 'v2')}/voices?${query.toString()}`;
};
/** Thousands of voices; a list that always has another page must end as well. */
const MOST_PAGES = 50;

/** Speech by ElevenLabs, which takes a voice's stability, clarity and style. */
export class ElevenLabsSpeechProvider extends SpeechAtOnce implements SpeechProvider {
  readonly name = 'elevenlabs';
  readonly label = 'ElevenLabs';
  readonly longestText = LONGEST_TEXT;
  /** A voice of its library need not be among the account's own. */
  readonly takesOtherIds = true;
  private readonly client: ElevenLabsClient;
  private readonly model: string;

  constructor(
    private readonly options: ElevenLabsOptions,
    kept: KeptResults,
  ) {
    super(kept);
    this.client = new ElevenLabsClient(options);
    this.model = options.model ?? DEFAULT_ELEVENLABS_MODEL;
  }

  remark(): Promise<string> {
    return Promise.resolve(REMARK);
  }

  async voices(signal?: AbortSignal): Promise<SpeechVoice[]> {
    const time = AbortSignal.timeout(LIST_TIMEOUT_MS);
    try {
      const voices = await this.allVoices(endingWith(time, signal));
      return voices.map(({ voice_id: id, name, labels }) => ({
        id,
        name: cleanText(name ?? '') || id,
        language: labels?.language ?? null,
      }));
    } catch (error) {
      if (error instanceof NoUsableAnswer) throw new ProviderUnavailable(error.message, error);
      if (time.aborted) throw new ProviderUnavailable('ElevenLabs did not answer in time.', error);
      throw error;
    }
  }

  private async allVoices(signal: AbortSignal): Promise<VoicesPage['voices']> {
    const all: VoicesPage['voices'] = [];
    const asked = { headers: elevenLabsHeaders(this.options), schema: elevenLabsVoicesSchema, signal };
    let token: string | undefined;
    for (let page = 0; page < MOST_PAGES; page++) {
      const { voices, has_more, next_page_token } = await fetchJson(elevenLabsVoicesUrl(this.options, token), asked);
      all.push(...voices);
      if (has_more !== true || !next_page_token) break;
      token = next_page_token;
    }
    return all;
  }

  protected async speak({ text, voice, ...sound }: SpeechRequest, call: CreateOptions): Promise<Buffer> {
    const body = {
      text,
      model_id: this.model,
      voice_settings: {
        stability: sound.stability,
        similarity_boost: sound.clarity,
        style: sound.style,
        speed: Math.min(FASTEST, Math.max(SLOWEST, sound.speed)),
      },
    };
    call.onSent?.({ model: this.model, body });
    const path = `/text-to-speech/${encodeURIComponent(voice)}?output_format=${FORMAT}`;
    return this.client.speech(path, body, call.signal);
  }
}
