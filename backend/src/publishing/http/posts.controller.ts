import { Body, Controller, Delete, Get, Param, Patch, Post, Query, Res } from '@nestjs/common';
import {
  createPostRequestSchema,
  deletedResponseSchema,
  pageQuerySchema,
  postListQuerySchema,
  restoreRequestSchema,
  type SocialPost,
  socialPostSchema,
  updatePostRequestSchema,
} from '@storyreel/contracts';
import type { Response } from 'express';
import { createZodDto } from 'nestjs-zod';
import { CommandDispatcher } from '../../eventsourcing/commands/command-dispatcher';
import { LargeBody } from '../../infra/http/bodies';
import { IdPipe } from '../../infra/http/request-params';
import { CommandId, Idempotent } from '../../eventsourcing/commands/idempotency';
import { Answers } from '../../infra/http/openapi/answers.decorator';
import { answerPage } from '../../infra/http/paging';
import { CurrentUser, type SessionUser } from '../../infra/sessions';
import { DeletePost, MarkPublished } from '../domain/post-commands';
import { PostQueries } from '../views/post-list.view';
import { PostRequests } from './post-requests';

class PostListQueryDto extends createZodDto(pageQuerySchema.extend(postListQuerySchema.shape)) {}
class CreatePostDto extends createZodDto(createPostRequestSchema) {}
class UpdatePostDto extends createZodDto(updatePostRequestSchema) {}
class RestoreDto extends createZodDto(restoreRequestSchema) {}

@Controller('api/social/posts')
export class PostsController {
  constructor(
    private readonly dispatcher: CommandDispatcher,
    private readonly requests: PostRequests,
    private readonly posts: PostQueries,
  ) {}

  @Get()
  @Answers(socialPostSchema.array())
  async list(
    @CurrentUser() user: SessionUser,
    @Query() query: PostListQueryDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SocialPost[]> {
    return answerPage(response, await this.posts.list(user.id, query));
  }

  @Post()
  @LargeBody()
  @Idempotent()
  @Answers(socialPostSchema, 201)
  create(
    @CurrentUser() user: SessionUser,
    @Body() { idempotencyKey: _, ...post }: CreatePostDto,
    @CommandId() commandId: string,
  ): Promise<SocialPost> {
    return this.requests.create(user, post, commandId);
  }

  @Post('restore')
  @LargeBody()
  @Answers(socialPostSchema)
  restore(@CurrentUser() user: SessionUser, @Body() { id }: RestoreDto): Promise<SocialPost> {
    return this.requests.restore(user, id);
  }

  @Patch(':id')
  @LargeBody()
  @Answers(socialPostSchema)
  edit(
    @CurrentUser() user: SessionUser,
    @Param('id', IdPipe) id: string,
    @Body() changes: UpdatePostDto,
  ): Promise<SocialPost> {
    return this.requests.edit(user, id, changes);
  }

  @Post(':id/duplicate')
  @Idempotent()
  @Answers(socialPostSchema, 201)
  duplicate(
    @CurrentUser() user: SessionUser,
    @Param('id', IdPipe) id: string,
    @CommandId() commandId: string,
  ): Promise<SocialPost> {
    return this.requests.duplicate(user, id, commandId);
  }

  @Post(':id/publish')
  @Idempotent()
  @Answers(socialPostSchema)
  publish(
    @CurrentUser() user: SessionUser,
    @Param('id', IdPipe) id: string,
    @CommandId() commandId: string,
  ): Promise<SocialPost> {
    return this.requests.publish(user, id, commandId);
  }

  @Post(':id/mark-published')
  @Answers(socialPostSchema)
  markPublished(@CurrentUser() user: SessionUser, @Param('id', IdPipe) id: string): Promise<SocialPost> {
    return this.requests.answer(user, new MarkPublished(id, {}, this.dispatcher.context(user)));
  }

  @Delete(':id')
  @Answers(deletedResponseSchema)
  async remove(@CurrentUser() user: SessionUser, @Param('id', IdPipe) id: string): Promise<{ id: string }> {
    await this.dispatcher.execute(new DeletePost(id, {}, this.dispatcher.context(user)));
    return { id };
  }
}
