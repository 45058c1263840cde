import { Body, Controller, Delete, Get, Param, Post, Query, Res } from '@nestjs/common';
import {
  chatListQuerySchema,
  type ChatMessage,
  chatMessageSchema,
  clearChatQuerySchema,
  clearChatResponseSchema,
  deletedResponseSchema,
  postChatRequestSchema,
  type PostChatResponse,
  postChatResponseSchema,
} from '@storyreel/contracts';
import type { Response } from 'express';
import { createZodDto } from 'nestjs-zod';
import { CommandDispatcher } from '../../eventsourcing/commands/command-dispatcher';
import { IdPipe } from '../../infra/http/request-params';
import { CommandId, Idempotent } from '../../eventsourcing/commands/idempotency';
import { Answers } from '../../infra/http/openapi/answers.decorator';
import { answerPage } from '../../infra/http/paging';
import { CurrentUser, type SessionUser } from '../../infra/sessions';
import { chatIdOf } from './chat';
import { ClearChat, clearedBy, DeleteChatMessage, StopChatReply } from './chat-commands';
import { ChatQueries } from './chat-message.view';
import { ChatRequests } from './chat-requests';

class ChatListQueryDto extends createZodDto(chatListQuerySchema) {}
class ClearChatQueryDto extends createZodDto(clearChatQuerySchema) {}
class PostChatDto extends createZodDto(postChatRequestSchema) {}

@Controller('api/chat')
export class ChatController {
  constructor(
    private readonly dispatcher: CommandDispatcher,
    private readonly requests: ChatRequests,
    private readonly chats: ChatQueries,
  ) {}

  @Get()
  @Answers(chatMessageSchema.array())
  async list(
    @CurrentUser() { id }: SessionUser,
    @Query() { projectId: asked, ...page }: ChatListQueryDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ChatMessage[]> {
    const projectId = asked ?? null;
    await this.requests.refuseUnlessOwn(id, projectId);
    return answerPage(response, await this.chats.list(id, projectId, page));
  }

  @Post()
  @Idempotent({ target: ['projectId'] })
  @Answers(postChatResponseSchema, 201)
  post(
    @CurrentUser() { id }: SessionUser,
    @Body() body: PostChatDto,
    @CommandId() commandId: string,
  ): Promise<PostChatResponse> {
    return this.requests.post(id, body, commandId);
  }

  @Delete()
  @Answers(clearChatResponseSchema)
  async clear(@CurrentUser() user: SessionUser, @Query() query: ClearChatQueryDto): Promise<{ deletedCount: number }> {
    const projectId = query.projectId ?? null;
    await this.requests.refuseUnlessOwn(user.id, projectId);
    const command = new ClearChat(chatIdOf(user.id, projectId), {}, this.dispatcher.context(user));
    return { deletedCount: clearedBy(await this.dispatcher.execute(command)) };
  }

  @Delete(':id')
  @Answers(deletedResponseSchema)
  async delete(@CurrentUser() user: SessionUser, @Param('id', IdPipe) id: string): Promise<{ id: string }> {
    const chatId = await this.chatOf(id, user.id);
    await this.dispatcher.execute(new DeleteChatMessage(chatId, { messageId: id }, this.dispatcher.context(user)));
    return { id };
  }

  @Post(':id/stop')
  @Answers(chatMessageSchema)
  async stop(@CurrentUser() user: SessionUser, @Param('id', IdPipe) id: string): Promise<ChatMessage> {
    const chatId = await this.chatOf(id, user.id);
    await this.dispatcher.execute(new StopChatReply(chatId, { replyId: id }, this.dispatcher.context(user)));
    return this.chats.one(id, user.id);
  }

  @Post(':id/retry')
  @Idempotent()
  @Answers(chatMessageSchema)
  retry(
    @CurrentUser() { id: userId }: SessionUser,
    @Param('id', IdPipe) id: string,
    @CommandId() commandId: string,
  ): Promise<ChatMessage> {
    return this.requests.retry(userId, id, commandId);
  }

  /** @throws DomainError not_found */
  private async chatOf(messageId: string, userId: string): Promise<string> {
    return chatIdOf(userId, (await this.chats.one(messageId, userId)).projectId);
  }
}
