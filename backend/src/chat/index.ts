import { chatPushRule } from './views/chat.push';
import { chatMessageView } from './views/chat-message.view';
import { settleChatReactor } from './workers/settle-chat.process';
import { writeReplyReactor } from './workers/write-reply.process';

export { chatAggregate, chatIdOf, replyPaidBy } from './domain/chat';
export { decideFailReply } from './domain/reply-steps';
export { CHAT_CATEGORY } from './chat-costs';
export { ChatModule } from './chat.module';

export const chatViews = [chatMessageView];
export const chatReactors = [writeReplyReactor, settleChatReactor];
export const chatPushRules = [chatPushRule];
