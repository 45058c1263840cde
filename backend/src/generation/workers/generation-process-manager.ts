import { Inject, Injectable } from '@nestjs/common';
import type { Job, JobRequest } from '../../platform/processes/process';
import type { GenerationJob } from '../../storyboard';
import { PaidWork } from '../../zaps';
import { decideAccept, decideComplete, decideFail, decideStart } from '../domain/job-steps';
import { GenerationJobRepository } from './generation-job.repository';
import type { GenerationWorker } from './generation-worker';
import { type Generation, GenerationFailed, NoLongerWanted, runGeneration } from './run-generation';

/** Takes a paid job of a project from its queue to its outcome. */
@Injectable()
export class GenerationProcessManager {
  constructor(
    @Inject(GenerationJobRepository) readonly jobs: GenerationJobRepository,
    @Inject(PaidWork) private readonly paidWork: PaidWork,
  ) {}

  async run<Asked, Made, Request>(
    does: GenerationWorker<Asked, Made, Request>,
    job: Job,
    signal: AbortSignal,
  ): Promise<void> {
    const { ownerId } = job;
    const prediction = await runGeneration(this.generation(does, job, signal), signal);
    const wanted = await this.jobs.wanted(job, does.kind);
    if (!wanted) return;
    const kept = await does.keep({ job: wanted, prediction, ownerId, signal });
    const outcome = { ...kept, usd: prediction.usd ?? wanted.usd };
    await this.jobs.write(job, { worker: does.worker, step: 'complete' }, (state, jobId) =>
      decideComplete(does.kind, state, jobId, outcome),
    );
  }

  /**
   * Work for a job, which ends when the work fails for good. There is nothing to do for one that nobody wants any more.
   * @returns the jobs that follow it
   */
  async attempt(worker: string, job: Job, work: () => Promise<JobRequest[]>): Promise<JobRequest[]> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof NoLongerWanted) return [];
      if (!(error instanceof GenerationFailed)) throw error;
      await this.fail(worker, job, error.message);
      return [];
    }
  }

  /** @param message for people */
  fail(worker: string, job: Job, message: string): Promise<void> {
    return this.jobs.write(job, { worker, step: 'fail' }, (state, jobId) => decideFail(state, jobId, message));
  }

  private generation<Asked, Made, Request>(
    does: GenerationWorker<Asked, Made, Request>,
    job: Job,
    signal: AbortSignal,
  ): Generation<Request, GenerationJob<Asked>> {
    const { provider, worker } = does;
    return {
      provider,
      current: () => this.jobs.wanted(job, does.kind),
      request: async (wanted) => {
        // A provider is only called for zaps that are still held.
        const hold = await this.paidWork.findHold(job.ownerId, wanted.holdId);
        if (hold?.status !== 'open') throw new GenerationFailed('The zaps for it were given back.');
        return does.request(wanted, job.ownerId, signal);
      },
      start: () =>
        this.jobs.write(job, { worker, step: 'start' }, (state, jobId) => decideStart(state, jobId, provider.name)),
      accept: (predictionId) =>
        this.jobs.write(job, { worker, step: 'accept' }, (state, jobId) =>
          decideAccept(does.kind, state, jobId, predictionId),
        ),
    };
  }
}
