import { jobsPushRule } from '../../views/jobs.push';
import { queueJobReactor } from '../../workers/queue-job.process';
import type { KindParts } from '../kind-parts';
import { CleanupDeadImagesHandler } from './cleanup-dead-images';
import { DeadImagesController } from './dead-images.controller';
import { ImageJobQueries } from './image-job-queries';
import { imageJobView } from './image-job.view';
import { ImageJobsController } from './image-jobs.controller';
import { imageJobs } from './image-jobs';
import { ImageRequests } from './image-requests';
import { QueueImageJobHandler } from './queue-image-job';
import { imageReplay } from './replay-image-job';
import { IMAGE_QUEUE, RunImageJob } from './run-image-job';

export const imageKind: KindParts = {
  kind: imageJobs,
  replay: imageReplay,
  views: [imageJobView],
  processes: [queueJobReactor(imageJobs, () => IMAGE_QUEUE)],
  pushRules: [jobsPushRule(imageJobs, 'imageJobsChanged', 'completed')],
  controllers: [ImageJobsController, DeadImagesController],
  providers: [ImageRequests, ImageJobQueries, QueueImageJobHandler, CleanupDeadImagesHandler, RunImageJob],
};
