import { Module } from '@nestjs/common';
import { PROVIDERS, type Providers } from '../providers/providers.token';
import { StoryboardModule } from '../storyboard';
import { ZapsModule } from '../zaps';
import { ClearChatHandler, DeleteChatMessageHandler } from './domain/delete-messages';
import { PostChatMessageHandler } from './domain/post-message';
import { RetryChatReplyHandler } from './domain/retry-reply';
import { StopChatReplyHandler } from './domain/stop-reply';
import { ChatRequests } from './http/chat-requests';
import { ChatController } from './http/chat.controller';
import { ChatQueries } from './views/chat-queries';
import { ChatMaterial } from './workers/chat-material';
import { CHAT_PROVIDER, WriteChatReply } from './workers/write-chat-reply';

@Module({
  imports: [StoryboardModule, ZapsModule],
  controllers: [ChatController],
  providers: [
    PostChatMessageHandler,
    RetryChatReplyHandler,
    StopChatReplyHandler,
    DeleteChatMessageHandler,
    ClearChatHandler,
    ChatRequests,
    ChatQueries,
    ChatMaterial,
    { provide: CHAT_PROVIDER, inject: [PROVIDERS], useFactory: ({ text }: Providers) => text },
    WriteChatReply,
  ],
})
export class ChatModule {}
