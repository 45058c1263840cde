import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import {
  clipModels,
  fieldsOf,
  findClipModel,
  generateVideoRequestSchema,
  type GenerateVideoResponse,
  generateVideoResponseSchema,
  type ModelSchema,
  isRetired,
  modelSchemaSchema,
  type Prediction,
  predictionSchema,
  type VideoModel,
  videoModelSchema,
} from '@storyreel/contracts';
import { createZodDto } from 'nestjs-zod';
import { z } from 'zod';
import { DataSource } from 'typeorm';
import { notFound } from '../../../lib/domain-error';
import { Clock } from '../../../lib/time';
import { IdPipe } from '../../../infra/http/request-params';
import { CommandId, Idempotent } from '../../../eventsourcing/commands/idempotency';
import { Answers } from '../../../infra/http/openapi/answers.decorator';
import { CurrentUser, type SessionUser } from '../../../infra/sessions';
import { videoJobEntity } from './video-job';
import { VideoRequests } from './video-requests';

class GenerateVideoDto extends createZodDto(generateVideoRequestSchema) {}

@Controller('api/replicate')
export class VideosController {
  constructor(
    private readonly requests: VideoRequests,
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  @Get('models')
  @Answers(z.array(videoModelSchema))
  models(): VideoModel[] {
    const now = this.clock.now();
    return clipModels().map(({ id, name, retiresOn }) => ({
      id,
      name,
      ...(retiresOn !== undefined && { retiresOn, isRetired: isRetired({ retiresOn }, now) }),
    }));
  }

  @Get('model-schema/:modelId')
  @Answers(modelSchemaSchema)
  modelSchema(@Param('modelId') modelId: string): ModelSchema {
    const model = findClipModel(modelId);
    if (!model) throw notFound();
    return fieldsOf(model);
  }

  @Post('generate-video')
  @Idempotent({ target: ['sceneId'] })
  @Answers(generateVideoResponseSchema)
  generate(
    @CurrentUser() user: SessionUser,
    @Body() body: GenerateVideoDto,
    @CommandId() commandId: string,
  ): Promise<GenerateVideoResponse> {
    return this.requests.request(user.id, body, commandId);
  }

  @Get('prediction/:predictionId')
  @Answers(predictionSchema)
  async prediction(@CurrentUser() user: SessionUser, @Param('predictionId', IdPipe) id: string): Promise<Prediction> {
    const row = await this.dataSource.getRepository(videoJobEntity).findOneBy({ id, userId: user.id });
    if (!row) throw notFound();
    const { sceneId, projectId, status, error } = row;
    return { id, sceneId, projectId, status, progress: status === 'succeeded' ? 1 : null, error };
  }
}
