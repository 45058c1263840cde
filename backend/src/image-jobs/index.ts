import type { AnyView } from '../platform/views/view';
import { imageJobView } from './image-job.view';
import { imageJobsPushRule } from './image-jobs.push';
import { queueImageJobProcess } from './image-queue';

export { ImageJobsModule } from './image-jobs.module';
export { IMAGE_QUEUE } from './image-queue';
export {
  decideAcceptImageJob,
  decideCompleteImageJob,
  decideFailImageJob,
  decideStartImageJob,
} from './domain/image-job-steps';

export const imageJobsViews = [imageJobView] as unknown as AnyView[];
export const imageJobsProcesses = [queueImageJobProcess];
export const imageJobsPushRules = [imageJobsPushRule];
