import { refusable } from '../../../eventsourcing/refusals/refusals';
import { projectAggregate } from '../../../projects/storyboard';
import { jobsPushRule } from '../../views/job.view';
import { queueJobReactor } from '../../workers/job-queue';
import type { KindParts } from '../../workers/kind-parts';
import { FetchStartImage, ForgetStartImage, forgetStartImageReactor } from './start-image-jobs';
import { KeptStartImages, StartImages } from './start-image';
import {
  decideQueueVideoJob,
  firstQueueOf,
  QueueVideoJob,
  QueueVideoJobHandler,
  videoJobs,
  videoJobView,
} from './video-job';
import { RunVideoJob, videoReplay } from './run-video-job';
import { VideoRequests } from './video-requests';
import { VideosController } from './videos.controller';

export const videoKind: KindParts = {
  kind: videoJobs,
  replay: videoReplay,
  refusals: [refusable(QueueVideoJob, projectAggregate, decideQueueVideoJob)],
  views: [videoJobView],
  processes: [queueJobReactor(videoJobs, firstQueueOf), forgetStartImageReactor],
  pushRules: [jobsPushRule(videoJobs, 'videoJobsChanged', 'succeeded')],
  controllers: [VideosController],
  providers: [
    VideoRequests,
    QueueVideoJobHandler,
    StartImages,
    KeptStartImages,
    FetchStartImage,
    ForgetStartImage,
    RunVideoJob,
  ],
};
