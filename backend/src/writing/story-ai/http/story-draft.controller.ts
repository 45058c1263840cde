import { Body, Controller, Delete, Get, Inject, Param, Post, Query } from '@nestjs/common';
import {
  type StoryDraft,
  storyDraftCommandSchema,
  type StoryDraftResponse,
  storyDraftResponseSchema,
  storyDraftSchema,
  writeStoryRequestSchema,
} from '@storyreel/contracts';
import { createZodDto } from 'nestjs-zod';
import { IdPipe } from '../../../infra/http/request-params';
import { CommandId, Idempotent } from '../../../eventsourcing/commands/idempotency';
import { Answers } from '../../../infra/http/openapi/answers.decorator';
import { CurrentUser, type SessionUser } from '../../../infra/sessions';
import { StoryRequests } from '../story-draft/story-requests';

class WriteStoryDto extends createZodDto(writeStoryRequestSchema) {}
class StoryDraftDto extends createZodDto(storyDraftCommandSchema) {}

@Controller('api/projects/:id')
export class StoryDraftController {
  constructor(@Inject(StoryRequests) private readonly requests: StoryRequests) {}

  @Get('story-draft')
  @Answers(storyDraftResponseSchema)
  find(@CurrentUser() user: SessionUser, @Param('id', IdPipe) projectId: string): Promise<StoryDraftResponse> {
    return this.requests.find({ userId: user.id, projectId });
  }

  @Post('write-story')
  @Idempotent()
  @Answers(storyDraftSchema, 201)
  write(
    @CurrentUser() user: SessionUser,
    @Param('id', IdPipe) projectId: string,
    @Body() { idea, tone, length, replaces }: WriteStoryDto,
    @CommandId() commandId: string,
  ): Promise<StoryDraft> {
    return this.requests.write({ userId: user.id, projectId }, { idea, tone, length, replaces }, commandId);
  }

  @Post('story-draft/stop')
  @Answers(storyDraftSchema)
  stop(
    @CurrentUser() user: SessionUser,
    @Param('id', IdPipe) projectId: string,
    @Body() { draftId }: StoryDraftDto,
  ): Promise<StoryDraft> {
    return this.requests.stop({ userId: user.id, projectId }, draftId);
  }

  @Post('story-draft/use')
  @Answers(storyDraftSchema)
  use(
    @CurrentUser() user: SessionUser,
    @Param('id', IdPipe) projectId: string,
    @Body() { draftId }: StoryDraftDto,
  ): Promise<StoryDraft> {
    return this.requests.use({ userId: user.id, projectId }, draftId);
  }

  @Post('story-draft/undo')
  @Answers(storyDraftSchema)
  undo(
    @CurrentUser() user: SessionUser,
    @Param('id', IdPipe) projectId: string,
    @Body() { draftId }: StoryDraftDto,
  ): Promise<StoryDraft> {
    return this.requests.undo({ userId: user.id, projectId }, draftId);
  }

  @Delete('story-draft')
  @Answers(storyDraftResponseSchema)
  dismiss(
    @CurrentUser() user: SessionUser,
    @Param('id', IdPipe) projectId: string,
    @Query() { draftId }: StoryDraftDto,
  ): Promise<StoryDraftResponse> {
    return this.requests.dismiss({ userId: user.id, projectId }, draftId);
  }
}
