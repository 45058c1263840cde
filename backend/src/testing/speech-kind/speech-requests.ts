import { Inject, Injectable } from '@nestjs/common';
import { toUnits } from '@storyreel/contracts';
import { GenerationRequests } from '../../generation/http/generation-requests';
import { derivedId } from '../../platform/ids';
import { requestHash } from '../../platform/request-hash';
import type { GenerationJob } from '../../storyboard';
import { QueueSpeechJob } from './queue-speech-job';
import { type SpeechAsked, speechJobs } from './speech-jobs';

const ZAPS_PER_SPEECH = 3;

@Injectable()
export class SpeechRequests {
  constructor(@Inject(GenerationRequests) private readonly requests: GenerationRequests) {}

  async request(userId: string, sceneId: string, asked: SpeechAsked, commandId: string): Promise<GenerationJob> {
    const { text, voice } = asked;
    const target = await this.requests.target(userId, sceneId);
    const wanted = {
      kind: speechJobs,
      data: { ...asked, jobId: derivedId(commandId, 'speech'), requestHash: requestHash(sceneId, text, voice) },
      check: () => undefined,
      price: () => ({ units: toUnits(ZAPS_PER_SPEECH), usd: 0.01, version: 'speech-1' }),
      command: QueueSpeechJob,
      work: { provider: 'sandbox', model: voice, operation: 'generate_speech', description: 'A scene read aloud' },
      bulk: false,
    };
    return this.requests.job(target, wanted, this.requests.context(userId, commandId));
  }
}
