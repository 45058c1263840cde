import { Body, Controller, Inject, Param, Post } from '@nestjs/common';
import {
  generateStoryAudioRequestSchema,
  type GenerateSpeechResponse,
  generateSpeechResponseSchema,
  type Project,
  projectSchema,
} from '@storyreel/contracts';
import { createZodDto } from 'nestjs-zod';
import { IdPipe } from '../../../platform/http/id.pipe';
import { CommandId, Idempotent } from '../../../platform/idempotency';
import { Answers } from '../../../platform/openapi/answers.decorator';
import { CurrentUser, type SessionUser } from '../../../platform/sessions';
import { ProjectQueries } from '../../../storyboard';
import { StoryAudioRequests } from './story-audio-requests';

class GenerateStoryAudioDto extends createZodDto(generateStoryAudioRequestSchema) {}

@Controller('api/projects/:projectId/story-audio')
export class StoryAudioController {
  constructor(
    @Inject(StoryAudioRequests) private readonly requests: StoryAudioRequests,
    @Inject(ProjectQueries) private readonly projects: ProjectQueries,
  ) {}

  @Post()
  @Idempotent()
  @Answers(generateSpeechResponseSchema)
  generate(
    @CurrentUser() user: SessionUser,
    @Param('projectId', IdPipe) projectId: string,
    @Body() { idempotencyKey: _, ...wish }: GenerateStoryAudioDto,
    @CommandId() commandId: string,
  ): Promise<GenerateSpeechResponse> {
    return this.requests.request(user.id, projectId, wish, commandId);
  }

  @Post('cancel')
  @Answers(projectSchema)
  async cancel(@CurrentUser() user: SessionUser, @Param('projectId', IdPipe) projectId: string): Promise<Project> {
    await this.requests.cancel(user.id, projectId);
    return this.projects.one(projectId, user.id);
  }
}
