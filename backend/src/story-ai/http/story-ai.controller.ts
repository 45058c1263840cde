import { Body, Controller, Inject, Param, Post } from '@nestjs/common';
import {
  type Continuity,
  continuityRequestSchema,
  continuityResponseSchema,
  describeSceneRequestSchema,
  describeSceneResponseSchema,
  enhancePromptResponseSchema,
  processStoryRequestSchema,
  processStoryResponseSchema,
  type Scene,
  videoPromptResponseSchema,
} from '@storyreel/contracts';
import { createZodDto } from 'nestjs-zod';
import { IdPipe } from '../../platform/http/id.pipe';
import { IdempotencyKey } from '../../platform/idempotency-key';
import { Answers } from '../../platform/openapi/answers.decorator';
import { CurrentUser, type SessionUser } from '../../platform/sessions';
import { SceneQueries } from '../../projects';
import { SceneWriter } from '../scene-writer';

class ProcessStoryDto extends createZodDto(processStoryRequestSchema) {}
class DescribeSceneDto extends createZodDto(describeSceneRequestSchema) {}
class ContinuityDto extends createZodDto(continuityRequestSchema) {}

@Controller('api')
export class StoryAiController {
  constructor(
    @Inject(SceneWriter) private readonly writer: SceneWriter,
    @Inject(SceneQueries) private readonly scenes: SceneQueries,
  ) {}

  @Post('scenes/process-story')
  @Answers(processStoryResponseSchema)
  processStory(
    @CurrentUser() user: SessionUser,
    @Body() { projectId, maxScenes }: ProcessStoryDto,
    @IdempotencyKey() idempotencyKey?: string,
  ): Promise<{ sceneCount: number }> {
    return this.writer.processStory({ userId: user.id, idempotencyKey }, projectId, maxScenes);
  }

  @Post('ai/generate/scene-description/:sceneId')
  @Answers(describeSceneResponseSchema)
  async describe(
    @CurrentUser() user: SessionUser,
    @Param('sceneId', IdPipe) sceneId: string,
    @Body() { continuityDetails }: DescribeSceneDto,
    @IdempotencyKey() idempotencyKey?: string,
  ): Promise<{ scene: Scene; description: string }> {
    const texts = await this.writer.describe({ userId: user.id, idempotencyKey }, sceneId, continuityDetails);
    return { scene: { ...(await this.scenes.one(sceneId, user.id)), ...texts }, description: texts.description };
  }

  @Post('ai/generate/video-prompt/:sceneId')
  @Answers(videoPromptResponseSchema)
  videoPrompt(
    @CurrentUser() user: SessionUser,
    @Param('sceneId', IdPipe) sceneId: string,
    @IdempotencyKey() idempotencyKey?: string,
  ): Promise<{ videoPrompt: string }> {
    return this.writer.videoPrompt({ userId: user.id, idempotencyKey }, sceneId);
  }

  @Post('scenes/:sceneId/enhance-prompt')
  @Answers(enhancePromptResponseSchema)
  enhancePrompt(
    @CurrentUser() user: SessionUser,
    @Param('sceneId', IdPipe) sceneId: string,
    @IdempotencyKey() idempotencyKey?: string,
  ): Promise<{ enhancedPrompt: string }> {
    return this.writer.enhancePrompt({ userId: user.id, idempotencyKey }, sceneId);
  }

  @Post('ai/generate/continuity')
  @Answers(continuityResponseSchema)
  continuity(
    @CurrentUser() user: SessionUser,
    @Body() { story, projectId }: ContinuityDto,
    @IdempotencyKey() idempotencyKey?: string,
  ): Promise<Continuity> {
    return this.writer.continuity({ userId: user.id, idempotencyKey }, story, projectId ?? null);
  }
}
