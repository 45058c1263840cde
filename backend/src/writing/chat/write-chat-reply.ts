import { Inject, Injectable, Logger } from '@nestjs/common';
import { CHAT_REPLY_TOKENS } from '@storyreel/contracts';
import { z } from 'zod';
import { AggregateStore } from '../../eventsourcing/commands/aggregate-store';
import { systemContext } from '../../eventsourcing/commands/command-context';
import { idOfStream } from '../../eventsourcing/domain/aggregate';
import { jobFrom, JobWorker, reactorTo } from '../../eventsourcing/reactors/reactor';
import type { Job, JobHandler } from '../../eventsourcing/reactors/reactor';
import { ViewRunner } from '../../eventsourcing/views/view-runner';
import { textFailure } from '../../integrations/http/provider-errors';
import type { ChatProject, ChatQuestion, TextProvider } from '../../integrations/ports/text-provider';
import { TextUnwanted, writeText } from '../../integrations/ports/text-writer';
import { derivedId } from '../../lib/ids';
import { PaidWork, ZAPS_QUEUE, type ZapsJob } from '../../money/zaps';
import { liveScenes, projectAggregate } from '../../projects/storyboard';
import type { ProjectState } from '../../projects/storyboard';
import { chatAggregate } from './chat';
import type { ChatEvent, ChatEventOf, ChatState } from './chat';
import { ChatQueries } from './chat-message.view';
import { decideComplete, decideFailReply, decideGrow, decideStart, underWay } from './reply-steps';

const CHAT_REPLIES_QUEUE = 'chat-replies';

/** Turns a question or a retry into a durable job. */
export const writeReplyReactor = reactorTo<ChatEventOf<'ChatMessagePosted' | 'ChatReplyRetried'>>({
  name: 'write-chat-reply',
  types: ['ChatMessagePosted', 'ChatReplyRetried'],
  react(event) {
    const { replyId, holdId } = event.data;
    const payload = { chatId: idOfStream(event.streamId), replyId, holdId };
    return [jobFrom(event, { queue: CHAT_REPLIES_QUEUE, dedupKey: holdId, payload })];
  },
});

type Ended = ChatEventOf<'ChatReplyCompleted' | 'ChatReplyStopped' | 'ChatReplyFailed'>;

/** Settles the hold of an ended reply for the used part; the rest is returned. */
export const settleChatReactor = reactorTo<Ended>({
  name: 'settle-chat',
  types: ['ChatReplyCompleted', 'ChatReplyStopped', 'ChatReplyFailed'],
  react(event) {
    const dedupKey = `chat:${event.data.holdId}`;
    return [jobFrom(event, { queue: ZAPS_QUEUE, dedupKey, payload: bookingOf(event) })];
  },
});

function bookingOf(event: Ended): ZapsJob {
  const { holdId } = event.data;
  if (event.type === 'ChatReplyFailed') return { action: 'release', holdId, reason: event.data.error };
  const { units } = event.data;
  if (units === 0) return { action: 'release', holdId, reason: 'stopped' };
  return { action: 'settle', holdId, units, usd: event.type === 'ChatReplyCompleted' ? event.data.usd : undefined };
}

/** Maximum number of messages read for a question; fewer fit into it, and the provider decides how many. */
const MOST_TURNS = 40;
/** Maximum milliseconds to wait until the views show a question that was just posted. */
const WAIT_MS = 10_000;

/** Provides the assistant's context: the chat before a reply, and the current state of the project. */
@Injectable()
export class ChatMaterial {
  constructor(
    private readonly store: AggregateStore,
    private readonly views: ViewRunner,
    private readonly queries: ChatQueries,
  ) {}

  /** @throws Error when the views do not show the question in time */
  async of(userId: string, replyId: string): Promise<Omit<ChatQuestion, 'maxTokens'>> {
    if (!(await this.views.reachHead(WAIT_MS))) throw new Error('The views are behind.');
    const { messages, projectId } = await this.queries.before(replyId, userId, MOST_TURNS);
    const project = projectId === null ? null : await this.store.load(projectAggregate, projectId);
    return { messages, project: project?.exists && !project.deleted ? present(project) : null };
  }
}

function present(state: ProjectState): ChatProject {
  const { title, description, story, characters, environment, props } = state.fields;
  const scenes = liveScenes(state).map((scene) => ({
    id: scene.id,
    title: scene.title,
    description: scene.description,
    text: scene.sourceText,
  }));
  return { title, description, story, characters, environment, props, scenes };
}

const payloadSchema = z.object({ chatId: z.string(), replyId: z.string(), holdId: z.string() });
type Task = z.infer<typeof payloadSchema>;

export const CHAT_PROVIDER = Symbol('ChatProvider');
export type ChatProvider = Pick<TextProvider, 'name' | 'repeatIsFree' | 'chat'>;

const INTERRUPTED = 'The reply was interrupted. Nothing was charged.';
const GIVEN_BACK = 'The reply took too long, so its zaps were returned.';
const GAVE_UP = "The assistant couldn't reply. Nothing was charged.";

/**
 * Writes a reply as the provider streams it. After a crash, an open reply is written again if repeating the request is
 * free; otherwise it fails, since the first request may have been charged.
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
    private readonly store: AggregateStore,
    private readonly paidWork: PaidWork,
    @Inject(ChatMaterial) private readonly material: Pick<ChatMaterial, 'of'>,
    @Inject(CHAT_PROVIDER) private readonly provider: ChatProvider,
  ) {}

  async run(job: Job, signal: AbortSignal): Promise<void> {
    const task = payloadSchema.parse(job.payload);
    const open = underWay(await this.store.load(chatAggregate, task.chatId), task);
    if (!open) return;
    if (open.isStarted && !this.provider.repeatIsFree) return this.fail(job, task, INTERRUPTED);
    // Call the provider only while the zaps are still held.
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
