import type { AnyView } from '../platform/views/view';
import { imageJobView } from './kinds/image/image-job.view';
import { imageJobsPushRule } from './kinds/image/image-jobs.push';
import { queueImageJobProcess } from './kinds/image/image-queue';
import { forgetStartImageProcess } from './kinds/video/forget-start-image.process';
import { videoJobView } from './kinds/video/video-job.view';
import { queueVideoJobProcess } from './kinds/video/video-queue';
import { videoJobsPushRule } from './kinds/video/videos.push';
import { closePaidWorkProcess } from './workers/close-paid-work.process';

export { GenerationModule } from './generation.module';
export { decideFailImageJob } from './kinds/image/image-job-steps';
export { decideFailVideoJob } from './kinds/video/video-job-steps';

export const generationViews = [imageJobView, videoJobView] as unknown as AnyView[];
export const generationProcesses = [
  queueImageJobProcess,
  queueVideoJobProcess,
  closePaidWorkProcess,
  forgetStartImageProcess,
];
export const generationPushRules = [imageJobsPushRule, videoJobsPushRule];
