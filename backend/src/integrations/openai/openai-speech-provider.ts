import { FILE_LIMITS, type SpeechVoice, toldTimes, type WordTimes } from '@storyreel/contracts';
import { toFile } from 'openai';
import type { SpeechCreateParams } from 'openai/resources/audio/speech';
import { CreateOutcomeUnknown, CreateRefused } from '../http/provider-errors';
import type { CreateOptions } from '../ports/generation-provider';
import type { KeptResults } from '../results/kept-results';
import { SpeechAtOnce, type SpokenLine } from '../results/answers-at-once';
import type { SpeechProvider, SpeechRequest } from '../ports/speech-provider';
import { isOpenAis, labelOf, OpenAiClient, type OpenAiServer } from './openai-client';

export const DEFAULT_SPEECH_MODEL = 'gpt-4o-mini-tts';
const DEFAULT_TIMEOUT_MS = 120_000;
/** Maximum characters of `/v1/audio/speech` (npm openai 6.49.0, resources/audio/speech.d.ts, read 2026-11-28). */
const LONGEST_TEXT = 4_096;
const OPENAI_VOICES = 'alloy,ash,ballad,coral,echo,fable,nova,onyx,sage,shimmer,verse'.split(',');

export interface OpenAiSpeechOptions extends OpenAiServer {
  /** Defaults to gpt-4o-mini-tts. */
  speechModel?: string;
  /** Voice ids of a self-hosted server. */
  speechVoices?: readonly string[];
  /** Model of `/v1/audio/transcriptions` that returns the times of words; none by default. */
  transcriptionModel?: string;
  /** Milliseconds for a complete answer. */
  speechTimeoutMs?: number;
}

const nameOf = (id: string): string => id.charAt(0).toUpperCase() + id.slice(1);

/** Speech by any server with `/v1/audio/speech`. */
export class OpenAiSpeechProvider extends SpeechAtOnce implements SpeechProvider {
  readonly name = 'openai';
  readonly label: string;
  readonly longestText = LONGEST_TEXT;
  readonly takesOtherIds: boolean;
  private readonly client: OpenAiClient;
  private readonly model: string;
  private readonly transcriptionModel: string | undefined;
  private readonly ids: readonly string[];

  constructor(options: OpenAiSpeechOptions, kept: KeptResults) {
    super(kept);
    this.label = labelOf(options);
    this.model = options.speechModel ?? DEFAULT_SPEECH_MODEL;
    this.transcriptionModel = options.transcriptionModel;
    this.ids = options.speechVoices ?? OPENAI_VOICES;
    this.takesOtherIds = options.speechVoices === undefined && !isOpenAis(options);
    const timeoutMs = options.speechTimeoutMs ?? DEFAULT_TIMEOUT_MS;
    const limits = { maker: 'speech model', timeoutMs, maxAnswerBytes: FILE_LIMITS.audio };
    this.client = new OpenAiClient(options, limits);
  }

  remark(): Promise<null> {
    return Promise.resolve(null);
  }

  voices(): Promise<SpeechVoice[]> {
    return Promise.resolve(this.ids.map((id) => ({ id, name: nameOf(id), language: null })));
  }

  protected async speak({ text, voice, speed }: SpeechRequest, call: CreateOptions): Promise<SpokenLine> {
    const body: SpeechCreateParams = {
      model: this.model,
      voice,
      input: text,
      response_format: 'mp3',
      // Some models refuse the speed parameter altogether.
      ...(speed === 1 ? {} : { speed }),
    };
    call.onSent?.({ model: this.model, body });
    const sound = await this.client.whole(call, async (options) => {
      const answer = await this.client.api.audio.speech.create(body, options);
      return Buffer.from(await answer.arrayBuffer());
    });
    return { sound, times: await this.wordTimes(text, sound, call) };
  }

  /** Returns the words' times by transcription; null where they have to be found in the sound itself. */
  private async wordTimes(text: string, sound: Buffer, call: CreateOptions): Promise<WordTimes | null> {
    const model = this.transcriptionModel;
    if (model === undefined) return null;
    const body = { model, response_format: 'verbose_json' as const, timestamp_granularities: ['word' as const] };
    call.onSent?.({ model, body });
    try {
      const { words = [] } = await this.client.whole(call, async (options) =>
        this.client.api.audio.transcriptions.create({ ...body, file: await toFile(sound, 'speech.mp3') }, options),
      );
      return toldTimes(
        text,
        words.map(({ word, start, end }) => ({ text: word, from: start, to: end })),
      );
    } catch (error) {
      // The sound is paid for and complete, and its words can be found without a transcription.
      if (error instanceof CreateRefused || error instanceof CreateOutcomeUnknown) return null;
      throw error;
    }
  }
}
