import { Body, Controller, Get, Inject, Param, Post } from '@nestjs/common';
import {
  bulkQuoteSchema,
  generateImageRequestSchema,
  type GenerateImageResponse,
  generateImageResponseSchema,
  type ImageJob,
  imageJobSchema,
  type ImageQueue,
  imageQueueSchema,
} from '@storyreel/contracts';
import { createZodDto } from 'nestjs-zod';
import { IdPipe } from '../../../platform/http/id.pipe';
import { CommandId, HasKey, Idempotent } from '../../../platform/idempotency';
import { Answers } from '../../../platform/openapi/answers.decorator';
import { CurrentUser, type SessionUser } from '../../../platform/sessions';
import { ImageJobQueries } from './image-job-queries';
import { ImageRequests } from './image-requests';

class GenerateImageDto extends createZodDto(generateImageRequestSchema) {}

@Controller('api/midjourney')
export class ImageJobsController {
  constructor(
    @Inject(ImageRequests) private readonly requests: ImageRequests,
    @Inject(ImageJobQueries) private readonly queries: ImageJobQueries,
  ) {}

  @Post('generate-image')
  @Idempotent({ target: ['sceneId'] })
  @Answers(generateImageResponseSchema)
  generate(
    @CurrentUser() user: SessionUser,
    @Body() body: GenerateImageDto,
    @CommandId() commandId: string,
    @HasKey() keyed: boolean,
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
