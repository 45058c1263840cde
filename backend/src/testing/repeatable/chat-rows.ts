import { chatAggregate, chatIdOf } from '../../writing/chat';
import { type ReplyTry, decideFailReply } from '../../writing/chat/reply-steps';
import {
  PostChatMessage,
  PostChatMessageHandler,
  RetryChatReply,
  RetryChatReplyHandler,
} from '../../writing/chat/chat-commands';
import { type ChatProvider, WriteChatReply } from '../../writing/chat/write-chat-reply';
import type { Node, Repeatable, World } from './world';

const chatOf = ({ userId, projectId }: World): string => chatIdOf(userId, projectId);
const tryOf = (world: World): ReplyTry => ({ replyId: world.id('reply'), holdId: world.holdId });

const post = async (world: World, node: Node) => {
  const { projectId } = world;
  const request = { attemptId: world.id('post'), requestHash: 'hash' };
  const data = { ...request, ...tryOf(world), messageId: world.id('message'), projectId, content: 'Who is Mara?' };
  await node.send(PostChatMessageHandler, new PostChatMessage(chatOf(world), data, world.context('post')));
};
const fail = (world: World, node: Node) =>
  world.decide(node, chatAggregate, chatOf(world), world.context(), (state) =>
    decideFailReply(state, tryOf(world), 'away'),
  );
const reserved = async (world: World, node: Node) => {
  await world.buy(node);
  await world.reserve(node);
};

const MARA: ChatProvider['chat'] = async function* () {
  yield { type: 'text', text: 'Mara keeps the light.' };
  yield { type: 'end', usage: { inputTokens: 3, outputTokens: 6, usd: 0 }, isCutOff: false };
};
const worker = ({ store, paidWork }: Node): WriteChatReply => {
  const material = { of: () => Promise.resolve({ messages: [], project: null }) };
  return new WriteChatReply(store, paidWork, material, { name: 'sandbox', repeatIsFree: true, chat: MARA });
};

export const chatRows: Repeatable[] = [
  {
    name: 'posting a message, whose reply fails afterwards',
    covers: ['PostChatMessage'],
    run: post,
    between: fail,
    makes: ['ChatMessagePosted'],
  },
  {
    name: 'requesting a failed reply again',
    covers: ['RetryChatReply'],
    setup: async (world, node) => {
      await post(world, node);
      await fail(world, node);
    },
    run: async (world, node) => {
      const request = { attemptId: world.id('retry'), requestHash: 'hash' };
      const data = { ...request, replyId: world.id('reply'), holdId: world.id('second hold') };
      await node.send(RetryChatReplyHandler, new RetryChatReply(chatOf(world), data, world.context('retry')));
    },
    makes: ['ChatReplyRetried'],
  },
  {
    name: 'the job that writes a reply',
    covers: ['WriteChatReply'],
    setup: async (world, node) => {
      await reserved(world, node);
      await post(world, node);
    },
    run: async (world, node) => {
      const job = world.job('chat-replies', { chatId: chatOf(world), ...tryOf(world) });
      await worker(node).run(job, new AbortController().signal);
      return (await node.store.load(chatAggregate, chatOf(world))).messages[world.id('reply')];
    },
    makes: ['ChatReplyCompleted'],
  },
];
