import { refusable } from '../../../eventsourcing/refusals/refusals';
import { projectAggregate } from '../../../projects/storyboard';
import { jobsPushRule } from '../../views/job.view';
import { queueJobReactor } from '../../workers/job-queue';
import type { KindParts } from '../../workers/kind-parts';
import {
  CleanupDeadImagesHandler,
  decideQueueImageJob,
  imageJobs,
  QueueImageJob,
  QueueImageJobHandler,
} from './image-job';
import { DeadImagesController, ImageJobsController } from './images.controller';
import { ImageJobQueries, imageJobView } from './image-job.view';
import { ImageRequests } from './image-requests';
import { IMAGE_QUEUE, imageReplay, RunImageJob } from './run-image-job';

export const imageKind: KindParts = {
  kind: imageJobs,
  replay: imageReplay,
  refusals: [refusable(QueueImageJob, projectAggregate, decideQueueImageJob)],
  views: [imageJobView],
  processes: [queueJobReactor(imageJobs, () => IMAGE_QUEUE)],
  pushRules: [jobsPushRule(imageJobs, 'imageJobsChanged', 'completed')],
  controllers: [ImageJobsController, DeadImagesController],
  providers: [ImageRequests, ImageJobQueries, QueueImageJobHandler, CleanupDeadImagesHandler, RunImageJob],
};
