import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Job, JobRequest } from '../../platform/processes/process';
import type { GenerationProvider } from '../../providers/generation-provider';
import { type Recorder, type Recordings, RunRecordings } from '../../providers/recording/run-recordings';
import type { GenerationJob } from '../../storyboard';
import { PaidWork } from '../../zaps';
import { decideAccept, decideComplete, decideFail, decideStart } from '../domain/job-steps';
import { GenerationJobRepository } from './generation-job.repository';
import type { GenerationWorker } from './generation-worker';
import { afterTrouble } from './server-trouble';
import { type Generation, GenerationFailed, NoLongerWanted, runGeneration } from './run-generation';

interface Attempt {
  signal: AbortSignal;
  recorder: Recorder;
}

/** Takes a paid job of a project from its queue to its outcome. */
@Injectable()
export class JobOrchestrator {
  private readonly logger = new Logger(JobOrchestrator.name);

  constructor(
    @Inject(GenerationJobRepository) readonly jobs: GenerationJobRepository,
    @Inject(PaidWork) private readonly paidWork: PaidWork,
    @Inject(RunRecordings) private readonly recordings: Recordings,
  ) {}

  async run<Asked, Made, Request>(
    does: GenerationWorker<Asked, Made, Request>,
    job: Job,
    { signal, recorder }: Attempt,
  ): Promise<void> {
    const { ownerId } = job;
    const provider = recorder.provider(does.provider, does.template);
    const prediction = await runGeneration(this.generation(does, job, { signal, recorder, provider }), signal);
    const wanted = await this.jobs.wanted(job, does.kind);
    if (!wanted) return;
    const kept = await does.keep({ job: wanted, prediction, provider, ownerId, signal });
    const outcome = { ...kept, usd: prediction.usd ?? wanted.usd };
    const calls = await recorder.ended();
    await this.jobs.write(job, { worker: does.worker, step: 'complete' }, (state, jobId) =>
      decideComplete(does.kind, state, jobId, outcome, calls),
    );
  }

  /**
   * Work for a job, which ends when the work fails for good, or has often enough for want of what the server should have.
   * There is nothing to do for one that nobody wants any more.
   * @returns the jobs that follow it
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
        // One that is handed back is tried again under the same number, and has the same place for its recording.
        if (!signal.aborted) await recorder.interrupted();
        throw error;
      }
      if (error.cause !== undefined) this.logger.warn(error.cause, `The job ${job.dedupKey} has failed`);
      await this.fail(worker, job, error.message, recorder);
      return [];
    }
  }

  /** @param message for people */
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
      pause: (ms) => this.pause(ms, signal),
      current: () => this.jobs.wanted(job, does.kind),
      request: async (wanted) => {
        // A provider is only called for zaps that are still held.
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
