import {
  type ChatMessage,
  chatListQuerySchema,
  chatPrice,
  clearChatQuerySchema,
  LIMITS,
  mostChatTokens,
  postChatRequestSchema,
  tokensOf,
  toZaps,
} from '@storyreel/contracts';
import { projectWith } from '../media-fixtures';
import type { AccountData, KeptMessage } from './account-data';
import { type FakeStoryreel, nothing } from './fake-storyreel';
import { giveBack, hold, settle } from './money';
import { pageOf } from './paging';
import { notFound, Refused } from './refused';

const bare = { body: nothing, query: nothing };
const { createdAt } = projectWith();
/** The assistant's reply to every question, and the question for which the reply fails. */
export const REPLY = 'Mara keeps the **light** of Gull Point.';
export const FAILING_QUESTION = 'Fail, please';

const isOpen = ({ row }: KeptMessage): boolean => row.status === 'pending' || row.status === 'writing';
const zapsOf = (tokens: number): number => toZaps(chatPrice(tokens).units);

/** Acts as the worker: writes every pending reply. */
export function doReplies(data: AccountData): void {
  for (const kept of data.chat.filter(isOpen)) {
    if (kept.question === FAILING_QUESTION) {
      giveBack(data, kept.held, kept.row.projectId);
      kept.row = { ...kept.row, status: 'failed', error: 'The connection to the text model was lost.' };
    } else {
      kept.row = { ...kept.row, status: 'complete', content: REPLY };
      bookUse(data, kept, zapsOf(tokensOf(kept.question) + tokensOf(REPLY)));
    }
    kept.held = 0;
  }
}

function bookUse(data: AccountData, { held, row }: KeptMessage, zaps: number): void {
  giveBack(data, held - zaps, row.projectId);
  const work = { provider: 'openai', model: 'openai', operation: 'chat_completion', category: 'chat' };
  settle(data, zaps, 0, { ...work, description: 'A reply of the assistant', projectId: row.projectId });
}

function stop(data: AccountData, kept: KeptMessage): void {
  if (!isOpen(kept)) return;
  if (kept.row.status === 'pending') giveBack(data, kept.held, kept.row.projectId);
  else bookUse(data, kept, zapsOf(tokensOf(kept.question) + tokensOf(kept.row.content)));
  kept.held = 0;
  kept.row = { ...kept.row, status: 'stopped' };
}

export function serveChat(server: FakeStoryreel): void {
  const { data } = server;
  const ofChat = (projectId: string | null): KeptMessage[] => {
    if (projectId !== null) data.keptProject(projectId);
    return data.chat.filter(({ row }) => row.projectId === projectId);
  };
  const kept = (id: string | undefined): KeptMessage => {
    const found = data.chat.find(({ row }) => row.id === id);
    if (!found) throw notFound();
    return found;
  };
  const reply = (id: string | undefined): KeptMessage => {
    const found = kept(id);
    if (found.row.role !== 'assistant') throw notFound();
    return found;
  };
  const refuseWhenBusy = (messages: KeptMessage[]): void => {
    if (messages.some(isOpen)) throw new Refused('already_in_progress', 'The assistant is still answering.');
  };

  server.serve('GET /api/chat', { body: nothing, query: chatListQuerySchema }, ({ query: { projectId, ...page } }) => {
    const newestFirst = ofChat(projectId ?? null).toReversed();
    const { json, ...rest } = pageOf(
      newestFirst.map(({ row }) => row),
      page,
    );
    return { json: Array.isArray(json) ? json.toReversed() : json, ...rest };
  });
  server.serve(
    'POST /api/chat',
    { body: postChatRequestSchema, query: nothing },
    ({ body: { content, projectId } }) => {
      const messages = ofChat(projectId);
      refuseWhenBusy(messages);
      if (messages.length + 2 > LIMITS.messagesPerChat) throw new Refused('limit_reached');
      const held = zapsOf(mostChatTokens(content));
      hold(data, held, projectId);
      const common = { projectId, createdAt, error: null };
      const row: ChatMessage = { ...common, id: data.nextId(), role: 'user', content, status: 'complete' };
      const replyId = data.nextId();
      data.chat.push({ row, question: content, held: 0 });
      const pending: ChatMessage = { ...common, id: replyId, role: 'assistant', content: '', status: 'pending' };
      data.chat.push({ row: pending, question: content, held });
      return { json: { ...row, replyId } };
    },
  );
  server.serve('DELETE /api/chat', { body: nothing, query: clearChatQuerySchema }, ({ query }) => {
    const cleared = ofChat(query.projectId ?? null);
    for (const message of cleared) stop(data, message);
    data.chat = data.chat.filter((message) => !cleared.includes(message));
    return { json: { deletedCount: cleared.length } };
  });
  server.serve('DELETE /api/chat/:id', bare, ({ params }) => {
    const message = kept(params[0]);
    const at = data.chat.indexOf(message);
    const answering = message.row.role === 'user' ? data.chat[at + 1] : message;
    if (answering) stop(data, answering);
    data.chat.splice(at, 1);
    return { json: { id: message.row.id } };
  });
  server.serve('POST /api/chat/:id/stop', bare, ({ params }) => {
    const message = reply(params[0]);
    stop(data, message);
    return { json: message.row };
  });
  server.serve('POST /api/chat/:id/retry', bare, ({ params }) => {
    const message = reply(params[0]);
    refuseWhenBusy(ofChat(message.row.projectId));
    if (message.row.status !== 'failed') throw new Refused('conflict', 'Only failed replies can be retried.');
    message.held = zapsOf(mostChatTokens(message.question));
    hold(data, message.held, message.row.projectId);
    message.row = { ...message.row, status: 'pending', content: '', error: null };
    return { json: message.row };
  });
}
