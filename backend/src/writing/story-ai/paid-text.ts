import { Inject, Injectable, Logger } from '@nestjs/common';
import type { OnModuleDestroy } from '@nestjs/common';
import { textPrice } from '@storyreel/contracts';
import type { RecordedCalls, TextOperation } from '@storyreel/contracts';
import { AggregateStore } from '../../eventsourcing/commands/aggregate-store';
import type { CommandContext } from '../../eventsourcing/commands/command-context';
import { CommandDispatcher } from '../../eventsourcing/commands/command-dispatcher';
import { AppendTooLarge, EVENT_STORE, StoreUnavailable } from '../../eventsourcing/event-store/event-store';
import type { EventStore } from '../../eventsourcing/event-store/event-store';
import { RequestGone } from '../../infra/http/request-params';
import {
  CreateOutcomeUnknown,
  CreateRefused,
  ProviderAnswerInvalid,
  ProviderUnavailable,
  textFailure,
} from '../../integrations/http/provider-errors';
import type { TextProvider, TextUsage } from '../../integrations/ports/text-provider';
import { PROVIDERS } from '../../integrations/providers.token';
import type { Providers } from '../../integrations/providers.token';
import { RunRecordings } from '../../integrations/recording/run-recordings';
import type { Recordings } from '../../integrations/recording/run-recordings';
import { DomainError, keyReused } from '../../lib/domain-error';
import { toError } from '../../lib/errors';
import { requestHash } from '../../lib/hash';
import { derivedId } from '../../lib/ids';
import { retryDelay } from '../../lib/retry';
import type { Delays } from '../../lib/retry';
import { CLOCK, Pause } from '../../lib/time';
import type { Clock } from '../../lib/time';
import { PaidWork } from '../../money/zaps';
import { decideAnswer, decideAsk, decideTextFailed, endOfTry, textWorkAggregate } from './domain/text-work';
import type { TextAnswer, TextRequest, TextRerun } from './domain/text-work';
import { answerOf, findWritten } from './find-text';

const WAITS: Delays = { firstDelayMs: 200, maxDelayMs: 3_000 };

/** Does what a store that is away keeps this node from doing now: again and again, until it is done or too late. */
class Afterwards {
  private readonly pauses = new Set<Pause>();
  private readonly running = new Set<Promise<void>>();
  private stopped = false;

  constructor(private readonly onGivenUp: (error: Error) => void) {}

  /** @param withinMs after so long it is given up, which is told with the last error */
  begin(withinMs: number, attempt: () => Promise<void>): void {
    const run = this.run(performance.now() + withinMs, attempt).finally(() => this.running.delete(run));
    this.running.add(run);
  }

  /** Resolves when nothing of it runs any more. What is not done by then stays undone. */
  async stop(): Promise<void> {
    this.stopped = true;
    for (const pause of this.pauses) pause.end();
    await Promise.all(this.running);
  }

  private async run(until: number, attempt: () => Promise<void>): Promise<void> {
    const pause = new Pause();
    this.pauses.add(pause);
    for (let failures = 0; !this.stopped; failures += 1) {
      try {
        await attempt();
        break;
      } catch (error) {
        if (performance.now() < until) await pause.for(retryDelay(WAITS, failures + 1));
        else {
          this.onGivenUp(toError(error));
          break;
        }
      }
    }
    this.pauses.delete(pause);
  }
}

export interface TextJob {
  userId: string;
  operation: TextOperation;
  /** For the list of transactions. */
  description: string;
  projectId: string | null;
  sceneId: string | null;
  /** What the client sent, to tell a repeat from another request under the same key. Not what is read from the project:
   * the first answer may have changed that. */
  input: unknown;
  /** Of the request; a repeat of it brings the same. */
  commandId: string;
  /** Nobody else asks under this id, so an earlier try that has not ended was cut off, and is not waited for. */
  isLeased?: boolean;
  /** Of one that does another one again. */
  trial?: TextRerun;
}

export interface TextCallContext {
  /** Pays for the text; also what a provider is told to know a repeat by. */
  holdId: string;
  /** ISO 8601: when what comes is too late to be written. */
  until: string;
  /** The provider, whose calls are recorded. */
  text: TextProvider;
}

/** Calls the provider and writes what came of it. */
export type TextCall<Answer> = (call: TextCallContext) => Promise<{ answer: Answer; usage: TextUsage }>;

/** A little longer than a request counts as running. */
const DEADLINE_MS = 6 * 60 * 1000;
const CUT_OFF = new Error('It was cut off, and asked for again.');
const CERTAIN = [
  CreateRefused,
  CreateOutcomeUnknown,
  ProviderAnswerInvalid,
  ProviderUnavailable,
  AppendTooLarge,
  DomainError,
  RequestGone,
];

/** Text that is paid for: asked once at a time, reserved before the provider is called, settled once on success. */
@Injectable()
export class PaidText implements OnModuleDestroy {
  private readonly logger = new Logger(PaidText.name);
  private readonly afterwards = new Afterwards((error) =>
    this.logger.error(error, 'A text could not be settled; its request counts as lost after some minutes.'),
  );

  constructor(
    @Inject(AggregateStore) private readonly store: AggregateStore,
    @Inject(CommandDispatcher) private readonly dispatcher: CommandDispatcher,
    @Inject(PaidWork) private readonly paidWork: PaidWork,
    @Inject(PROVIDERS) private readonly providers: Providers,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(RunRecordings) private readonly recordings: Recordings,
  ) {}

  onModuleDestroy(): Promise<void> {
    return this.afterwards.stop();
  }

  /**
   * The answer that the same request has had before; null when it has none. Asked for before anything is checked, since
   * what was checked then may have changed, the text's own scene included.
   */
  async known<Answer extends TextAnswer>(job: TextJob): Promise<Answer | null> {
    const { userId, projectId, commandId: requestId } = job;
    const workId = textWorkId(job);
    const request = (await this.store.load(textWorkAggregate, workId)).requests[requestId];
    if (request?.requestHash !== hashOf(job)) return null;
    if (request.answer) return request.answer as Answer;
    if (request.status !== 'asked' || projectId === null) return null;
    if (!job.isLeased && this.clock.now().toISOString() <= endOfTry(request)) return null;
    const context = this.dispatcher.context({ id: userId }, requestId);
    // Cut off between writing its text and saying so.
    const written = await findWritten(this.events, projectId, request.holdId, request.at);
    if (!written) {
      // Its zaps come back before the next try holds others: what it may still write is not paid for.
      if (job.isLeased) await this.failed(workId, request, userId, { error: CUT_OFF, calls: [] }, context);
      return null;
    }
    const answer = answerOf(written) as Answer;
    await this.answered(workId, request, { answer, usd: 0 }, userId, context);
    return answer;
  }

  /**
   * A repeat of an answered request gets the same answer.
   * @throws DomainError already_in_progress, idempotency_key_reused, insufficient_zaps, provider_failed, or what `work` refuses
   */
  async run<Answer extends TextAnswer>(job: TextJob, work: TextCall<Answer>): Promise<Answer> {
    const { userId, commandId: requestId } = job;
    const context = this.dispatcher.context({ id: userId }, requestId);
    const workId = textWorkId(job);
    let at = '';
    const asked = await this.store
      .execute(textWorkAggregate, workId, context, (state, env) => {
        at = env.now;
        return decideAsk({ requestId, requestHash: hashOf(job), trial: job.trial }, state, env);
      })
      .catch((error: unknown) => {
        if (error instanceof StoreUnavailable) this.giveUpAfterwards(job, workId, at, error, context);
        throw error;
      });
    const request = asked.state.requests[requestId];
    if (!request) throw new Error(`The request ${requestId} is missing after it was asked`);
    // What was stored under this request was written by the same operation.
    if (request.answer) return request.answer as Answer;

    const recorder = this.recordings.begin({ runId: requestId, ownerId: userId, attempt: request.attempt });
    const text = recorder.texts(this.providers.text);
    let done: { answer: Answer; usd: number } | null = null;
    try {
      await this.reserve(job, workId, request, context);
      const { answer, usage } = await work({ holdId: request.holdId, until: endOfTry(request), text });
      done = { answer, usd: usage.usd };
      const calls = await recorder.ended();
      await this.answered(workId, request, { ...done, calls }, userId, context);
      return answer;
    } catch (error) {
      const calls = await recorder.ended();
      // After any other error the text may have been written: what the log says of it decides, once it can be read.
      if (!CERTAIN.some((kind) => error instanceof kind)) {
        this.settleAfterwards(job, workId, request, { done, error: error as Error, calls }, context);
        throw error;
      }
      await this.failed(workId, request, userId, { error: error as Error, calls }, context);
      if (error instanceof CreateRefused) this.logger.warn(error, `The text model refused to ${job.operation}`);
      throw asRefusal(error as Error);
    }
  }

  /**
   * Ends a try of this node's that something unforeseen has broken off, a store that went away above all: as answered
   * when the text is there, as failed when it is not. Otherwise it would count as running for minutes, and whoever asks
   * again would be told that it is in progress.
   */
  private settleAfterwards(
    job: TextJob,
    workId: string,
    request: TextRequest,
    { done, error, calls }: { done: { answer: TextAnswer; usd: number } | null; error: Error; calls: RecordedCalls[] },
    context: CommandContext,
  ): void {
    const { userId, projectId } = job;
    this.afterwards.begin(Date.parse(endOfTry(request)) - this.clock.now().getTime(), async () => {
      const written =
        done || projectId === null ? null : await findWritten(this.events, projectId, request.holdId, request.at);
      const answer = done ?? (written && { answer: answerOf(written), usd: 0 });
      if (answer) return this.answered(workId, request, { ...answer, calls }, userId, context);
      return this.failed(workId, request, userId, { error, calls }, context);
    });
  }

  /** Ends the try that was asked for at a time, if that was stored: nothing has been done for it. */
  private giveUpAfterwards(
    { userId, commandId: requestId }: TextJob,
    workId: string,
    at: string,
    error: Error,
    context: CommandContext,
  ): void {
    this.afterwards.begin(DEADLINE_MS, async () => {
      const request = (await this.store.load(textWorkAggregate, workId)).requests[requestId];
      if (request?.status !== 'asked' || request.at !== at) return;
      await this.failed(workId, request, userId, { error, calls: [] }, context);
    });
  }

  private async reserve(job: TextJob, workId: string, request: TextRequest, context: CommandContext): Promise<void> {
    const { userId, operation, description, projectId, sceneId, trial } = job;
    const provider = this.providers.text.name;
    const work = { workId, runId: request.requestId, requestHash: request.requestHash, projectId, sceneId };
    const purpose = {
      provider,
      model: provider,
      operation,
      category: 'text',
      description,
      ...work,
      ...forOthers(userId, trial),
    };
    const deadline = new Date(this.clock.now().getTime() + DEADLINE_MS).toISOString();
    const { hold } = await this.paidWork.reserve(
      { userId, holdId: request.holdId, price: textPrice(1), purpose, deadline, bulk: false },
      context,
    );
    if (hold.requestHash === request.requestHash) return;
    throw keyReused();
  }

  private async answered(
    workId: string,
    { requestId, holdId }: TextRequest,
    { answer, usd, calls }: { answer: TextAnswer; usd: number; calls?: RecordedCalls[] },
    userId: string,
    context: CommandContext,
  ): Promise<void> {
    const done = { ...context, commandId: derivedId(holdId, 'answered'), causationId: context.commandId };
    const { state } = await this.store.execute(textWorkAggregate, workId, done, (current) =>
      decideAnswer(current, { requestId, holdId }, { answer, usd, calls }),
    );
    const request = state.requests[requestId];
    // Given up meanwhile: the try that came after it is the one that is paid.
    if (request?.holdId !== holdId || request.status !== 'answered') return;
    await this.dispatcher.waitUntilShown(await this.paidWork.settle({ userId, holdId, usd }, context));
  }

  private async failed(
    workId: string,
    { requestId, holdId, requestHash: hash }: TextRequest,
    userId: string,
    { error, calls }: { error: Error; calls: RecordedCalls[] },
    context: CommandContext,
  ): Promise<void> {
    const failure = { ...context, commandId: derivedId(holdId, 'failed'), causationId: context.commandId };
    await this.store.execute(textWorkAggregate, workId, failure, (state) =>
      decideTextFailed(state, { requestId, holdId }, error.message, calls),
    );
    // Under a reused key the hold belongs to the other request.
    const hold = await this.paidWork.findHold(userId, holdId);
    if (hold?.requestHash !== hash) return;
    const released = await this.paidWork.release({ userId, holdId, reason: error.message }, context);
    await this.dispatcher.waitUntilShown(released);
  }
}

const hashOf = ({ operation, projectId, sceneId, input }: TextJob): string =>
  requestHash(operation, projectId, sceneId, input);

/** What others pay for is none of the project's own costs. */
const forOthers = (payerId: string, trial: TextRerun | undefined): { forOthers?: true } =>
  trial && trial.sceneOwnerId !== payerId ? { forOthers: true } : {};

/** One stream for each piece of text: what must not be asked for twice at once. */
export const textWorkId = ({
  userId,
  operation,
  projectId,
  sceneId,
  trial,
}: Omit<TextJob, 'description' | 'input' | 'commandId'>): string =>
  derivedId(userId, operation, projectId ?? '', sceneId ?? '', ...(trial ? ['trial'] : []));

function asRefusal(error: Error): Error {
  if (error instanceof DomainError) return error;
  const words = error instanceof CreateRefused ? textFailure(error) : null;
  if (words !== null) return new DomainError('provider_failed', words);
  if (error instanceof AppendTooLarge) return new DomainError('payload_too_large', 'The story is too long.');
  return new DomainError('provider_failed', "Couldn't generate the text. Please try again.");
}
