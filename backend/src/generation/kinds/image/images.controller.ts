import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import {
  bulkQuoteSchema,
  cleanupDeadImagesResponseSchema,
  generateImageRequestSchema,
  generateImageResponseSchema,
  imageJobSchema,
  imageQueueSchema,
} from '@storyreel/contracts';
import type { GenerateImageResponse, ImageJob, ImageQueue } from '@storyreel/contracts';
import { createZodDto } from 'nestjs-zod';
import { CommandDispatcher } from '../../../eventsourcing/commands/command-dispatcher';
import { CommandId, HasIdempotencyKey, Idempotent } from '../../../eventsourcing/commands/idempotency';
import { Answers } from '../../../infra/http/openapi/answers.decorator';
import { IdPipe } from '../../../infra/http/request-params';
import { CurrentUser } from '../../../infra/sessions';
import type { SessionUser } from '../../../infra/sessions';
import { SceneQueries } from '../../../projects/storyboard';
import { CleanupDeadImages, cleanupResult } from './image-job';
import { ImageJobQueries } from './image-job.view';
import { ImageRequests } from './image-requests';

class GenerateImageDto extends createZodDto(generateImageRequestSchema) {}

@Controller('api/midjourney')
export class ImageJobsController {
  constructor(
    private readonly requests: ImageRequests,
    private readonly queries: ImageJobQueries,
  ) {}

  @Post('generate-image')
  @Idempotent({ target: ['sceneId'] })
  @Answers(generateImageResponseSchema)
  generate(
    @CurrentUser() user: SessionUser,
    @Body() body: GenerateImageDto,
    @CommandId() commandId: string,
    @HasIdempotencyKey() keyed: boolean,
  ): Promise<GenerateImageResponse> {
    return this.requests.request(user.id, body, { commandId, keyed });
  }

  @Get('queue')
  @Answers(imageQueueSchema)
  queue(@CurrentUser() user: SessionUser): Promise<ImageQueue> {
    return this.queries.queue(user.id);
  }

  @Get('job/:jobId')
  @Answers(imageJobSchema)
  job(@CurrentUser() user: SessionUser, @Param('jobId', IdPipe) jobId: string): Promise<ImageJob> {
    return this.queries.job(user.id, jobId);
  }

  @Get('bulk-quote')
  @Answers(bulkQuoteSchema)
  bulkQuote(@CurrentUser() user: SessionUser): Promise<{ remainingToday: number; zapsPerScene: number }> {
    return this.requests.bulkQuote(user.id);
  }
}

@Controller('api/scenes')
export class DeadImagesController {
  constructor(
    private readonly scenes: SceneQueries,
    private readonly dispatcher: CommandDispatcher,
  ) {}

  @Post(':id/cleanup-dead-images')
  @Idempotent()
  @Answers(cleanupDeadImagesResponseSchema)
  async cleanup(
    @Param('id', IdPipe) sceneId: string,
    @CurrentUser() user: SessionUser,
    @CommandId() commandId: string,
  ): Promise<{ removedCount: number; remainingCount: number }> {
    const projectId = await this.scenes.projectOf(sceneId, user.id);
    const context = this.dispatcher.context(user, commandId);
    const command = new CleanupDeadImages(projectId, { sceneId }, context);
    return cleanupResult(command, (await this.dispatcher.execute(command)).state);
  }
}
