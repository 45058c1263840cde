import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { TooLarge } from '../../infra/storage';
import {
  CreateOutcomeUnknown,
  CreateRefused,
  OutputGone,
  OutputTooLarge,
  PredictionNotFound,
  ProviderAnswerInvalid,
  refusalWords,
} from '../../integrations/http/provider-errors';
import { isFinished } from '../../integrations/ports/generation-provider';
import type { GenerationProvider, Prediction, PredictionOutput } from '../../integrations/ports/generation-provider';
import type { GenerationJob } from '../../projects/storyboard';

/** The job has failed permanently. The message is for users; the cause, if any, is for the log. */
export class GenerationFailed extends Error {}
/** The job's outcome is no longer wanted, because the job has been ended elsewhere, for example by a deletion. */
export class NoLongerWanted extends Error {}

export interface Generation<Request, Job extends GenerationJob = GenerationJob> {
  provider: GenerationProvider<Request>;
  /** Returns the job's current state; null when the job has ended or no longer exists. */
  current(): Promise<Job | null>;
  request(job: Job): Promise<Request>;
  /** Records the intent to call the provider. */
  start(): Promise<void>;
  accept(predictionId: string): Promise<void>;
  /** Records a refused call that will be repeated after `delayMs`. */
  callFailed?(error: CreateRefused, delayMs: number): Promise<void>;
  /** Waits between polls; the signal ends the wait. */
  pause(ms: number): Promise<void>;
}

const POLL_FIRST_MS = 100;
const POLL_MAX_MS = 2_000;
const CREATE_TRIES = 5;
const MEDIA = { maker: 'The provider', otherwise: 'Another prompt or other settings may help.' };
const GONE = 'The provider no longer has this request.';
const UNKNOWN =
  "We couldn't confirm that the provider accepted the request, so it wasn't sent again. You weren't charged.";

/**
 * Brings a job from any state to its finished prediction. May be repeated after a crash at any point: with a prediction
 * id, it resumes polling; with only a recorded intent, it repeats the request only if the provider is idempotent.
 * @throws GenerationFailed, NoLongerWanted; after any other error, retry the job
 */
export async function runGeneration<Request, Job extends GenerationJob>(
  run: Generation<Request, Job>,
  signal: AbortSignal,
): Promise<Prediction> {
  const job = await wanted(run);
  const predictionId = job.predictionId ?? (await create(run, job, signal));
  let isForgotten = false;
  for (let wait = POLL_FIRST_MS; ; wait = Math.min(wait * 2, POLL_MAX_MS)) {
    const prediction = await look(run, predictionId, signal);
    if (prediction === null) {
      if (isForgotten) throw new GenerationFailed(GONE);
      isForgotten = true;
      await askAgain(run, job, predictionId, signal);
      continue;
    }
    if (prediction.status === 'succeeded') return prediction;
    if (isFinished(prediction.status))
      throw new GenerationFailed(prediction.error ?? "The provider couldn't complete the request.");
    await run.pause(wait);
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
  const predictionId =
    job.status === 'started' && !run.provider.createIsIdempotent
      ? await recalled(run.provider, job.jobId)
      : await createNow(run, job, signal);
  await run.accept(predictionId);
  return predictionId;
}

async function createNow<Request, Job extends GenerationJob>(
  run: Generation<Request, Job>,
  job: Job,
  signal: AbortSignal,
): Promise<string> {
  const request = await run.request(job);
  if (job.status === 'queued') await run.start();
  return createOnce(run, request, job.jobId, signal);
}

/** Looks up the outcome of a provider call that was made before a crash; if it is unknown, the job fails. */
async function recalled(provider: GenerationProvider<unknown>, idempotencyKey: string): Promise<string> {
  const known = await provider.recall?.(idempotencyKey);
  if (!known) throw new GenerationFailed(UNKNOWN);
  return known.predictionId;
}

/** Requests a prediction. Retries only after a refusal, which proves that the provider has accepted nothing. */
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
        throw new GenerationFailed(UNKNOWN, { cause: error });
      if (error instanceof ProviderAnswerInvalid) throw new GenerationFailed(error.message, { cause: error });
      if (!(error instanceof CreateRefused)) throw error;
      // The job runner cannot retry this, since a started job never sends its request a second time.
      if (!error.retryableSoon || attempt === CREATE_TRIES) throw refused(error);
      const delayMs = (error.retryAfterSeconds ?? 2 ** attempt) * 1_000;
      await run.callFailed?.(error, delayMs);
      await waitWanted(run, delayMs);
    }
  }
}

/** Our own messages suggest what to do. Messages of a provider come with a status and are meant for the operator. */
function refused(error: CreateRefused): GenerationFailed {
  const words = error.status === undefined ? error.message : refusalWords(error, MEDIA);
  return new GenerationFailed(words, { cause: error });
}

/** Waits in short intervals, and throws as soon as the job is no longer wanted. */
async function waitWanted<Request>(run: Generation<Request>, ms: number): Promise<void> {
  let left = ms;
  do {
    await run.pause(Math.min(left, POLL_MAX_MS));
    await wanted(run);
    left -= POLL_MAX_MS;
  } while (left > 0);
}

/**
 * Polls a prediction. Returns null when an idempotent provider no longer knows it, such as a self-hosted server after a
 * restart.
 */
async function look<Request>(
  run: Generation<Request>,
  predictionId: string,
  signal: AbortSignal,
): Promise<Prediction | null> {
  try {
    return await run.provider.get(predictionId, { signal });
  } catch (error) {
    if (!(error instanceof PredictionNotFound)) throw error;
    if (run.provider.createIsIdempotent) return null;
    throw new GenerationFailed(GONE, { cause: error });
  }
}

/** Sends the same request again, which yields the same prediction. */
async function askAgain<Request, Job extends GenerationJob>(
  run: Generation<Request, Job>,
  job: Job,
  predictionId: string,
  signal: AbortSignal,
): Promise<void> {
  const again = await createOnce(run, await run.request(job), job.jobId, signal);
  if (again !== predictionId) throw new GenerationFailed(GONE);
}

/** Copies an output. Fails permanently if the output no longer exists or is too large, since a retry would not help. */
export async function copyOutput<Saved>(
  provider: Pick<GenerationProvider<unknown>, 'fetchOutput'>,
  output: PredictionOutput,
  options: { signal: AbortSignal; maxBytes: number },
  save: (stream: Readable) => Promise<Saved>,
): Promise<Saved> {
  try {
    return await save(await provider.fetchOutput(output, options));
  } catch (error) {
    if (error instanceof OutputGone)
      throw new GenerationFailed('The provider no longer has the result.', { cause: error });
    if (error instanceof OutputTooLarge || error instanceof TooLarge)
      throw new GenerationFailed('The result is too large.', { cause: error });
    throw error;
  }
}

const LOOK_MS = 1_000;

/**
 * Runs work for a generation job, and aborts it when the job's outcome is no longer wanted.
 * @param isWanted polled while the work runs; an error in it aborts the work, too
 * @throws NoLongerWanted, or the error of the work
 */
export async function whileWanted<T>(
  isWanted: () => Promise<boolean>,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
  lookMs = LOOK_MS,
): Promise<T> {
  const unwanted = new AbortController();
  const done = new AbortController();
  const watch = async (): Promise<void> => {
    while (!done.signal.aborted) {
      if (!(await isWanted())) throw new NoLongerWanted();
      // The delay is aborted when the work ends, which is not an error.
      await delay(lookMs, undefined, { signal: done.signal }).catch(() => undefined);
    }
  };
  const watching = watch().catch((error: unknown) => unwanted.abort(error));
  try {
    return await work(AbortSignal.any([signal, unwanted.signal]));
  } catch (error) {
    throw unwanted.signal.aborted ? unwanted.signal.reason : error;
  } finally {
    done.abort();
    await watching;
  }
}
