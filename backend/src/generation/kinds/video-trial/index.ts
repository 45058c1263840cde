import { queueJobReactor } from '../../workers/queue-job.process';
import type { KindParts } from '../kind-parts';
import { QueueVideoRerunHandler } from './queue-video-trial';
import { videoRerunReplay } from './replay-video-trial';
import { RunVideoRerun, VIDEO_RERUN_QUEUE } from './run-video-trial';
import { videoReruns } from './video-trials';

export const videoRerunKind: KindParts = {
  kind: videoReruns,
  replay: videoRerunReplay,
  views: [],
  processes: [queueJobReactor(videoReruns, () => VIDEO_RERUN_QUEUE)],
  pushRules: [],
  controllers: [],
  providers: [QueueVideoRerunHandler, RunVideoRerun],
};
