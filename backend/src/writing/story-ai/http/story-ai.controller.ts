import { Body, Controller, Param, Post } from '@nestjs/common';
import {
  type Continuity,
  continuityRequestSchema,
  continuityResponseSchema,
  describePostRequestSchema,
  describePostResponseSchema,
  describeSceneRequestSchema,
  describeSceneResponseSchema,
  enhancePromptResponseSchema,
  processStoryRequestSchema,
  processStoryResponseSchema,
  type Scene,
  videoPromptResponseSchema,
} from '@storyreel/contracts';
import { createZodDto } from 'nestjs-zod';
import { LargeBody } from '../../../infra/http/bodies';
import { IdPipe, RequestSignal } from '../../../infra/http/request-params';
import { CommandId, Idempotent } from '../../../eventsourcing/commands/idempotency';
import { Answers } from '../../../infra/http/openapi/answers.decorator';
import { CurrentUser, type SessionUser } from '../../../infra/sessions';
import { SceneQueries } from '../../../projects/storyboard';
import { PostWriter, SceneWriter } from '../scene-writer';

class ProcessStoryDto extends createZodDto(processStoryRequestSchema) {}
class DescribeSceneDto extends createZodDto(describeSceneRequestSchema) {}
class ContinuityDto extends createZodDto(continuityRequestSchema) {}
class DescribePostDto extends createZodDto(describePostRequestSchema) {}

@Controller('api')
export class StoryAiController {
  constructor(
    private readonly writer: SceneWriter,
    private readonly posts: PostWriter,
    private readonly scenes: SceneQueries,
  ) {}

  @Post('scenes/process-story')
  @Idempotent({ target: ['projectId'] })
  @Answers(processStoryResponseSchema)
  processStory(
    @CurrentUser() user: SessionUser,
    @Body() { projectId, maxScenes }: ProcessStoryDto,
    @RequestSignal() signal: AbortSignal,
    @CommandId() commandId: string,
  ): Promise<{ sceneCount: number }> {
    return this.writer.processStory({ userId: user.id, commandId, signal }, projectId, maxScenes);
  }

  @Post('ai/generate/scene-description/:sceneId')
  @LargeBody()
  @Idempotent()
  @Answers(describeSceneResponseSchema)
  async describe(
    @CurrentUser() user: SessionUser,
    @Param('sceneId', IdPipe) sceneId: string,
    @Body() { continuityDetails }: DescribeSceneDto,
    @CommandId() commandId: string,
  ): Promise<{ scene: Scene; description: string }> {
    const texts = await this.writer.describe({ userId: user.id, commandId }, sceneId, continuityDetails);
    return { scene: { ...(await this.scenes.one(sceneId, user.id)), ...texts }, description: texts.description };
  }

  @Post('ai/generate/video-prompt/:sceneId')
  @Idempotent()
  @Answers(videoPromptResponseSchema)
  videoPrompt(
    @CurrentUser() user: SessionUser,
    @Param('sceneId', IdPipe) sceneId: string,
    @CommandId() commandId: string,
  ): Promise<{ videoPrompt: string }> {
    return this.writer.videoPrompt({ userId: user.id, commandId }, sceneId);
  }

  @Post('scenes/:sceneId/enhance-prompt')
  @Idempotent()
  @Answers(enhancePromptResponseSchema)
  enhancePrompt(
    @CurrentUser() user: SessionUser,
    @Param('sceneId', IdPipe) sceneId: string,
    @CommandId() commandId: string,
  ): Promise<{ enhancedPrompt: string }> {
    return this.writer.enhancePrompt({ userId: user.id, commandId }, sceneId);
  }

  @Post('ai/generate/continuity')
  @LargeBody()
  @Idempotent({ target: ['projectId'] })
  @Answers(continuityResponseSchema)
  continuity(
    @CurrentUser() user: SessionUser,
    @Body() { story, projectId }: ContinuityDto,
    @RequestSignal() signal: AbortSignal,
    @CommandId() commandId: string,
  ): Promise<Continuity> {
    return this.writer.continuity({ userId: user.id, commandId, signal }, story, projectId ?? null);
  }

  @Post('ai/generate-description')
  @LargeBody()
  @Idempotent()
  @Answers(describePostResponseSchema)
  describePost(
    @CurrentUser() user: SessionUser,
    @Body() { title, platforms, projectContext }: DescribePostDto,
    @RequestSignal() signal: AbortSignal,
    @CommandId() commandId: string,
  ): Promise<{ description: string }> {
    return this.posts.describe({ userId: user.id, commandId, signal }, { title, platforms, projectContext });
  }
}
