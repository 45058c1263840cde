import { buffer } from 'node:stream/consumers';
import { lengthOf, LIMITS } from '@storyreel/contracts';
import { joinAudio } from '../../platform/audio/join-audio';
import type { CreateOptions } from '../generation-provider';
import { AnswersAtOnce } from '../kept/answers-at-once';
import type { KeptResults } from '../kept/kept-results';
import { ProviderAnswerInvalid } from '../provider-errors';
import { madeSpeech } from './made-speech';
import type { SpeechRequest } from './speech-provider';
import { textPieces } from './text-pieces';

/** A provider that answers a line with its sound. A text beyond its longest one is spoken in pieces, and joined. */
export abstract class SpeechAtOnce extends AnswersAtOnce<SpeechRequest> {
  /** Characters (Unicode code points) of one line. */
  abstract readonly longestText: number;
  readonly longestStory = LIMITS.spokenStory;

  constructor(kept: KeptResults) {
    super(kept, 'The speech is no longer kept.');
  }

  /** The sound of a line. @throws CreateRefused, CreateOutcomeUnknown */
  protected abstract speak(line: SpeechRequest, call: CreateOptions): Promise<Buffer>;

  /** @throws CreateRefused, CreateOutcomeUnknown; ProviderAnswerInvalid for an answer that is no sound */
  async create(request: SpeechRequest, call: CreateOptions): Promise<{ predictionId: string }> {
    const { idempotencyKey: predictionId } = call;
    if (lengthOf(request.text) <= this.longestText) {
      await this.kept.keep(predictionId, [madeSpeech(await this.speak(request, call))]);
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

  /** Kept by itself: when a later one is refused for now, only that is asked for again. */
  private async piece(line: SpeechRequest, call: CreateOptions): Promise<Buffer> {
    const { idempotencyKey: id } = call;
    const known = (await this.kept.find(id)) && (await this.kept.open(id, 0));
    if (known) return buffer(known.stream);
    const made = madeSpeech(await this.speak(line, call));
    await this.kept.keep(id, [made]);
    return Buffer.from(made.bytes);
  }
}
