import { Injectable } from '@nestjs/common';
import { toUnits } from '@storyreel/contracts';
import { GenerationRequests } from '../../generation/http/generation-requests';
import { derivedId } from '../../lib/ids';
import { requestHash } from '../../lib/hash';
import type { GenerationJob } from '../../projects/storyboard';
import { type MusicAsked, musicJobs, QueueMusicJob } from './music-jobs';

export const MUSIC_PRICE = { units: toUnits(3), usd: 0.01, version: 'music-1' };

@Injectable()
export class MusicRequests {
  constructor(private readonly requests: GenerationRequests) {}

  async request(userId: string, sceneId: string, asked: MusicAsked, commandId: string): Promise<GenerationJob> {
    const { text, voice } = asked;
    const target = await this.requests.target(userId, sceneId);
    const wanted = {
      kind: musicJobs,
      data: { ...asked, jobId: derivedId(commandId, 'music'), requestHash: requestHash(sceneId, text, voice) },
      check: () => undefined,
      price: () => MUSIC_PRICE,
      command: QueueMusicJob,
      work: { provider: 'sandbox', model: voice, operation: 'generate_music', description: 'Music for a scene' },
      bulk: false,
    };
    return this.requests.job(target, wanted, this.requests.context(userId, commandId));
  }
}
