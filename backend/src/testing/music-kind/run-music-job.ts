import { Inject, Injectable } from '@nestjs/common';
import { FILE_LIMITS } from '@storyreel/contracts';
import { GenerationWorker, JobOrchestrator } from '../../generation/workers/job-orchestrator';
import type { Outcome } from '../../generation/workers/job-orchestrator';
import { copyOutput, GenerationFailed } from '../../generation/workers/run-generation';
import { derivedId } from '../../lib/ids';
import { JobWorker } from '../../eventsourcing/reactors/reactor';
import { MediaStore } from '../../infra/storage';
import type { GenerationJob } from '../../projects/storyboard';
import { type MusicAsked, musicJobs, type MusicMade } from './music-jobs';
import { SandboxMusic } from './music-provider';

export const MUSIC_QUEUE = 'music';

@Injectable()
@JobWorker()
export class RunMusicJob extends GenerationWorker<MusicAsked, MusicMade, MusicAsked> {
  readonly queue = MUSIC_QUEUE;
  readonly kind = musicJobs;
  protected readonly gaveUp = "Couldn't make the music. Please try again.";

  constructor(manager: JobOrchestrator, @Inject(MediaStore) media: Pick<MediaStore, 'save'>, provider: SandboxMusic) {
    super(manager, media, provider, 1);
  }

  async request({ queued: { text, voice } }: GenerationJob<MusicAsked>): Promise<MusicAsked> {
    return { text, voice };
  }

  async keep(outcome: Outcome<MusicAsked>): Promise<MusicMade> {
    const { job, prediction, provider, ownerId, signal } = outcome;
    const [output] = prediction.outputs;
    if (!output) throw new GenerationFailed('The provider sent no sound.');
    const place = { key: derivedId(job.jobId, 'music'), maxBytes: FILE_LIMITS.audio, visibility: 'private' as const };
    const { url } = await copyOutput(provider, output, { ...place, signal }, (stream) =>
      this.media.save({ ...place, ownerId, stream, contentType: 'audio/wav' }),
    );
    return { audioUrl: url };
  }
}
