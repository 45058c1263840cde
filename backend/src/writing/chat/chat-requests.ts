import { Inject, Injectable } from '@nestjs/common';
import {
  CHAT_REPLY_TOKENS,
  type ChatMessage,
  chatPrice,
  mostChatTokens,
  type PostChatResponse,
} from '@storyreel/contracts';
import { AggregateStore } from '../../eventsourcing/commands/aggregate-store';
import { CommandDispatcher } from '../../eventsourcing/commands/command-dispatcher';
import { type Asked, placeOf, Refusals } from '../../eventsourcing/refusals/refusals';
import { derivedId } from '../../lib/ids';
import { requestHash } from '../../lib/hash';
import { PROVIDERS, type Providers } from '../../integrations/providers.token';
import { ownProject, projectAggregate } from '../../projects/storyboard';
import { type PaidJob, QueuePaidJob } from '../../money/zaps';
import { CHAT_CATEGORY, CHAT_OPERATION, chatAggregate, chatIdOf, takenBefore } from './chat';
import type { ChatState } from './chat';
import { PostChatMessage, refuseWhenBusyOrFull, retryable, RetryChatReply } from './chat-commands';
import { ChatQueries } from './chat-message.view';

/**
 * Time limit of a reply, long enough for a full queue. A reply that has not ended by then fails, and its zaps are
 * released.
 */
const DEADLINE_MS = 30 * 60 * 1000;

/** Turns a question or a retry into a reply that is paid for and queued. */
@Injectable()
export class ChatRequests {
  constructor(
    private readonly store: AggregateStore,
    private readonly dispatcher: CommandDispatcher,
    private readonly paidJobs: QueuePaidJob,
    private readonly queries: ChatQueries,
    @Inject(PROVIDERS) private readonly providers: Providers,
    @Inject(Refusals) private readonly refusals: Pick<Refusals, 'watch'>,
  ) {}

  /**
   * Posts a message; for a repeated request, returns the message that was posted before.
   * @throws DomainError not_found, already_in_progress, limit_reached, insufficient_zaps, idempotency_key_reused
   */
  async post(
    userId: string,
    { content, projectId }: { content: string; projectId: string | null },
    commandId: string,
  ): Promise<PostChatResponse> {
    const [messageId, replyId] = [derivedId(commandId, 'message'), derivedId(commandId, 'reply')];
    const request = {
      attemptId: derivedId(commandId, 'attempt'),
      requestHash: requestHash('post', content, projectId),
    };
    const chatId = chatIdOf(userId, projectId);
    const found = await this.store.loadAt(chatAggregate, chatId);
    let taken = takenBefore(found.state, request);
    if (!taken) {
      await this.refuseUnlessOwn(userId, projectId);
      const context = this.dispatcher.context({ id: userId }, commandId);
      const data = { ...request, messageId, replyId, content, projectId };
      await this.checked({ command: PostChatMessage.name, data, context }, found, chatId, refuseWhenBusyOrFull);
      const job = this.paid({ userId, projectId, tokens: mostChatTokens(content) }, request);
      const posted = await this.paidJobs.run<ChatState>(job, context, ({ holdId }) => {
        return new PostChatMessage(chatId, { ...data, holdId }, context);
      });
      taken = takenBefore(posted.state, request);
    }
    if (!taken) throw new Error(`The message ${messageId} is missing after it was posted`);
    const message = { id: messageId, role: 'user', content, projectId, status: 'complete', error: null } as const;
    return { ...message, createdAt: taken.at, replyId };
  }

  /** @throws DomainError not_found, conflict, already_in_progress, insufficient_zaps, idempotency_key_reused */
  async retry(userId: string, replyId: string, commandId: string): Promise<ChatMessage> {
    const { projectId } = await this.queries.one(replyId, userId);
    const request = { attemptId: derivedId(commandId, 'attempt'), requestHash: requestHash('retry', replyId) };
    const chatId = chatIdOf(userId, projectId);
    const found = await this.store.loadAt(chatAggregate, chatId);
    if (!takenBefore(found.state, request)) {
      await this.refuseUnlessOwn(userId, projectId);
      const context = this.dispatcher.context({ id: userId }, commandId);
      const asked = { command: RetryChatReply.name, data: { ...request, replyId }, context };
      const { questionTokens } = await this.checked(asked, found, chatId, (state) => retryable(state, replyId));
      const job = this.paid({ userId, projectId, tokens: questionTokens + CHAT_REPLY_TOKENS }, request);
      await this.paidJobs.run<ChatState>(job, context, ({ holdId }) => {
        return new RetryChatReply(chatId, { ...request, replyId, holdId }, context);
      });
    }
    return this.queries.one(replyId, userId);
  }

  /** Refuses a request that the chat cannot accept, before zaps are held for it. */
  private checked<T>(
    asked: Asked,
    { state, revision }: { state: ChatState; revision: bigint },
    chatId: string,
    check: (state: ChatState) => T,
  ): Promise<T> {
    return this.refusals.watch(asked, () => check(state), placeOf(chatAggregate.category, chatId, revision));
  }

  /** @throws DomainError not_found for a project that is missing or belongs to another user */
  async refuseUnlessOwn(userId: string, projectId: string | null): Promise<void> {
    if (projectId === null) return;
    ownProject(await this.store.load(projectAggregate, projectId), { ownerId: userId });
  }

  private paid(
    { userId, projectId, tokens }: { userId: string; projectId: string | null; tokens: number },
    { attemptId, requestHash: hash }: { attemptId: string; requestHash: string },
  ): PaidJob {
    const provider = this.providers.text.name;
    const about = { provider, model: provider, operation: CHAT_OPERATION, category: CHAT_CATEGORY };
    return {
      userId,
      price: chatPrice(tokens),
      request: { jobId: attemptId, projectId, sceneId: null, requestHash: hash },
      work: { ...about, description: 'A reply of the assistant' },
      bulk: false,
      deadlineMs: DEADLINE_MS,
    };
  }
}
