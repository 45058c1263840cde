import { Inject, Injectable, Logger } from '@nestjs/common';
import type { OnModuleDestroy } from '@nestjs/common';
import { heldPrice, textPrice } from '@storyreel/contracts';
import type { RecordedCalls, TextOperation } from '@storyreel/contracts';
import { AggregateStore } from '../../eventsourcing/commands/aggregate-store';
import type { CommandContext } from '../../eventsourcing/commands/command-context';
import { CommandDispatcher } from '../../eventsourcing/commands/command-dispatcher';
import { AppendTooLarge, EventStore, StoreUnavailable } from '../../eventsourcing/event-store/event-store';
import { Refusals } from '../../eventsourcing/refusals/refusals';
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
import { Clock, Pause } from '../../lib/time';
import { PaidWork } from '../../money/zaps';
import { ASK_TEXT, decideAnswer, decideAsk, decideTextFailed, endOfTry, textWorkAggregate } from './domain/text-work';
import type { TextAnswer, TextRequest, TextRerun } from './domain/text-work';
import { answerOf, findWritten } from './find-text';

const WAITS: Delays = { firstDelayMs: 200, maxDelayMs: 3_000 };

/** Repeats work that failed because a store was unavailable, until it succeeds or its time is over. */
class Afterwards {
  private readonly pauses = new Set<Pause>();
  private readonly running = new Set<Promise<void>>();
  private stopped = false;

  constructor(private readonly onGivenUp: (error: Error) => void) {}

  /** @param withinMs time after which the work is given up, with its last error in the log */
  begin(withinMs: number, attempt: () => Promise<void>): void {
    const run = this.run(performance.now() + withinMs, attempt).finally(() => this.running.delete(run));
    this.running.add(run);
  }

  /** Gives up unfinished work; resolves when no work is running. */
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
  /** Id of the user who requests the text, if other than the payer. */
  askedBy?: string;
  operation: TextOperation;
  /** Description shown in the list of transactions. */
  description: string;
  projectId: string | null;
  sceneId: string | null;
  /**
   * The client's input, by which a repeat is told from another request with the same key. Contains no data of the
   * project, because the first answer may have changed the project.
   */
  input: unknown;
  /** Id of the request; a repeat has the same id. */
  commandId: string;
  /**
   * True if the caller holds a job's lease: an unfinished earlier attempt has then crashed, so it need not be waited
   * for.
   */
  isLeased?: boolean;
  /** Set for a rerun. */
  trial?: TextRerun;
}

export interface TextCallContext {
  /** Id of the hold that pays for the text; it is also the provider's idempotency key. */
  holdId: string;
  /** Time after which results are discarded, ISO 8601. */
  until: string;
  /** The text provider; its calls are recorded. */
  text: TextProvider;
}

/** Calls the provider and writes the result. */
export type TextCall<Answer> = (call: TextCallContext) => Promise<{ answer: Answer; usage: TextUsage }>;

/** Time limit of a text's hold: slightly longer than the time after which its attempt counts as lost. */
const DEADLINE_MS = 6 * 60 * 1000;
const CUT_OFF = new Error('It was cut off, and requested again.');
const CERTAIN = [
  CreateRefused,
  CreateOutcomeUnknown,
  ProviderAnswerInvalid,
  ProviderUnavailable,
  AppendTooLarge,
  DomainError,
  RequestGone,
];

/**
 * Handles payment for texts: one request at a time per piece of text; zaps are reserved before the provider is called,
 * and settled once on success.
 */
@Injectable()
export class PaidText implements OnModuleDestroy {
  private readonly logger = new Logger(PaidText.name);
  private readonly afterwards = new Afterwards((error) =>
    this.logger.error(error, 'A text could not be settled; its request counts as lost after some minutes.'),
  );

  constructor(
    private readonly store: AggregateStore,
    private readonly dispatcher: CommandDispatcher,
    private readonly paidWork: PaidWork,
    @Inject(PROVIDERS) private readonly providers: Providers,
    private readonly clock: Clock,
    private readonly events: EventStore,
    @Inject(RunRecordings) private readonly recordings: Recordings,
    private readonly refusals: Refusals,
  ) {}

  onModuleDestroy(): Promise<void> {
    return this.afterwards.stop();
  }

  /**
   * Returns the answer that the same request got earlier, or null. Called before any check, since the checked state may
   * have changed since, even by the answer itself.
   */
  async known<Answer extends TextAnswer>(job: TextJob): Promise<Answer | null> {
    const { projectId, userId, commandId: requestId } = job;
    const workId = textWorkId(job);
    const request = (await this.store.load(textWorkAggregate, workId)).requests[requestId];
    if (request?.requestHash !== hashOf(job)) return null;
    if (request.answer) return request.answer as Answer;
    if (request.status !== 'asked' || projectId === null) return null;
    if (!job.isLeased && this.clock.now().toISOString() <= endOfTry(request)) return null;
    const context = this.contextOf(job);
    // The attempt may have been cut off after it wrote its text and before it recorded the answer.
    const written = await findWritten(this.events, projectId, request.holdId, request.at);
    if (!written) {
      // Release the lost attempt's zaps before the next attempt reserves its own; a late text of the lost attempt is
      // not charged.
      if (job.isLeased) await this.failed(workId, request, userId, { error: CUT_OFF, calls: [] }, context);
      return null;
    }
    const answer = answerOf(written) as Answer;
    await this.answered(workId, request, { answer, usd: 0 }, userId, context);
    return answer;
  }

  /** The events belong to the payer, whoever requests the text. */
  private contextOf({ userId, askedBy = userId, commandId }: TextJob): CommandContext {
    return { ...this.dispatcher.context({ id: askedBy }, commandId), ownerId: userId };
  }

  /**
   * Requests a text; a repeat of an answered request gets the same answer.
   * @throws DomainError already_in_progress, idempotency_key_reused, insufficient_zaps, provider_failed, or the
   * refusals of `work`
   */
  async run<Answer extends TextAnswer>(job: TextJob, work: TextCall<Answer>): Promise<Answer> {
    const { userId, commandId: requestId } = job;
    const context = this.contextOf(job);
    const workId = textWorkId(job);
    let at = '';
    const data = { requestId, requestHash: hashOf(job), trial: job.trial };
    const asked = await this.refusals
      .watch({ command: ASK_TEXT, data, context }, () =>
        this.store.execute(textWorkAggregate, workId, context, (state, env) => {
          at = env.now;
          return decideAsk(data, state, env);
        }),
      )
      .catch((error: unknown) => {
        if (error instanceof StoreUnavailable) this.giveUpAfterwards(job, workId, at, error, context);
        throw error;
      });
    const request = asked.state.requests[requestId];
    if (!request) throw new Error(`The request ${requestId} is missing after it was made`);
    // A stream holds requests of one operation only, so the stored answer has this type.
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
      // After any other error the text may exist; the log shows whether it does, once the log can be read.
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
   * Ends this node's attempt after an unexpected error, such as an unavailable store: as answered if the text exists,
   * else as failed. Without this, the attempt would count as running for minutes, and a repeat would be refused as
   * already in progress.
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

  /** Fails an attempt that may have been stored but has done no work. */
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
      { userId, holdId: request.holdId, price: heldPrice(textPrice(1), userId), purpose, deadline, bulk: false },
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
    // Only an answered attempt is charged; if this attempt was given up, its successor is charged instead.
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
    // If the key was reused, the hold belongs to the other request.
    const hold = await this.paidWork.findHold(userId, holdId);
    if (hold?.requestHash !== hash) return;
    const released = await this.paidWork.release({ userId, holdId, reason: error.message }, context);
    await this.dispatcher.waitUntilShown(released);
  }
}

const hashOf = ({ operation, projectId, sceneId, input }: TextJob): string =>
  requestHash(operation, projectId, sceneId, input);

/** Work that another user pays for is no cost of the project. */
const forOthers = (payerId: string, trial: TextRerun | undefined): { forOthers?: true } =>
  trial && trial.sceneOwnerId !== payerId ? { forOthers: true } : {};

/** Returns the id of the stream for one piece of text, which must not be requested twice at the same time. */
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
