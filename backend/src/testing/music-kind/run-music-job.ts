import { Inject, Injectable } from '@nestjs/common';
import { FILE_LIMITS } from '@storyreel/contracts';
import { GenerationProcessManager } from '../../generation/workers/generation-process-manager';
import { GenerationWorker, type Outcome } from '../../generation/workers/generation-worker';
import { derivedId } from '../../platform/ids';
import { JobWorker } from '../../platform/processes/job-worker.decorator';
import { MEDIA_STORE, type MediaStore } from '../../platform/storage';
import type { GenerationJob } from '../../storyboard';
import { type MusicAsked, musicJobs, type MusicMade } from './music-jobs';
import { SandboxMusic } from './music-provider';

export const MUSIC_QUEUE = 'music';

@Injectable()
@JobWorker()
export class RunMusicJob extends GenerationWorker<MusicAsked, MusicMade, MusicAsked> {
  readonly queue = MUSIC_QUEUE;
  readonly kind = musicJobs;
  protected readonly gaveUp = "Couldn't make the music. Please try again.";

  constructor(
    @Inject(GenerationProcessManager) manager: GenerationProcessManager,
    @Inject(MEDIA_STORE) media: Pick<MediaStore, 'save'>,
    @Inject(SandboxMusic) provider: SandboxMusic,
  ) {
    super(manager, media, provider, 1);
  }

  async request({ queued: { text, voice } }: GenerationJob<MusicAsked>): Promise<MusicAsked> {
    return { text, voice };
  }

  async keep(outcome: Outcome<MusicAsked>): Promise<MusicMade> {
    const key = derivedId(outcome.job.jobId, 'music');
    const place = { key, maxBytes: FILE_LIMITS.audio, missing: 'The provider sent no sound.' };
    return { audioUrl: (await this.save(outcome, outcome.prediction.outputs[0], place)).url };
  }
}
