import type { KindParts } from '../../generation/workers/kind-parts';
import { queueJobReactor } from '../../generation/workers/job-queue';
import { refusable } from '../../eventsourcing/refusals/refusals';
import { projectAggregate } from '../../projects/storyboard';
import { decideQueueMusicJob, musicJobs, QueueMusicJob, QueueMusicJobHandler } from './music-jobs';
import { musicReplay } from './replay-music-job';
import { RunMusicJob, MUSIC_QUEUE } from './run-music-job';
import { musicJobView } from './music-job.view';
import { SandboxMusic } from './music-provider';
import { MusicRequests } from './music-requests';

/** Another kind of generation, to prove that a kind consists of one folder only. */
export const musicKind: KindParts = {
  kind: musicJobs,
  replay: musicReplay,
  refusals: [refusable(QueueMusicJob, projectAggregate, decideQueueMusicJob)],
  views: [musicJobView],
  processes: [queueJobReactor(musicJobs, () => MUSIC_QUEUE)],
  pushRules: [],
  controllers: [],
  providers: [MusicRequests, QueueMusicJobHandler, SandboxMusic, RunMusicJob],
};
