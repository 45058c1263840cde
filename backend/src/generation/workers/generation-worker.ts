import { PROMPT_RULES } from '@storyreel/contracts';
import { NodeDied } from '../../platform/processes/node-died';
import type { Job, JobHandler, JobRequest } from '../../platform/processes/process';
import type { MediaStore } from '../../platform/storage';
import type { GenerationJob, JobKind } from '../../storyboard';
import type { GenerationProvider, Prediction } from '../../providers/generation-provider';
import type { JobOrchestrator } from './generation-process-manager';

/** Being killed counts as an attempt, so this is far more than a flaky provider needs. */
export const GENERATION_ATTEMPTS = 40;

/** What a creator is told when a job is given up. */
export function reasonFor(
  error: Error,
  otherwise: string,
  whenNodesDied = 'Please try again later, and tell whoever runs this server if it happens again.',
): string {
  if (!(error instanceof NodeDied)) return otherwise;
  return `The server broke down ${error.deaths} times while it worked on this. ${whenNodesDied}`;
}

export interface Outcome<Asked> {
  job: GenerationJob<Asked>;
  prediction: Prediction;
  /** Holds the results. */
  provider: Pick<GenerationProvider<unknown>, 'fetchOutput'>;
  ownerId: string;
  signal: AbortSignal;
}

/** Makes what a queued job asks for; what is abstract each kind does in its own way. */
export abstract class GenerationWorker<Asked, Made, Request> implements JobHandler {
  abstract readonly queue: string;
  readonly maxAttempts = GENERATION_ATTEMPTS;
  readonly fair = true;
  readonly endangersNode = true;

  abstract readonly kind: JobKind<Asked, Made>;
  /** Name and version of the rules that prompts are put together by. */
  readonly template: string = PROMPT_RULES;
  /** For people, when all attempts are used up. */
  protected abstract readonly gaveUp: string;

  constructor(
    protected readonly manager: JobOrchestrator,
    protected readonly media: Pick<MediaStore, 'save'>,
    readonly provider: GenerationProvider<Request>,
    readonly concurrency: number,
  ) {}

  /** Names the worker in the events' metadata. */
  get worker(): string {
    return `run-${this.kind.name}-job`;
  }

  abstract request(job: GenerationJob<Asked>, ownerId: string, signal: AbortSignal): Promise<Request>;
  /** Copies the results into our own storage. @throws GenerationFailed */
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
