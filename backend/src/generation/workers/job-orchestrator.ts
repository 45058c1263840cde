import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { PROMPT_RULES } from '@storyreel/contracts';
import { troubleOf } from '@storyreel/ffmpeg';
import type { Trouble } from '@storyreel/ffmpeg';
import { Pool } from 'pg';
import { NodeDied, noteFailedCall } from '../../eventsourcing/reactors/job-table';
import type { Job, JobHandler, JobRequest } from '../../eventsourcing/reactors/reactor';
import { keyOfMediaUrl, MediaStore } from '../../infra/storage';
import type { GenerationProvider, Prediction } from '../../integrations/ports/generation-provider';
import { RunRecordings } from '../../integrations/recording/run-recordings';
import type { Recorder, Recordings } from '../../integrations/recording/run-recordings';
import { messageWithCause } from '../../lib/root-cause';
import { PaidWork } from '../../money/zaps';
import type { GenerationJob, JobData, JobKind } from '../../projects/storyboard';
import { decideAccept, decideComplete, decideFail, decideStart } from '../domain/job-steps';
import { GenerationJobRepository } from './generation-job.repository';
import { GenerationFailed, NoLongerWanted, runGeneration } from './run-generation';
import type { Generation } from './run-generation';

/**
 * Maximum attempts, at growing intervals, for each kind of trouble. Disk space is usually freed within minutes, but a
 * process that is killed repeatedly will not recover.
 */
const TROUBLE_ATTEMPTS: Record<Trouble, number> = { space: 12, killed: 5 };

/** Messages for users. They suggest what to do, and do not mention programs and folders. */
const WORDS: Record<Trouble, string> = {
  space:
    'The server has no space left to make this. Nothing was charged. Please tell the operator, and try again later.',
  killed:
    'The server had to end this before it was done, most likely for lack of memory. Nothing was charged. Please try again later.',
};

/**
 * Decides whether an attempt that failed for lack of server resources is retried, or fails with a reason. Returns null
 * for any other failure.
 */
function afterTrouble(error: unknown, attempt: number): 'again' | { failed: string } | null {
  const trouble = troubleOf(error);
  if (trouble === null) return null;
  return attempt < TROUBLE_ATTEMPTS[trouble] ? 'again' : { failed: WORDS[trouble] };
}

/** Records failed calls of running jobs for operators. If recording fails, the error is only logged. */
@Injectable()
export class FailedCalls {
  private readonly logger = new Logger(FailedCalls.name);

  constructor(private readonly pool: Pool) {}

  async note(job: Job, error: Error, delayMs: number): Promise<void> {
    await noteFailedCall(this.pool, job, { delayMs, error: messageWithCause(error) }).catch((untold: unknown) =>
      this.logger.warn(untold, `A failed call of ${job.dedupKey} could not be noted`),
    );
  }
}

interface Attempt {
  signal: AbortSignal;
  recorder: Recorder;
}

/** Takes a project's paid job from its queue to its outcome. */
@Injectable()
export class JobOrchestrator {
  private readonly logger = new Logger(JobOrchestrator.name);

  constructor(
    readonly jobs: GenerationJobRepository,
    private readonly paidWork: PaidWork,
    @Inject(RunRecordings) private readonly recordings: Recordings,
    @Inject(MediaStore) private readonly stored: Pick<MediaStore, 'hashesOf'>,
    @Inject(FailedCalls) private readonly failedCalls?: Pick<FailedCalls, 'note'>,
  ) {}

  async run<Asked, Made, Request>(
    does: GenerationWorker<Asked, Made, Request>,
    job: Job,
    { signal, recorder }: Attempt,
  ): Promise<void> {
    const { ownerId } = job;
    const asked = await this.jobs.wanted(job, does.kind);
    if (!asked) return;
    const provider = recorder.provider(does.providerFor(asked.queued), does.template);
    const prediction = await runGeneration(this.generation(does, job, { signal, recorder, provider }), signal);
    const wanted = await this.jobs.wanted(job, does.kind);
    if (!wanted) return;
    const kept = await does.keep({ job: wanted, prediction, provider, ownerId, signal });
    const outcome = await this.withHashes({ ...kept, usd: prediction.usd ?? wanted.usd });
    const calls = await recorder.ended();
    await this.jobs.write(job, { worker: does.worker, step: 'complete' }, (state, jobId) =>
      decideComplete(does.kind, state, jobId, outcome, calls),
    );
  }

  /** Adds the hashes of all stored files in a result, so that the event states which files were delivered. */
  async withHashes<Made extends object>(made: Made): Promise<Made & Pick<JobData<'Completed'>, 'delivered'>> {
    const delivered = await this.stored.hashesOf(mediaUrlsIn(made));
    return Object.keys(delivered).length > 0 ? { ...made, delivered } : made;
  }

  /**
   * Runs an attempt at a job. The job fails if the work fails permanently, or too often for lack of server resources. A
   * job that is no longer wanted stays unchanged.
   * @returns the following jobs
   */
  async attempt(
    worker: string,
    job: Job,
    signal: AbortSignal,
    work: (recorder: Recorder) => Promise<JobRequest[]>,
  ): Promise<JobRequest[]> {
    const recorder = this.recorder(job);
    try {
      return await work(recorder);
    } catch (error) {
      if (error instanceof NoLongerWanted) return [];
      const trouble = signal.aborted ? null : afterTrouble(error, job.attempt);
      if (typeof trouble === 'object' && trouble !== null) {
        this.logger.error(error, `The job ${job.dedupKey} has failed: the server lacks what it needs`);
        await this.fail(worker, job, trouble.failed, recorder);
        return [];
      }
      if (trouble === 'again' || !(error instanceof GenerationFailed)) {
        // An aborted job is handed back and retried with the same attempt number, so its recording must stay open for
        // that retry.
        if (!signal.aborted) await recorder.interrupted();
        throw error;
      }
      if (error.cause !== undefined) this.logger.warn(error.cause, `The job ${job.dedupKey} has failed`);
      await this.fail(worker, job, error.message, recorder);
      return [];
    }
  }

  /** @param message the reason, in words for users */
  async fail(worker: string, job: Job, message: string, recorder = this.recorder(job)): Promise<void> {
    const calls = await recorder.ended();
    await this.jobs.write(job, { worker, step: 'fail' }, (state, jobId) => decideFail(state, jobId, message, calls));
  }

  protected pause(ms: number, signal: AbortSignal): Promise<void> {
    return delay(ms, undefined, { signal });
  }

  private recorder(job: Job): Recorder {
    return this.recordings.begin({ runId: this.jobs.idOf(job), ownerId: job.ownerId, attempt: job.attempt });
  }

  private generation<Asked, Made, Request>(
    does: GenerationWorker<Asked, Made, Request>,
    job: Job,
    { signal, recorder, provider }: Attempt & { provider: GenerationProvider<Request> },
  ): Generation<Request, GenerationJob<Asked>> {
    const { worker } = does;
    return {
      provider,
      callFailed: async (error, delayMs) => this.failedCalls?.note(job, error, delayMs),
      pause: (ms) => this.pause(ms, signal),
      current: () => this.jobs.wanted(job, does.kind),
      request: async (wanted) => {
        // The provider is called only while the zaps are held.
        const hold = await this.paidWork.findHold(job.ownerId, wanted.holdId);
        if (hold?.status !== 'open')
          throw new GenerationFailed('The zaps for this generation had already been released.');
        return does.request(wanted, job.ownerId, signal);
      },
      start: () =>
        this.jobs.write(job, { worker, step: 'start' }, (state, jobId) => decideStart(state, jobId, provider.name)),
      accept: async (predictionId) => {
        const calls = await recorder.accepted();
        await this.jobs.write(job, { worker, step: 'accept' }, (state, jobId) =>
          decideAccept(does.kind, state, jobId, predictionId, calls),
        );
      },
    };
  }
}

/** Returns the addresses of stored files anywhere in a value. */
function mediaUrlsIn(value: unknown): string[] {
  if (typeof value === 'string') return keyOfMediaUrl(value) === null ? [] : [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(mediaUrlsIn) : [];
}

/**
 * Maximum attempts. Each kill of a worker uses up one attempt, so the limit is far higher than an unreliable provider
 * requires.
 */
export const GENERATION_ATTEMPTS = 40;

/** Returns the message for users when a job is given up. */
export function reasonFor(
  error: Error,
  otherwise: string,
  whenNodesDied = 'Please try again later, and tell the operator of this server if it happens again.',
): string {
  if (!(error instanceof NodeDied)) return otherwise;
  return `The server broke down ${error.deaths} times while it worked on this. ${whenNodesDied}`;
}

export interface Outcome<Asked> {
  job: GenerationJob<Asked>;
  prediction: Prediction;
  /** Source of the results' bytes. */
  provider: Pick<GenerationProvider<unknown>, 'name' | 'fetchOutput'>;
  ownerId: string;
  signal: AbortSignal;
}

/** Base of each kind's worker, which makes the result that a queued job requests. */
export abstract class GenerationWorker<Asked, Made, Request> implements JobHandler {
  abstract readonly queue: string;
  readonly maxAttempts = GENERATION_ATTEMPTS;
  readonly fair = true;
  readonly endangersNode = true;

  abstract readonly kind: JobKind<Asked, Made>;
  /** Name and version of the rules by which prompts are built. */
  readonly template: string = PROMPT_RULES;
  /** Message for users when all attempts are used up. */
  protected abstract readonly gaveUp: string;

  constructor(
    protected readonly manager: JobOrchestrator,
    protected readonly media: Pick<MediaStore, 'save'>,
    readonly provider: GenerationProvider<Request>,
    readonly concurrency: number,
  ) {}

  /** Worker name in the events' metadata. */
  get worker(): string {
    return `run-${this.kind.name}-job`;
  }

  /** Returns the provider that makes the job's result, whichever model the job names. */
  providerFor(_asked: Asked): GenerationProvider<Request> {
    return this.provider;
  }

  abstract request(job: GenerationJob<Asked>, ownerId: string, signal: AbortSignal): Promise<Request>;
  /** Copies the results into the product's own storage. @throws GenerationFailed */
  abstract keep(outcome: Outcome<Asked>): Promise<Made>;

  run(job: Job, signal: AbortSignal): Promise<JobRequest[]> {
    return this.manager.attempt(this.worker, job, signal, async (recorder) => {
      await this.manager.run(this, job, { signal, recorder });
      return [];
    });
  }

  exhausted(job: Job, error: Error): Promise<void> {
    return this.manager.fail(this.worker, job, reasonFor(error, this.gaveUp));
  }
}
