import { Inject, Injectable } from '@nestjs/common';
import { FILE_LIMITS } from '@storyreel/contracts';
import { GenerationProcessManager } from '../../generation/workers/generation-process-manager';
import { GenerationWorker, type Outcome } from '../../generation/workers/generation-worker';
import { derivedId } from '../../platform/ids';
import { JobWorker } from '../../platform/processes/job-worker.decorator';
import { MEDIA_STORE, type MediaStore } from '../../platform/storage';
import type { GenerationJob } from '../../storyboard';
import { type SpeechAsked, speechJobs, type SpeechMade } from './speech-jobs';
import { SandboxSpeech } from './speech-provider';

export const SPEECH_QUEUE = 'speeches';

@Injectable()
@JobWorker()
export class RunSpeechJob extends GenerationWorker<SpeechAsked, SpeechMade, SpeechAsked> {
  readonly queue = SPEECH_QUEUE;
  readonly kind = speechJobs;
  protected readonly gaveUp = 'The scene could not be read aloud. Please try again.';

  constructor(
    @Inject(GenerationProcessManager) manager: GenerationProcessManager,
    @Inject(MEDIA_STORE) media: Pick<MediaStore, 'save'>,
    @Inject(SandboxSpeech) provider: SandboxSpeech,
  ) {
    super(manager, media, provider, 1);
  }

  async request({ queued: { text, voice } }: GenerationJob<SpeechAsked>): Promise<SpeechAsked> {
    return { text, voice };
  }

  async keep(outcome: Outcome<SpeechAsked>): Promise<SpeechMade> {
    const key = derivedId(outcome.job.jobId, 'speech');
    const place = { key, maxBytes: FILE_LIMITS.audio, missing: 'The provider sent no sound.' };
    return { audioUrl: (await this.save(outcome, outcome.prediction.outputs[0], place)).url };
  }
}
