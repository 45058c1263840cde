import { jobsPushRule } from '../../views/jobs.push';
import { queueJobReactor } from '../../workers/queue-job.process';
import type { KindParts } from '../kind-parts';
import { FetchStartImage } from './fetch-start-image';
import { ForgetStartImage } from './forget-start-image';
import { forgetStartImageReactor } from './forget-start-image.process';
import { KeptStartImages } from './kept-start-images';
import { QueueVideoJobHandler } from './queue-video-job';
import { videoReplay } from './replay-video-job';
import { RunVideoJob } from './run-video-job';
import { StartImages } from './start-image';
import { videoJobView } from './video-job.view';
import { firstQueueOf } from './video-queue';
import { videoJobs } from './video-jobs';
import { VideoRequests } from './video-requests';
import { VideosController } from './videos.controller';

export const videoKind: KindParts = {
  kind: videoJobs,
  replay: videoReplay,
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
