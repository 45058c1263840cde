import { Inject, Injectable } from '@nestjs/common';
import { AggregateStore } from '../../platform/commands/aggregate-store';
import type { Job } from '../../platform/processes/process';
import type { GenerationJob, ProjectEvent, ProjectState } from '../../projects';
import type { GenerationProvider, Prediction } from '../../providers/generation-provider';
import { PaidWork } from '../../zaps';
import { GenerationJobRepository } from './generation-job.repository';
import { type Generation, GenerationFailed, NoLongerWanted, runGeneration } from './run-generation';

/** Being killed counts as an attempt, so this is far more than a flaky provider needs. */
export const GENERATION_ATTEMPTS = 40;

export interface Outcome {
  job: GenerationJob;
  prediction: Prediction;
  ownerId: string;
  signal: AbortSignal;
}

/** What images and videos do each in their own way. Its decisions do nothing for a job that has ended. */
export interface GenerationKind<Request> {
  /** Names the worker in the events' metadata. */
  worker: string;
  provider: GenerationProvider<Request>;
  request(job: GenerationJob, ownerId: string, signal: AbortSignal): Promise<Request>;
  start(state: ProjectState, jobId: string, provider: string): ProjectEvent[];
  accept(state: ProjectState, jobId: string, predictionId: string): ProjectEvent[];
  /** Copies the results into our own storage; answers with the decision that records them. @throws GenerationFailed */
  keep(outcome: Outcome): Promise<(state: ProjectState) => ProjectEvent[]>;
  fail(state: ProjectState, jobId: string, message: string): ProjectEvent[];
}

/** Takes a paid job of a project from its queue to its outcome. */
@Injectable()
export class GenerationProcessManager {
  constructor(
    @Inject(AggregateStore) private readonly store: AggregateStore,
    @Inject(PaidWork) private readonly paidWork: PaidWork,
  ) {}

  async run<Request>(kind: GenerationKind<Request>, job: Job, signal: AbortSignal): Promise<void> {
    const { ownerId } = job;
    const document = new GenerationJobRepository(this.store, kind.worker, job);
    try {
      const prediction = await runGeneration(this.generation(kind, document, ownerId, signal), signal);
      const wanted = await document.current();
      if (!wanted) return;
      await document.write('complete', await kind.keep({ job: wanted, prediction, ownerId, signal }));
    } catch (error) {
      if (error instanceof NoLongerWanted) return;
      if (!(error instanceof GenerationFailed)) throw error;
      await this.fail(kind, job, error.message);
    }
  }

  async fail<Request>(kind: GenerationKind<Request>, job: Job, message: string): Promise<void> {
    const document = new GenerationJobRepository(this.store, kind.worker, job);
    await document.write('fail', (state) => kind.fail(state, document.jobId, message));
  }

  private generation<Request>(
    kind: GenerationKind<Request>,
    document: GenerationJobRepository,
    ownerId: string,
    signal: AbortSignal,
  ): Generation<Request> {
    const { provider } = kind;
    return {
      provider,
      current: () => document.current(),
      request: async (job) => {
        // A provider is only called for zaps that are still held.
        const hold = await this.paidWork.findHold(ownerId, job.holdId);
        if (hold?.status !== 'open') throw new GenerationFailed('The zaps for it were given back.');
        return kind.request(job, ownerId, signal);
      },
      start: async () => {
        await document.write('start', (state) => kind.start(state, document.jobId, provider.name));
      },
      accept: async (predictionId) => {
        await document.write('accept', (state) => kind.accept(state, document.jobId, predictionId));
      },
    };
  }
}
