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

/** The job has failed for good. Its message is for people; its cause, if it has one, for the log. */
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
  /** Between two questions; ended by the signal. */
  pause(ms: number): Promise<void>;
}

const POLL_FIRST_MS = 100;
const POLL_MAX_MS = 2_000;
const CREATE_TRIES = 5;
const MEDIA = { maker: 'The provider', otherwise: 'Another prompt or other settings may help.' };
const UNKNOWN =
  "We couldn't confirm that the provider accepted the request, so it wasn't sent again. You weren't charged.";

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

/** The provider was asked before a crash: what came of it, if that is known. */
async function recalled(provider: GenerationProvider<unknown>, idempotencyKey: string): Promise<string> {
  const known = await provider.recall?.(idempotencyKey);
  if (!known) throw new GenerationFailed(UNKNOWN);
  return known.predictionId;
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
        throw new GenerationFailed(UNKNOWN, { cause: error });
      if (error instanceof ProviderAnswerInvalid) throw new GenerationFailed(error.message, { cause: error });
      if (!(error instanceof CreateRefused)) throw error;
      // It cannot be tried again later instead: a job that has started is not created twice.
      if (!error.retryableSoon || attempt === CREATE_TRIES) throw refused(error);
      await waitWanted(run, (error.retryAfterSeconds ?? 2 ** attempt) * 1_000);
    }
  }
}

/** Words of our own say what can be done. Those of a provider, which come with a status, are for whoever runs the server. */
function refused(error: CreateRefused): GenerationFailed {
  const words = error.status === undefined ? error.message : refusalWords(error, MEDIA);
  return new GenerationFailed(words, { cause: error });
}

/** Finds out on the way that nobody wants the job any more. */
async function waitWanted<Request>(run: Generation<Request>, ms: number): Promise<void> {
  let left = ms;
  do {
    await run.pause(Math.min(left, POLL_MAX_MS));
    await wanted(run);
    left -= POLL_MAX_MS;
  } while (left > 0);
}

async function look<Request>(run: Generation<Request>, predictionId: string, signal: AbortSignal): Promise<Prediction> {
  try {
    return await run.provider.get(predictionId, { signal });
  } catch (error) {
    if (error instanceof PredictionNotFound)
      throw new GenerationFailed('The provider no longer has this request.', { cause: error });
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
    if (error instanceof OutputGone)
      throw new GenerationFailed('The provider no longer has the result.', { cause: error });
    if (error instanceof OutputTooLarge || error instanceof TooLarge)
      throw new GenerationFailed('The result is too large.', { cause: error });
    throw error;
  }
}

const LOOK_MS = 1_000;

/**
 * Work for a generation job, ended as soon as nobody wants the job's outcome any more.
 * @param isWanted asked now and again while the work runs; what it throws ends the work too
 * @throws NoLongerWanted, or what the work throws
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
      // Cut short by the end of the work, which says how it went.
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
