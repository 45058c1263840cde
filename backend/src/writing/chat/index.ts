import { chatMessageView, chatPushRule } from './chat-message.view';
import { settleChatReactor, writeReplyReactor } from './write-chat-reply';

export { chatAggregate, chatIdOf, replyPaidBy, CHAT_CATEGORY } from './chat';
export { chatRefusals } from './chat-commands';
export { decideFailReply } from './reply-steps';
export { ChatModule } from './chat.module';

export const chatViews = [chatMessageView];
export const chatReactors = [writeReplyReactor, settleChatReactor];
export const chatPushRules = [chatPushRule];
