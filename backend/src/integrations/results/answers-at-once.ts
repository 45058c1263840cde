import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { FILE_LIMITS, lengthOf, LIMITS, type WordTimes } from '@storyreel/contracts';
import { joinAudio, measureAudio } from '../../infra/media/audio';
import { OutputGone, PredictionNotFound, ProviderAnswerInvalid } from '../http/provider-errors';
import { limitBytes } from '../http/stream-limits';
import type {
  CreateOptions,
  FetchOptions,
  GenerationProvider,
  Prediction,
  PredictionOutput,
} from '../ports/generation-provider';
import { type SpeechRequest, WORD_TIMES_TYPE } from '../ports/speech-provider';
import type { KeptResults, MadeFile } from './kept-results';

/**
 * Base of providers that return results in their answer and do not store them: `create` keeps the results under the
 * request's idempotency key, which becomes the prediction's id, until they have been copied (ADR 0011).
 */
export abstract class AnswersAtOnce<Request> implements GenerationProvider<Request> {
  abstract readonly name: GenerationProvider<Request>['name'];
  abstract readonly label: string;
  readonly createIsIdempotent = false;

  protected constructor(
    protected readonly kept: KeptResults,
    /** Message for users about results that no longer exist. */
    private readonly goneWords: string,
  ) {}

  abstract create(request: Request, options: CreateOptions): Promise<{ predictionId: string }>;

  async recall(idempotencyKey: string): Promise<{ predictionId: string } | null> {
    return (await this.kept.find(idempotencyKey)) && { predictionId: idempotencyKey };
  }

  async get(predictionId: string): Promise<Prediction> {
    const found = await this.kept.find(predictionId);
    if (!found) throw new PredictionNotFound(predictionId);
    const outputs = found.mimeTypes.map((mimeType, index) => ({ ref: `${predictionId}/${index}`, mimeType }));
    return { id: predictionId, status: 'succeeded', progress: 1, outputs, usd: found.usd };
  }

  /** Does nothing: the prediction is finished as soon as its id exists. */
  cancel(): Promise<void> {
    return Promise.resolve();
  }

  async fetchOutput(output: PredictionOutput, { signal, maxBytes }: FetchOptions): Promise<Readable> {
    const [, id, index] = 'ref' in output ? (/^(.+)\/(\d+)$/u.exec(output.ref) ?? []) : [];
    const found = id === undefined ? null : await this.kept.open(id, Number(index));
    if (!found) throw new OutputGone(this.goneWords);
    return limitBytes(found.stream, { maxBytes, signal, declaredBytes: found.size });
  }
}

/** Checks that an answer is a playable sound and detects its type. @throws ProviderAnswerInvalid */
function madeSpeech(bytes: Buffer): MadeFile {
  if (bytes.length > FILE_LIMITS.audio) throw new ProviderAnswerInvalid('The speech model sent too long a recording.');
  const measured = measureAudio(bytes);
  if (!measured) throw new ProviderAnswerInvalid('The speech model sent something that is not a sound.');
  return { bytes, mimeType: measured.mimeType };
}

/** The sound of a line, with the times of its words if the provider returns them. */
export interface SpokenLine {
  sound: Buffer;
  times: WordTimes | null;
}

const filesOf = ({ sound, times }: SpokenLine): MadeFile[] => [
  madeSpeech(sound),
  ...(times === null ? [] : [{ bytes: Buffer.from(JSON.stringify(times)), mimeType: WORD_TIMES_TYPE }]),
];

const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' });

/**
 * Splits a text into pieces of at most `longest` characters (code points), between sentences where they are short
 * enough.
 */
export function textPieces(text: string, longest: number): string[] {
  const pieces: string[] = [];
  let piece = '';
  const add = (part: string): void => {
    if (lengthOf(piece) + lengthOf(part.trimEnd()) > longest) {
      pieces.push(piece.trim());
      piece = '';
    }
    piece += part;
  };
  for (const { segment } of sentences.segment(text.trim())) {
    if (lengthOf(segment.trimEnd()) <= longest) add(segment);
    else for (const part of cut(segment, longest)) add(part);
  }
  return [...pieces, piece.trim()].filter((one) => one !== '');
}

/** Splits between words, and within a word only when the word is too long. */
function* cut(sentence: string, longest: number): Generator<string> {
  for (const word of sentence.split(/(?<=\s)/u)) {
    const characters = [...word];
    for (let at = 0; at < characters.length; at += longest) yield characters.slice(at, at + longest).join('');
  }
}

/** A speech provider that returns the sound in its answer. A text beyond its limit is spoken in pieces and joined. */
export abstract class SpeechAtOnce extends AnswersAtOnce<SpeechRequest> {
  /** Maximum characters (Unicode code points) per request. */
  abstract readonly longestText: number;
  readonly longestStory = LIMITS.spokenStory;

  constructor(kept: KeptResults) {
    super(kept, 'The speech is no longer stored.');
  }

  /** Speaks one line. @throws CreateRefused, CreateOutcomeUnknown */
  protected abstract speak(line: SpeechRequest, call: CreateOptions): Promise<SpokenLine>;

  /** @throws CreateRefused, CreateOutcomeUnknown; ProviderAnswerInvalid for an answer that is not a sound */
  async create(request: SpeechRequest, call: CreateOptions): Promise<{ predictionId: string }> {
    const { idempotencyKey: predictionId } = call;
    if (lengthOf(request.text) <= this.longestText) {
      await this.kept.keep(predictionId, filesOf(await this.speak(request, call)));
      return { predictionId };
    }
    const sounds: Buffer[] = [];
    for (const text of textPieces(request.text, this.longestText)) {
      sounds.push(
        await this.piece({ ...request, text }, { ...call, idempotencyKey: `${predictionId}:${sounds.length}` }),
      );
    }
    const joined = joinAudio(sounds);
    if (joined === null) throw new ProviderAnswerInvalid('The speech model sent sounds that do not fit together.');
    await this.kept.keep(predictionId, [madeSpeech(joined)]);
    return { predictionId };
  }

  /** Speaks a piece and keeps its sound, so that a retry after a refusal requests only the missing pieces. */
  private async piece(line: SpeechRequest, call: CreateOptions): Promise<Buffer> {
    const { idempotencyKey: id } = call;
    const known = (await this.kept.find(id)) && (await this.kept.open(id, 0));
    if (known) return buffer(known.stream);
    const made = madeSpeech((await this.speak(line, call)).sound);
    await this.kept.keep(id, [made]);
    return Buffer.from(made.bytes);
  }
}
