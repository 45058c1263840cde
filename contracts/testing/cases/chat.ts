import {
  balanceSchema,
  type ChatMessage,
  chatMessageSchema,
  chatPrice,
  clearChatResponseSchema,
  deletedResponseSchema,
  LIMITS,
  NEXT_CURSOR_HEADER,
  type PostChatResponse,
  postChatResponseSchema,
  tokensOf,
  toZaps,
} from '@storyreel/contracts';
import type { ContractCase, Visitor } from '../visitor';
import { addProject, INVALID, NOBODYS_ID, NOT_FOUND } from './steps';

const POST = 'POST /api/chat';
const chat = (projectId: string | null): string =>
  projectId === null ? '/api/chat' : `/api/chat?projectId=${projectId}`;
const list = (visitor: Visitor, projectId: string | null = null): Promise<ChatMessage[]> =>
  visitor.get(chatMessageSchema.array(), `GET ${chat(projectId)}`);
const ask = (visitor: Visitor, content: string, projectId: string | null = null): Promise<PostChatResponse> =>
  visitor.get(postChatResponseSchema, POST, { body: { role: 'user', content, projectId } });
const answered = async (
  visitor: Visitor,
  content: string,
  projectId: string | null = null,
): Promise<PostChatResponse> => {
  const posted = await ask(visitor, content, projectId);
  await visitor.workDone();
  return posted;
};
const contents = (messages: ChatMessage[]): string[] => messages.map(({ content }) => content);
const balance = async (visitor: Visitor): Promise<number> =>
  (await visitor.get(balanceSchema, 'GET /api/credits/balance')).balance;

export const CHAT_CASES: ContractCase[] = [
  {
    title: 'a message is listed as it was posted, followed by a reply of the assistant [CHAT-03] [CHAT-04]',
    async run(side) {
      const visitor = await side.newcomer();
      expect(await list(visitor)).toEqual([]);
      const { replyId, ...posted } = await answered(visitor, '  Hello there \n');
      expect(posted).toMatchObject({ role: 'user', content: 'Hello there', projectId: null, status: 'complete' });
      const [message, reply, ...others] = await list(visitor);
      expect(message).toEqual(posted);
      expect(reply).toMatchObject({ id: replyId, role: 'assistant', projectId: null, status: 'complete', error: null });
      expect(reply?.content).not.toBe('');
      expect(others).toEqual([]);
    },
  },
  {
    title: 'each project has its own chat, and so have questions without a project [CHAT-02]',
    async run(side) {
      const visitor = await side.newcomer();
      const [one, other] = [await addProject(visitor), await addProject(visitor)];
      await answered(visitor, 'Of one', one.id);
      await answered(visitor, 'Of the other', other.id);
      await answered(visitor, 'Of none');
      expect(contents(await list(visitor, one.id))[0]).toBe('Of one');
      expect(contents(await list(visitor, other.id))[0]).toBe('Of the other');
      expect(contents(await list(visitor))[0]).toBe('Of none');
      for (const projectId of [one.id, other.id, null]) {
        const messages = await list(visitor, projectId);
        expect(messages.map((message) => [message.role, message.projectId])).toEqual([
          ['user', projectId],
          ['assistant', projectId],
        ]);
      }
    },
  },
  {
    title: 'a message needs text, the role of the user and an existing project',
    async run(side) {
      const visitor = await side.newcomer();
      const message = { role: 'user', content: 'Hello', projectId: null };
      const wrong = [
        { content: 'Hello' },
        { ...message, role: 'assistant' },
        { ...message, content: ' \n ' },
        { ...message, content: 'a\u0000b' },
        { ...message, content: '灯'.repeat(LIMITS.chatMessageBytes / 3 + 1) },
        { ...message, projectId: 'mine' },
      ];
      for (const body of wrong) expect(await visitor.refusal(POST, { body })).toEqual(INVALID);
      const nobodys = { body: { ...message, projectId: NOBODYS_ID } };
      expect(await visitor.refusal(POST, nobodys)).toEqual(NOT_FOUND);
      for (const method of ['GET', 'DELETE'])
        expect(await visitor.refusal(`${method} ${chat(NOBODYS_ID)}`)).toEqual(NOT_FOUND);
      expect(await list(visitor)).toEqual([]);
      expect(await balance(visitor)).toBe(100);
    },
  },
  {
    title:
      'a reply is pending until it is written, one at a time, and costs nothing when it is stopped before [CHAT-05]',
    async run(side) {
      const visitor = await side.newcomer();
      const project = await addProject(visitor);
      await side.onHold(async () => {
        const { replyId } = await ask(visitor, 'Who is there?', project.id);
        const [, reply] = await list(visitor, project.id);
        expect(reply).toMatchObject({ id: replyId, role: 'assistant', content: '', status: 'pending' });
        expect(await balance(visitor)).toBeLessThan(99.75);
        const body = { role: 'user', content: 'And who else?', projectId: project.id };
        expect(await visitor.refusal(POST, { body })).toEqual({ status: 409, code: 'already_in_progress' });
        await ask(visitor, 'Of something else');
        const stopped = await visitor.get(chatMessageSchema, `POST /api/chat/${replyId}/stop`);
        expect(stopped).toMatchObject({ id: replyId, status: 'stopped' });
        const again = await visitor.get(chatMessageSchema, `POST /api/chat/${replyId}/stop`);
        expect(again).toEqual(stopped);
        const retry = await visitor.refusal(`POST /api/chat/${replyId}/retry`);
        expect(retry).toEqual({ status: 409, code: 'conflict' });
      });
      await visitor.workDone();
      expect((await list(visitor, project.id)).map(({ status }) => status)).toEqual(['complete', 'stopped']);
      await visitor.get(clearChatResponseSchema, 'DELETE /api/chat');
      const spent = 100 - (await balance(visitor));
      expect(spent).toBeGreaterThan(0);
      expect(spent).toBeLessThan(0.1);
    },
  },
  {
    title: 'a reply costs its tokens and those of its question; the rest of the hold is released',
    async run(side) {
      const visitor = await side.newcomer();
      const question = 'Hello there, who are you and what can you do for me?';
      await answered(visitor, question);
      const [, reply] = await list(visitor);
      const { units } = chatPrice(tokensOf(question) + tokensOf(reply?.content ?? ''));
      expect(await balance(visitor)).toBeCloseTo(100 - toZaps(units), 4);
    },
  },
  {
    title: 'one message is deleted, and its reply stays [CHAT-11]',
    async run(side) {
      const visitor = await side.newcomer();
      const { id, replyId } = await answered(visitor, 'Hello');
      expect(await visitor.get(deletedResponseSchema, `DELETE /api/chat/${id}`)).toEqual({ id });
      expect((await list(visitor)).map((message) => message.id)).toEqual([replyId]);
      expect(await visitor.refusal(`DELETE /api/chat/${id}`)).toEqual(NOT_FOUND);
      for (const route of [`POST /api/chat/${id}/stop`, `POST /api/chat/${id}/retry`, `DELETE /api/chat/${NOBODYS_ID}`])
        expect(await visitor.refusal(route)).toEqual(NOT_FOUND);
    },
  },
  {
    title: 'clearing the chat of a project leaves other chats [CHAT-12]',
    async run(side) {
      const visitor = await side.newcomer();
      const project = await addProject(visitor);
      await answered(visitor, 'Of a project', project.id);
      await answered(visitor, 'Of none');
      expect(await visitor.get(clearChatResponseSchema, `DELETE ${chat(project.id)}`)).toEqual({ deletedCount: 2 });
      expect(await list(visitor, project.id)).toEqual([]);
      expect(await visitor.get(clearChatResponseSchema, `DELETE ${chat(project.id)}`)).toEqual({ deletedCount: 0 });
      expect(await list(visitor)).toHaveLength(2);
      expect(await visitor.get(clearChatResponseSchema, 'DELETE /api/chat')).toEqual({ deletedCount: 2 });
      expect(await list(visitor)).toEqual([]);
    },
  },
  {
    title: 'later pages are older, each in the order of the chat',
    async run(side) {
      const visitor = await side.newcomer();
      for (const content of ['one', 'two']) await answered(visitor, content);
      const all = await list(visitor);
      const page = async (query: string): Promise<[string[], string | null]> => {
        const answer = await visitor.reply(`GET /api/chat?limit=3${query}`);
        const messages = chatMessageSchema.array().parse(answer.body);
        return [messages.map(({ id }) => id), answer.header(NEXT_CURSOR_HEADER)];
      };
      const [last, cursor] = await page('');
      expect(last).toEqual(all.slice(1).map(({ id }) => id));
      expect(await page(`&cursor=${cursor}`)).toEqual([all.slice(0, 1).map(({ id }) => id), null]);
    },
  },
  {
    title: 'two requests with one idempotency key create one message',
    async run(side) {
      const visitor = await side.newcomer();
      const sent = { body: { role: 'user', content: 'Once', projectId: null }, key: 'one-question-please' };
      const first = await visitor.get(postChatResponseSchema, POST, sent);
      expect(await visitor.get(postChatResponseSchema, POST, sent)).toEqual(first);
      await visitor.workDone();
      expect(await visitor.get(postChatResponseSchema, POST, sent)).toEqual(first);
      expect(await list(visitor)).toHaveLength(2);
      const other = { ...sent, body: { ...sent.body, content: 'Twice' } };
      expect(await visitor.refusal(POST, other)).toEqual({ status: 422, code: 'idempotency_key_reused' });
    },
  },
];
