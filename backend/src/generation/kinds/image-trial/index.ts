import { queueJobProcess } from '../../workers/queue-job.process';
import type { KindParts } from '../kind-parts';
import { imageTrials } from './image-trials';
import { QueueImageTrialHandler } from './queue-image-trial';
import { imageTrialReplay } from './replay-image-trial';
import { IMAGE_TRIAL_QUEUE, RunImageTrial } from './run-image-trial';

export const imageTrialKind: KindParts = {
  kind: imageTrials,
  replay: imageTrialReplay,
  views: [],
  processes: [queueJobProcess(imageTrials, () => IMAGE_TRIAL_QUEUE)],
  pushRules: [],
  controllers: [],
  providers: [QueueImageTrialHandler, RunImageTrial],
};
