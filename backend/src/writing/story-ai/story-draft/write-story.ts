import { Inject, Injectable, Logger } from '@nestjs/common';
import { detectLanguage, idSchema, STORY_WORDS, storyLengthSchema, storyToneSchema } from '@storyreel/contracts';
import { z } from 'zod';
import { AggregateStore } from '../../../eventsourcing/commands/aggregate-store';
import { systemContext } from '../../../eventsourcing/commands/command-context';
import { jobFrom, JobWorker, reactorTo } from '../../../eventsourcing/reactors/reactor';
import type { Job, JobHandler } from '../../../eventsourcing/reactors/reactor';
import { textFailure } from '../../../integrations/http/provider-errors';
import { TextUnwanted, writeText } from '../../../integrations/ports/text-writer';
import { PROVIDERS } from '../../../integrations/providers.token';
import type { Providers } from '../../../integrations/providers.token';
import { RunRecordings } from '../../../integrations/recording/run-recordings';
import type { Recorder, Recordings } from '../../../integrations/recording/run-recordings';
import { DomainError } from '../../../lib/domain-error';
import { derivedId } from '../../../lib/ids';
import { PaidWork } from '../../../money/zaps';
import { projectAggregate } from '../../../projects/storyboard';
import {
  decideAnswerStory,
  decideEndStory,
  decideFailStory,
  decideGrowStory,
  decideStartStory,
  isAnswered,
  storyUnderWay,
} from '../domain/story-steps';
import { textWorkAggregate } from '../domain/text-work';
import type { StoryEvent, TextStreamEvent, TextWorkState } from '../domain/text-work';
import { StoryApplier, storyWorkId } from './story-applier';

const STORIES_QUEUE = 'stories';

/** Turns a requested story into a durable job. */
export const writeStoryReactor = reactorTo<Extract<StoryEvent, { type: 'StoryAsked' }>>({
  name: 'write-story',
  types: ['StoryAsked'],
  react(event) {
    const { basedOn: _, ...payload } = event.data;
    return [jobFrom(event, { queue: STORIES_QUEUE, dedupKey: payload.holdId, payload })];
  },
});

const payloadSchema = z.object({
  requestId: idSchema,
  holdId: z.string(),
  projectId: idSchema,
  idea: z.string(),
  tone: storyToneSchema,
  length: storyLengthSchema,
});
type Task = z.infer<typeof payloadSchema>;

const INTERRUPTED = 'The server was interrupted while it wrote this story. Nothing was charged.';
const GIVEN_BACK = 'The zaps for this story were given back before it could be written.';
const GAVE_UP = 'The story could not be written. Nothing was charged.';
/**
 * Maximum tokens per requested word. No script needs that many, so a story is cut off only if the model exceeds the
 * requested length.
 */
const TOKENS_PER_WORD = 4;

/**
 * Writes a story as the provider streams it. After a crash, an open story is written again if repeating the request is
 * free; otherwise it fails, since the first request may have been charged.
 */
@Injectable()
@JobWorker()
export class WriteStory implements JobHandler {
  readonly queue = STORIES_QUEUE;
  readonly concurrency = 8;
  readonly perUser = 3;
  readonly fair = true;
  readonly maxAttempts = 20;
  private readonly logger = new Logger('WriteStory');

  constructor(
    private readonly store: AggregateStore,
    private readonly paidWork: PaidWork,
    @Inject(PROVIDERS) private readonly providers: Pick<Providers, 'text'>,
    @Inject(RunRecordings) private readonly recordings: Recordings,
    private readonly user: StoryApplier,
  ) {}

  async run(job: Job, signal: AbortSignal): Promise<void> {
    const task = payloadSchema.parse(job.payload);
    const state = await this.store.load(textWorkAggregate, streamOf(job, task));
    // The earlier attempt was cut off after it had written the story, and before the story was put into its project.
    if (isAnswered(state, tryOf(task))) return this.use(job, task, state);
    const open = storyUnderWay(state, tryOf(task));
    if (!open) return;
    if (open.isStarted && !this.providers.text.repeatIsFree) return this.fail(job, task, INTERRUPTED);
    // Call the provider only while the zaps are still held.
    const hold = await this.paidWork.findHold(job.ownerId, task.holdId);
    if (hold?.status !== 'open') return this.fail(job, task, GIVEN_BACK);
    const recorder = this.recordings.begin({ runId: task.requestId, ownerId: job.ownerId, attempt: 1 });
    try {
      await this.use(job, task, await this.write(job, task, recorder, signal));
    } catch (error) {
      const message = signal.aborted ? null : textFailure(error);
      if (error instanceof TextUnwanted || message === null) await recorder.interrupted();
      if (error instanceof TextUnwanted) return;
      if (message === null) throw error;
      this.logger.warn(`${task.requestId}: ${String(error)}`);
      await this.fail(job, task, message, recorder);
    }
  }

  exhausted(job: Job): Promise<void> {
    return this.fail(job, payloadSchema.parse(job.payload), GAVE_UP);
  }

  private async write(job: Job, task: Task, recorder: Recorder, signal: AbortSignal): Promise<TextWorkState> {
    const of = tryOf(task);
    const provider = recorder.texts(this.providers.text);
    const started = await this.step(job, task, 'start', (state) => decideStartStory(state, of, provider.name));
    if (!storyUnderWay(started, of)) throw new TextUnwanted();
    const { idea, tone, length } = task;
    const words = STORY_WORDS[length];
    const language = await this.languageOf(task);
    const log = {
      grow: async (offset: number, text: string) => {
        const grown = await this.step(job, task, `grow ${offset}`, (state) =>
          decideGrowStory(state, of, { offset, text }),
        );
        return storyUnderWay(grown, of)?.written === offset + text.length;
      },
      isWanted: async () => storyUnderWay(await this.store.load(textWorkAggregate, streamOf(job, task)), of) !== null,
    };
    const { rest, end } = await writeText(
      (ended) =>
        provider.writeStory(
          { idea, tone, words, maxTokens: words * TOKENS_PER_WORD, language },
          { idempotencyKey: task.holdId, signal: ended },
        ),
      log,
      signal,
    );
    const calls = await recorder.ended();
    return this.step(job, task, 'answer', (state) => decideAnswerStory(state, of, rest, { usd: end.usd, calls }));
  }

  /**
   * Puts the story into its project. If the project's story has changed since the request, the creator decides whether
   * to use the new story.
   */
  private async use(job: Job, task: Task, state: TextWorkState): Promise<void> {
    const story = storyUnderWay(state, tryOf(task));
    if (!story) return;
    try {
      const context = this.contextOf(job, task, 'use');
      await this.user.use(story, job.ownerId, { context, insteadOf: story.basedOn });
    } catch (error) {
      // The project was deleted, or the written story is blank: the story ends unused.
      if (!(error instanceof DomainError)) throw error;
    }
    await this.step(job, task, 'end', (current) => decideEndStory(current, tryOf(task)));
  }

  private async fail(job: Job, task: Task, error: string, recorder?: Recorder): Promise<void> {
    const calls = await recorder?.ended();
    await this.step(job, task, 'fail', (state) => decideFailStory(state, tryOf(task), error, calls));
  }

  private async step(
    job: Job,
    task: Task,
    name: string,
    decide: (state: TextWorkState) => TextStreamEvent[],
  ): Promise<TextWorkState> {
    const context = this.contextOf(job, task, name);
    return (await this.store.execute(textWorkAggregate, streamOf(job, task), context, decide)).state;
  }

  /** Returns the language that the project's owner has chosen, else the language of the idea. */
  private async languageOf({ projectId, idea }: Task): Promise<string | null> {
    const { fields } = await this.store.load(projectAggregate, projectId);
    return fields.language ?? detectLanguage(idea);
  }

  private contextOf({ ownerId, correlationId, causationId }: Job, { holdId }: Task, name: string) {
    return systemContext('write-story', ownerId, { commandId: derivedId(holdId, name), correlationId, causationId });
  }
}

const tryOf = ({ requestId, holdId, projectId }: Task) => ({ requestId, holdId, projectId });

const streamOf = ({ ownerId }: Job, { projectId }: Task): string => storyWorkId(ownerId, projectId);
