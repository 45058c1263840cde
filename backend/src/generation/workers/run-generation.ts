import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { TooLarge } from '../../platform/storage';
import {
  isFinished,
  type GenerationProvider,
  type Prediction,
  type PredictionOutput,
} from '../../providers/generation-provider';
import {
  CreateOutcomeUnknown,
  CreateRefused,
  OutputGone,
  OutputTooLarge,
  PredictionNotFound,
} from '../../providers/provider-errors';
import type { GenerationJob } from '../../storyboard';

/** The job has failed for good. Its message is for people. */
export class GenerationFailed extends Error {}
/** Nobody wants the job's outcome any more: it has ended elsewhere, by a deletion for example. */
export class NoLongerWanted extends Error {}

export interface Generation<Request, Job extends GenerationJob = GenerationJob> {
  provider: GenerationProvider<Request>;
  /** The job as it is now; null when it has ended or is gone. */
  current(): Promise<Job | null>;
  request(job: Job): Promise<Request>;
  /** Records the intent to call the provider. */
  start(): Promise<void>;
  accept(predictionId: string): Promise<void>;
}

const POLL_FIRST_MS = 100;
const POLL_MAX_MS = 2_000;
const CREATE_TRIES = 5;
const UNKNOWN = 'Whether the provider took the work on is unknown, so it was not sent again. Nothing was charged.';

/**
 * Takes a job from wherever it stands to its finished prediction. Can be repeated after a crash at any point: with a
 * prediction id it resumes there; with an intent alone it asks again only a provider that recognises the repeat.
 * @throws GenerationFailed, NoLongerWanted; anything else: try the job again
 */
export async function runGeneration<Request, Job extends GenerationJob>(
  run: Generation<Request, Job>,
  signal: AbortSignal,
): Promise<Prediction> {
  const job = await wanted(run);
  const predictionId = job.predictionId ?? (await create(run, job, signal));
  for (let wait = POLL_FIRST_MS; ; wait = Math.min(wait * 2, POLL_MAX_MS)) {
    const prediction = await look(run, predictionId, signal);
    if (prediction.status === 'succeeded') return prediction;
    if (isFinished(prediction.status)) throw new GenerationFailed(prediction.error ?? 'The provider gave up.');
    await delay(wait, undefined, { signal });
    await wanted(run).catch(async (error: unknown) => {
      if (error instanceof NoLongerWanted) await run.provider.cancel(predictionId);
      throw error;
    });
  }
}

async function wanted<Job>(run: { current(): Promise<Job | null> }): Promise<Job> {
  const job = await run.current();
  if (!job) throw new NoLongerWanted();
  return job;
}

async function create<Request, Job extends GenerationJob>(
  run: Generation<Request, Job>,
  job: Job,
  signal: AbortSignal,
): Promise<string> {
  if (job.status === 'started' && !run.provider.createIsIdempotent) throw new GenerationFailed(UNKNOWN);
  const request = await run.request(job);
  if (job.status === 'queued') await run.start();
  const predictionId = await createOnce(run, request, job.jobId, signal);
  await run.accept(predictionId);
  return predictionId;
}

/** Asks again only after a refusal, which makes certain that nothing was taken on. */
async function createOnce<Request>(
  run: Generation<Request>,
  request: Request,
  idempotencyKey: string,
  signal: AbortSignal,
): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    try {
      return (await run.provider.create(request, { idempotencyKey, signal })).predictionId;
    } catch (error) {
      if (signal.aborted) throw error;
      if (error instanceof CreateOutcomeUnknown && !run.provider.createIsIdempotent)
        throw new GenerationFailed(UNKNOWN);
      if (!(error instanceof CreateRefused)) throw error;
      if (!error.retryable || attempt === CREATE_TRIES) throw new GenerationFailed(error.message);
      await delay((error.retryAfterSeconds ?? 2 ** attempt) * 1000, undefined, { signal });
      await wanted(run);
    }
  }
}

async function look<Request>(run: Generation<Request>, predictionId: string, signal: AbortSignal): Promise<Prediction> {
  try {
    return await run.provider.get(predictionId, { signal });
  } catch (error) {
    if (error instanceof PredictionNotFound) throw new GenerationFailed('The provider no longer knows the work.');
    throw error;
  }
}

/** An output that is gone or too large will not get better by trying again. */
export async function copyOutput<Saved>(
  provider: Pick<GenerationProvider<unknown>, 'fetchOutput'>,
  output: PredictionOutput,
  options: { signal: AbortSignal; maxBytes: number },
  save: (stream: Readable) => Promise<Saved>,
): Promise<Saved> {
  try {
    return await save(await provider.fetchOutput(output, options));
  } catch (error) {
    if (error instanceof OutputGone) throw new GenerationFailed('The provider no longer holds the result.');
    if (error instanceof OutputTooLarge || error instanceof TooLarge)
      throw new GenerationFailed('The result is too large.');
    throw error;
  }
}
