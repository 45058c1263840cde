import { Module } from '@nestjs/common';
import { PROVIDERS, type Providers } from '../../integrations/providers.token';
import { StoryboardModule } from '../../projects/storyboard';
import { ZapsModule } from '../../money/zaps';
import {
  ClearChatHandler,
  DeleteChatMessageHandler,
  PostChatMessageHandler,
  RetryChatReplyHandler,
  StopChatReplyHandler,
} from './chat-commands';
import { ChatRequests } from './chat-requests';
import { ChatController } from './chat.controller';
import { ChatQueries } from './chat-message.view';
import { CHAT_PROVIDER, ChatMaterial, WriteChatReply } from './write-chat-reply';

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
