import type { KindReplay } from '../../generation/workers/kind-parts';
import { derivedId } from '../../lib/ids';
import type { JobPrice } from '../../projects/storyboard';
import type { RequestData } from '../../generation/domain/job-steps';
import { decideQueueMusicJob, type MusicAsked, type MusicMade, QueueMusicJob } from './music-jobs';
import { MUSIC_PRICE } from './music-requests';
import { RunMusicJob } from './run-music-job';
import type { SandboxMusic } from './music-provider';

export const musicReplay: KindReplay = {
  // The sandbox sends no request.
  port: null,
  price: () => MUSIC_PRICE,
  queue: ({ projectId, queued }, context, state, environment) => {
    const data = queued as RequestData & JobPrice & MusicAsked & { sceneId: string };
    return decideQueueMusicJob(new QueueMusicJob(projectId, data, context), state, environment);
  },
  worker: ({ manager, media, provider }) => new RunMusicJob(manager, media, provider as SandboxMusic),
  saved: (jobId, { completed }) => {
    const made = completed as MusicMade | null;
    return new Map(made ? [[derivedId(jobId, 'music'), { url: made.audioUrl }]] : []);
  },
};
