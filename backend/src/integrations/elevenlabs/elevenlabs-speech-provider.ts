import { FILE_LIMITS, LIMITS, toldTimes } from '@storyreel/contracts';
import type { SpeechVoice } from '@storyreel/contracts';
import { z } from 'zod';
import { fetchAtMost } from '../../infra/outbound/fetch-outbound';
import { cleanText } from '../../lib/text';
import { fetchJson, NoUsableAnswer } from '../http/fetch-json';
import {
  CreateOutcomeUnknown,
  CreateRefused,
  messageFrom,
  ProviderAnswerInvalid,
  ProviderUnavailable,
} from '../http/provider-errors';
import { DEFAULT_RETRY, endingWith, ErrorAnswer, neverSent, paidOnce, refusalReason, successOf } from '../http/retry';
import type { RetryPolicy } from '../http/retry';
import type { CreateOptions } from '../ports/generation-provider';
import type { SpeechProvider, SpeechRequest } from '../ports/speech-provider';
import { SpeechAtOnce, type SpokenLine } from '../results/answers-at-once';
import type { KeptResults } from '../results/kept-results';

interface ElevenLabsServer {
  apiKey: string;
  baseUrl?: string;
  retry?: Partial<RetryPolicy>;
  /** Milliseconds for a complete answer. */
  timeoutMs?: number;
}

export const ELEVENLABS_URL = 'https://api.elevenlabs.io';
const DEFAULT_TIMEOUT_MS = 120_000;
const MAX_PROBLEM = 300;

const problemSchema = z.object({
  detail: z.union([
    z.string(),
    z.object({ status: z.string().optional(), message: z.string().optional() }),
    // Validation errors (422) are a list of messages, each with its location in the request.
    z.array(z.object({ msg: z.string(), loc: z.array(z.union([z.string(), z.number()])).default([]) })),
  ]),
});

/** Returns the base URL of every path; the setting may or may not end with a slash. */
export const elevenLabsApi = (
  { baseUrl = ELEVENLABS_URL }: Pick<ElevenLabsServer, 'baseUrl'>,
  version: 'v1' | 'v2' = 'v1',
): string => `${baseUrl.replace(/\/+$/u, '')}/${version}`;

/** ElevenLabs takes the key in its own header. */
export const elevenLabsHeaders = ({ apiKey }: Pick<ElevenLabsServer, 'apiKey'>) => ({ 'xi-api-key': apiKey });

/** Maximum answer: base64 makes the sound a third larger, and the characters' times take as much again. */
const MOST_BYTES = 2 * FILE_LIMITS.audio;

interface SpeechAnswer {
  bytes: Buffer;
  isJson: boolean;
}

const timestampsSchema = z.object({
  audio_base64: z.string(),
  alignment: z
    .object({
      characters: z.array(z.string()),
      character_start_times_seconds: z.array(z.number()),
      character_end_times_seconds: z.array(z.number()),
    })
    .nullish(),
});

/** Reads either an answer with the times of its characters, or an answer that is only a sound. */
function spokenLine(text: string, { bytes, isJson }: SpeechAnswer): SpokenLine {
  if (!isJson) return { sound: bytes, times: null };
  const parsed = timestampsSchema.safeParse(jsonIn(bytes));
  if (!parsed.success) throw new ProviderAnswerInvalid('The speech model sent something that is not a sound.');
  const { audio_base64: sound, alignment } = parsed.data;
  const pieces = alignment?.characters.map((character, at) => ({
    text: character,
    from: alignment.character_start_times_seconds[at] ?? 0,
    to: alignment.character_end_times_seconds[at] ?? 0,
  }));
  return { sound: Buffer.from(sound, 'base64'), times: pieces ? toldTimes(text, pieces) : null };
}

function jsonIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
}

/** Speech client that never pays twice for a request. */
class ElevenLabsClient {
  private readonly retry: RetryPolicy;
  private readonly timeoutMs: number;

  constructor(private readonly server: ElevenLabsServer) {
    this.retry = { ...DEFAULT_RETRY, ...server.retry };
    this.timeoutMs = server.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  }

  /** Posts a JSON body and returns the answer. @throws CreateRefused, CreateOutcomeUnknown */
  speech(path: string, body: object, signal?: AbortSignal): Promise<SpeechAnswer> {
    return paidOnce(this.retry, signal, () => this.once(path, body, signal));
  }

  private async once(path: string, body: object, signal?: AbortSignal): Promise<SpeechAnswer> {
    const time = AbortSignal.timeout(this.timeoutMs);
    try {
      const asked = fetchAtMost(MOST_BYTES)(`${elevenLabsApi(this.server)}${path}`, {
        method: 'POST',
        headers: { ...elevenLabsHeaders(this.server), 'content-type': 'application/json' },
        body: JSON.stringify(body),
        // The key must not be sent to a host that a redirect names.
        redirect: 'manual',
        signal: endingWith(time, signal),
      });
      const answer = await successOf(asked, this.retry.now());
      const isJson = /^application\/json\b/u.test(answer.headers.get('content-type') ?? '');
      return { bytes: Buffer.from(await answer.arrayBuffer()), isJson };
    } catch (error) {
      if (error instanceof ErrorAnswer) throw outcomeOf(error);
      if (neverSent(error))
        throw new CreateRefused('ElevenLabs could not be reached.', { reason: 'unreachable', cause: error });
      const words = time.aborted ? 'ElevenLabs did not answer in time.' : 'The connection to ElevenLabs was lost.';
      throw new CreateOutcomeUnknown(words, error);
    }
  }
}

function outcomeOf({ status, text, retryAfterSeconds }: ErrorAnswer): Error {
  if (status >= 500 || status < 400) return new CreateOutcomeUnknown(`ElevenLabs answered ${status}.`);
  const { code, message } = problemIn(text);
  // ElevenLabs reports a used-up quota with the status of a wrong key.
  const reason = code === 'quota_exceeded' ? 'no-credit' : refusalReason(status);
  return new CreateRefused(`ElevenLabs refused the request (${status}): ${messageFrom(message, MAX_PROBLEM)}`, {
    reason,
    status,
    retryAfterSeconds,
  });
}

function problemIn(text: string): { code: string; message: string } {
  try {
    const { detail } = problemSchema.parse(JSON.parse(text));
    if (typeof detail === 'string') return { code: '', message: detail };
    if (Array.isArray(detail)) {
      return { code: '', message: detail.map(({ msg, loc }) => `${loc.join('.')}: ${msg}`).join('; ') };
    }
    return { code: detail.status ?? '', message: detail.message ?? '' };
  } catch {
    return { code: '', message: '' };
  }
}

export interface ElevenLabsOptions extends ElevenLabsServer {
  /** Defaults to eleven_multilingual_v2. */
  model?: string;
}

export const DEFAULT_ELEVENLABS_MODEL = 'eleven_multilingual_v2';
const FORMAT = 'mp3_44100_128';
/** Range of the speed: elevenlabs.io/docs/eleven-agents/customization/voice/speed-control, read 2026-11-28. */
const [SLOWEST, FASTEST] = [0.7, 1.2];
/**
 * Maximum characters per request, chosen below the 10,000 that Multilingual v2 accepts
 * (help.elevenlabs.io/hc/en-us/articles/13298164480913, read 2026-11-28).
 */
const LONGEST_TEXT = 5_000;
const LIST_TIMEOUT_MS = 10_000;
const REMARK = `ElevenLabs speaks at ${SLOWEST} to ${FASTEST} times the normal speed: other speeds are limited to that range.`;

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

/**
 * Returns the address of a page of the account's voices. Version 1 of this route fails beyond 500 voices (npm
 * @elevenlabs/elevenlabs, 2026-11-26).
 */
export const elevenLabsVoicesUrl = (server: Pick<ElevenLabsServer, 'baseUrl'>, token?: string): string => {
  const query = new URLSearchParams({ page_size: '100', ...(token === undefined ? {} : { next_page_token: token }) });
  return `${elevenLabsApi(server, 'v2')}/voices?${query.toString()}`;
};
/** Maximum pages read, enough for thousands of voices; limits a list whose pages never end. */
const MOST_PAGES = 50;

/** Speech by ElevenLabs, which supports a voice's stability, clarity and style. */
export class ElevenLabsSpeechProvider extends SpeechAtOnce implements SpeechProvider {
  readonly name = 'elevenlabs';
  readonly label = 'ElevenLabs';
  readonly longestText = LONGEST_TEXT;
  /** True because a voice from ElevenLabs' library need not be in the account's own list. */
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

  protected async speak({ text, voice, ...sound }: SpeechRequest, call: CreateOptions): Promise<SpokenLine> {
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
    const path = `/text-to-speech/${encodeURIComponent(voice)}/with-timestamps?output_format=${FORMAT}`;
    return spokenLine(text, await this.client.speech(path, body, call.signal));
  }
}
