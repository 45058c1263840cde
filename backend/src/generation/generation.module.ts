import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects';
import { ZapsModule } from '../zaps';
import { CleanupDeadImagesHandler } from './kinds/image/cleanup-dead-images';
import { DeadImagesController } from './kinds/image/dead-images.controller';
import { ImageJobQueries } from './kinds/image/image-job-queries';
import { ImageJobsController } from './kinds/image/image-jobs.controller';
import { ImageRequests } from './kinds/image/image-requests';
import { QueueImageJobHandler } from './kinds/image/queue-image-job';
import { RunImageJob } from './kinds/image/run-image-job';
import { FetchStartImage } from './kinds/video/fetch-start-image';
import { ForgetStartImage } from './kinds/video/forget-start-image';
import { KeptStartImages } from './kinds/video/kept-start-images';
import { QueueVideoJobHandler } from './kinds/video/queue-video-job';
import { RunVideoJob } from './kinds/video/run-video-job';
import { StartImages } from './kinds/video/start-image';
import { VideoRequests } from './kinds/video/video-requests';
import { VideosController } from './kinds/video/videos.controller';
import { ClosePaidWork } from './workers/close-paid-work';
import { GenerationProcessManager } from './workers/generation-process-manager';

@Module({
  imports: [ProjectsModule, ZapsModule],
  controllers: [ImageJobsController, DeadImagesController, VideosController],
  providers: [
    GenerationProcessManager,
    ClosePaidWork,
    ImageRequests,
    ImageJobQueries,
    QueueImageJobHandler,
    CleanupDeadImagesHandler,
    RunImageJob,
    VideoRequests,
    QueueVideoJobHandler,
    StartImages,
    KeptStartImages,
    FetchStartImage,
    ForgetStartImage,
    RunVideoJob,
  ],
})
export class GenerationModule {}
