import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects';
import { ZapsModule } from '../zaps';
import { CleanupDeadImagesHandler } from './domain/cleanup-dead-images';
import { QueueImageJobHandler } from './domain/queue-image-job';
import { DeadImagesController } from './http/dead-images.controller';
import { ImageJobQueries } from './http/image-job-queries';
import { ImageJobsController } from './http/image-jobs.controller';
import { ImageRequests } from './http/image-requests';

@Module({
  imports: [ProjectsModule, ZapsModule],
  controllers: [ImageJobsController, DeadImagesController],
  providers: [ImageRequests, ImageJobQueries, QueueImageJobHandler, CleanupDeadImagesHandler],
})
export class ImageJobsModule {}
