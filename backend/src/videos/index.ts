import type { AnyView } from '../platform/views/view';
import { videoJobView } from './video-job.view';
import { queueVideoJobProcess } from './video-queue';
import { videoJobsPushRule } from './videos.push';

export { VideosModule } from './videos.module';
export { START_IMAGE_QUEUE, VIDEO_QUEUE } from './video-queue';
export {
  decideAcceptVideoJob,
  decideCompleteVideoJob,
  decideFailVideoJob,
  decideStartVideoJob,
} from './domain/video-job-steps';

export const videosViews = [videoJobView] as unknown as AnyView[];
export const videosProcesses = [queueVideoJobProcess];
export const videosPushRules = [videoJobsPushRule];
