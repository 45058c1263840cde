import { queueJobProcess } from '../../workers/queue-job.process';
import type { KindParts } from '../kind-parts';
import { QueueVideoTrialHandler } from './queue-video-trial';
import { videoTrialReplay } from './replay-video-trial';
import { RunVideoTrial, VIDEO_TRIAL_QUEUE } from './run-video-trial';
import { videoTrials } from './video-trials';

export const videoTrialKind: KindParts = {
  kind: videoTrials,
  replay: videoTrialReplay,
  views: [],
  processes: [queueJobProcess(videoTrials, () => VIDEO_TRIAL_QUEUE)],
  pushRules: [],
  controllers: [],
  providers: [QueueVideoTrialHandler, RunVideoTrial],
};
