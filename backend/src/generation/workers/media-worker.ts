import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type ExaminedRecording, UnusableFile } from '../../infra/media/examine';
import type { MediaStore } from '../../infra/storage';
import type { GenerationProvider, PredictionOutput } from '../../integrations/ports/generation-provider';
import type { JobOrchestrator } from './job-orchestrator';
import { GenerationWorker, type Outcome } from './job-orchestrator';
import { copyOutput, GenerationFailed } from './run-generation';

type Saved = Awaited<ReturnType<MediaStore['save']>>;

interface About {
  /** That the result is saved under. */
  key: string;
  ownerId: string;
  signal: AbortSignal;
  isOurs: boolean;
}

/** Finds out what the results of a provider are, by their bytes. @throws UnusableFile */
export interface ExaminesResults {
  /** @returns its MIME type */
  picture(read: () => Promise<Uint8Array>, about: About): Promise<string>;
  clip<Made>(source: Readable, about: About, use: (clip: ExaminedRecording) => Promise<Made>): Promise<Made>;
}

/** Where a result goes. `key` derives from the job: made again, the same output lies in the same place. */
interface Place {
  key: string;
  maxBytes: number;
}

/** Makes pictures or clips. What a provider sends is copied into our own storage once its bytes show what it is. */
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

  /** @throws GenerationFailed for what is no picture, whatever the provider calls it */
  protected savePicture(outcome: Outcome<Asked>, output: PredictionOutput, place: Place): Promise<Saved> {
    const { provider, ownerId, signal } = outcome;
    return copyOutput(provider, output, { signal, maxBytes: place.maxBytes }, async (stream) => {
      const bytes = await buffer(stream);
      const about = this.about(outcome, place);
      const contentType = await this.examiner.picture(() => Promise.resolve(bytes), about).catch(unusable('image'));
      return this.media.save({ ...place, ownerId, buffer: bytes, contentType, visibility: 'private' });
    });
  }

  /** @throws GenerationFailed for what is no clip, whatever the provider calls it */
  protected saveClip(outcome: Outcome<Asked>, output: PredictionOutput, place: Place): Promise<Saved> {
    const { provider, ownerId, signal } = outcome;
    return copyOutput(provider, output, { signal, maxBytes: place.maxBytes }, (source) =>
      this.examiner
        .clip(source, this.about(outcome, place), (clip) =>
          this.media.save({ ...place, ownerId, stream: clip.read(), contentType: clip.type, visibility: 'private' }),
        )
        .catch(unusable('clip')),
    );
  }

  private about({ ownerId, signal }: Outcome<Asked>, { key }: Place): About {
    return { key, ownerId, signal, isOurs: this.provider.name === 'sandbox' };
  }
}

const unusable =
  (thing: string) =>
  (error: unknown): never => {
    if (!(error instanceof UnusableFile)) throw error;
    throw new GenerationFailed(`The provider sent no ${thing} that can be used. ${error.message}`, { cause: error });
  };
