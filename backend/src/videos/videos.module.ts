import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects';
import { ZapsModule } from '../zaps';
import { QueueVideoJobHandler } from './domain/queue-video-job';
import { VideoRequests } from './http/video-requests';
import { VideosController } from './http/videos.controller';

@Module({
  imports: [ProjectsModule, ZapsModule],
  controllers: [VideosController],
  providers: [VideoRequests, QueueVideoJobHandler],
})
export class VideosModule {}
