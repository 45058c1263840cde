import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import {
  abridgedStorySchema,
  abridgeStoryRequestSchema,
  abridgeStoryResponseSchema,
  acceptAbridgedRequestSchema,
  type StoryDraft,
  storyDraftCommandSchema,
  type StoryDraftResponse,
  storyDraftResponseSchema,
  storyDraftSchema,
  undoAbridgedRequestSchema,
  writeStoryRequestSchema,
} from '@storyreel/contracts';
import { createZodDto } from 'nestjs-zod';
import { LargeBody } from '../../../infra/http/bodies';
import { IdPipe, RequestSignal } from '../../../infra/http/request-params';
import { CommandId, Idempotent } from '../../../eventsourcing/commands/idempotency';
import { Answers } from '../../../infra/http/openapi/answers.decorator';
import { CurrentUser, type SessionUser } from '../../../infra/sessions';
import { SceneWriter } from '../scene-writer';
import { StoryRequests } from '../story-draft/story-requests';

class WriteStoryDto extends createZodDto(writeStoryRequestSchema) {}
class AbridgeDto extends createZodDto(abridgeStoryRequestSchema) {}
class AcceptAbridgedDto extends createZodDto(acceptAbridgedRequestSchema) {}
class UndoAbridgedDto extends createZodDto(undoAbridgedRequestSchema) {}
class StoryDraftDto extends createZodDto(storyDraftCommandSchema) {}

@Controller('api/projects/:id')
export class StoryDraftController {
  constructor(
    private readonly requests: StoryRequests,
    private readonly writer: SceneWriter,
  ) {}

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

  @Post('abridge-story')
  @Idempotent()
  @Answers(abridgeStoryResponseSchema)
  async abridge(
    @CurrentUser() user: SessionUser,
    @Param('id', IdPipe) projectId: string,
    @Body() { seconds }: AbridgeDto,
    @RequestSignal() signal: AbortSignal,
    @CommandId() commandId: string,
  ): Promise<{ abridgingId: string; story: string }> {
    const { story } = await this.writer.abridge({ userId: user.id, commandId, signal }, projectId, seconds);
    return { abridgingId: commandId, story };
  }

  @Post('abridge-story/accept')
  @LargeBody()
  @Answers(abridgedStorySchema)
  async acceptAbridged(
    @CurrentUser() user: SessionUser,
    @Param('id', IdPipe) projectId: string,
    @Body() { abridgingId, story }: AcceptAbridgedDto,
  ): Promise<{ story: string }> {
    return { story: await this.requests.acceptAbridged({ userId: user.id, projectId }, abridgingId, story) };
  }

  @Post('abridge-story/undo')
  @Answers(abridgedStorySchema)
  async undoAbridged(
    @CurrentUser() user: SessionUser,
    @Param('id', IdPipe) projectId: string,
    @Body() { abridgingId }: UndoAbridgedDto,
  ): Promise<{ story: string }> {
    return { story: await this.requests.undoAbridged({ userId: user.id, projectId }, abridgingId) };
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
