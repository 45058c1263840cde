import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type ExaminedRecording, type OrderedPicture, UnusableFile } from '../../infra/media/examine';
import type { MediaStore } from '../../infra/storage';
import type { GenerationProvider, PredictionOutput } from '../../integrations/ports/generation-provider';
import type { JobOrchestrator } from './job-orchestrator';
import { GenerationWorker, type Outcome } from './job-orchestrator';
import { copyOutput, GenerationFailed } from './run-generation';

type Saved = Awaited<ReturnType<MediaStore['save']>>;

interface About {
  /** The key that the result is saved under. */
  key: string;
  ownerId: string;
  signal: AbortSignal;
  isOurs: boolean;
  /** Required size or shape of an image that is made from another image. */
  ordered?: OrderedPicture;
}

/** Detects the type of a provider's results from their bytes. @throws UnusableFile */
export interface ExaminesResults {
  /** @returns the picture's MIME type */
  picture(read: () => Promise<Uint8Array>, about: About): Promise<string>;
  clip<Made>(source: Readable, about: About, use: (clip: ExaminedRecording) => Promise<Made>): Promise<Made>;
}

/** Destination of a result. `key` is derived from the job, so that a retry overwrites the earlier result. */
interface Place {
  key: string;
  maxBytes: number;
  /** Stored files from which the result is made, so that their origins count for the result. */
  from?: readonly string[] | null;
}

/**
 * Base of workers that make images or clips. Results are copied into the product's own storage after their bytes have
 * proved their type.
 */
export abstract class MediaWorker<Asked, Made, Request> extends GenerationWorker<Asked, Made, Request> {
  constructor(
    manager: JobOrchestrator,
    media: Pick<MediaStore, 'save'>,
    private readonly examiner: ExaminesResults,
    provider: GenerationProvider<Request>,
    concurrency: number,
  ) {
    super(manager, media, provider, concurrency);
  }

  /** @throws GenerationFailed for bytes that are not an image, whatever type the provider states */
  protected savePicture(
    outcome: Outcome<Asked>,
    output: PredictionOutput,
    place: Place,
    ordered?: OrderedPicture,
  ): Promise<Saved> {
    const { provider, ownerId, signal } = outcome;
    return copyOutput(provider, output, { signal, maxBytes: place.maxBytes }, async (stream) => {
      const bytes = await buffer(stream);
      const about = { ...this.about(outcome, place), ...(ordered && { ordered }) };
      const contentType = await this.examiner.picture(() => Promise.resolve(bytes), about).catch(unusable('image'));
      return this.media.save({ ...saved(place, ownerId), buffer: bytes, contentType });
    });
  }

  /** @throws GenerationFailed for bytes that are not a clip, whatever type the provider states */
  protected saveClip(outcome: Outcome<Asked>, output: PredictionOutput, place: Place): Promise<Saved> {
    const { provider, ownerId, signal } = outcome;
    return copyOutput(provider, output, { signal, maxBytes: place.maxBytes }, (source) =>
      this.examiner
        .clip(source, this.about(outcome, place), (clip) =>
          this.media.save({ ...saved(place, ownerId), stream: clip.read(), contentType: clip.type }),
        )
        .catch(unusable('clip')),
    );
  }

  private about({ provider, ownerId, signal }: Outcome<Asked>, { key }: Place): About {
    return { key, ownerId, signal, isOurs: provider.name === 'sandbox' };
  }
}

const saved = ({ key, maxBytes, from }: Place, ownerId: string) => ({
  ...{ key, maxBytes, ownerId },
  visibility: 'private' as const,
  origin: { byModel: true, from: from ?? [] },
});

const unusable =
  (thing: string) =>
  (error: unknown): never => {
    if (!(error instanceof UnusableFile)) throw error;
    throw new GenerationFailed(`The provider sent no ${thing} that can be used. ${error.message}`, { cause: error });
  };
