import { queueJobReactor } from '../../workers/queue-job.process';
import type { KindParts } from '../kind-parts';
import { imageReruns } from './image-trials';
import { QueueImageRerunHandler } from './queue-image-trial';
import { imageRerunReplay } from './replay-image-trial';
import { IMAGE_RERUN_QUEUE, RunImageRerun } from './run-image-trial';

export const imageRerunKind: KindParts = {
  kind: imageReruns,
  replay: imageRerunReplay,
  views: [],
  processes: [queueJobReactor(imageReruns, () => IMAGE_RERUN_QUEUE)],
  pushRules: [],
  controllers: [],
  providers: [QueueImageRerunHandler, RunImageRerun],
};
