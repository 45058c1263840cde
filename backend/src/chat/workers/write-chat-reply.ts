import { Inject, Injectable, Logger } from '@nestjs/common';
import { CHAT_REPLY_TOKENS } from '@storyreel/contracts';
import { z } from 'zod';
import { AggregateStore } from '../../platform/commands/aggregate-store';
import { systemContext } from '../../platform/commands/command-context';
import { derivedId } from '../../platform/ids';
import { JobWorker } from '../../platform/processes/job-worker.decorator';
import type { Job, JobHandler } from '../../platform/processes/process';
import { textFailure } from '../../providers/text/text-failure';
import type { TextProvider } from '../../providers/text/text-provider';
import { PaidWork } from '../../zaps';
import { chatAggregate, type ChatState } from '../domain/chat';
import type { ChatEvent } from '../domain/events';
import { decideComplete, decideFailReply, decideGrow, decideStart, underWay } from '../domain/reply-steps';
import { ChatMaterial } from './chat-material';
import { TextUnwanted, writeText } from '../../providers/text/text-writer';
import { CHAT_REPLIES_QUEUE } from './write-reply.process';

const payloadSchema = z.object({ chatId: z.string(), replyId: z.string(), holdId: z.string() });
type Task = z.infer<typeof payloadSchema>;

export const CHAT_PROVIDER = Symbol('ChatProvider');
export type ChatProvider = Pick<TextProvider, 'name' | 'repeatIsFree' | 'chat'>;

const INTERRUPTED = 'The reply was interrupted. Nothing was charged.';
const GIVEN_BACK = 'The reply took too long, so its zaps were returned.';
const GAVE_UP = "The assistant couldn't reply. Nothing was charged.";

/**
 * Writes a reply as the provider sends it. After a crash a reply that was under way is written anew where asking again
 * is free, and has failed otherwise: what was asked may have been paid for.
 */
@Injectable()
@JobWorker()
export class WriteChatReply implements JobHandler {
  readonly queue = CHAT_REPLIES_QUEUE;
  readonly concurrency = 16;
  readonly perUser = 4;
  readonly fair = true;
  readonly maxAttempts = 20;
  private readonly logger = new Logger('WriteChatReply');

  constructor(
    @Inject(AggregateStore) private readonly store: AggregateStore,
    @Inject(PaidWork) private readonly paidWork: PaidWork,
    @Inject(ChatMaterial) private readonly material: Pick<ChatMaterial, 'of'>,
    @Inject(CHAT_PROVIDER) private readonly provider: ChatProvider,
  ) {}

  async run(job: Job, signal: AbortSignal): Promise<void> {
    const task = payloadSchema.parse(job.payload);
    const open = underWay(await this.store.load(chatAggregate, task.chatId), task);
    if (!open) return;
    if (open.isStarted && !this.provider.repeatIsFree) return this.fail(job, task, INTERRUPTED);
    // A provider is only asked for zaps that are still held.
    const hold = await this.paidWork.findHold(job.ownerId, task.holdId);
    if (hold?.status !== 'open') return this.fail(job, task, GIVEN_BACK);
    try {
      await this.write(job, task, signal);
    } catch (error) {
      if (error instanceof TextUnwanted) return;
      const message = signal.aborted ? null : textFailure(error);
      if (message === null) throw error;
      this.logger.warn(`${task.replyId}: ${String(error)}`);
      await this.fail(job, task, message);
    }
  }

  exhausted(job: Job): Promise<void> {
    return this.fail(job, payloadSchema.parse(job.payload), GAVE_UP);
  }

  private async write(job: Job, task: Task, signal: AbortSignal): Promise<void> {
    const asked = await this.material.of(job.ownerId, task.replyId);
    const state = await this.step(job, task, 'start', (current) => decideStart(current, task, this.provider.name));
    if (!underWay(state, task)) return;
    const question = { ...asked, maxTokens: CHAT_REPLY_TOKENS };
    const log = {
      grow: async (offset: number, added: string) => {
        const grown = await this.step(job, task, `grow ${offset}`, (current) =>
          decideGrow(current, task, { offset, text: added }),
        );
        return underWay(grown, task)?.written === offset + added.length;
      },
      isWanted: async () => underWay(await this.store.load(chatAggregate, task.chatId), task) !== null,
    };
    const { rest, end } = await writeText(
      (ended) => this.provider.chat(question, { idempotencyKey: task.holdId, signal: ended }),
      log,
      signal,
    );
    await this.step(job, task, 'complete', (current) => decideComplete(current, task, rest, end));
  }

  private async fail(job: Job, task: Task, error: string): Promise<void> {
    await this.step(job, task, 'fail', (state) => decideFailReply(state, task, error));
  }

  private async step(
    { ownerId, correlationId, causationId }: Job,
    { chatId, holdId }: Task,
    name: string,
    decide: (state: ChatState) => ChatEvent[],
  ): Promise<ChatState> {
    const commandId = derivedId(holdId, name);
    const context = systemContext('write-chat-reply', ownerId, { commandId, correlationId, causationId });
    return (await this.store.execute(chatAggregate, chatId, context, decide)).state;
  }
}
