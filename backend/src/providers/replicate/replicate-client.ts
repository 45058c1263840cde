import Replicate, { type Prediction as ReplicatePrediction } from 'replicate';
import type { Prediction, PredictionStatus } from '../generation-provider';
import { CreateOutcomeUnknown, CreateRefused, PredictionNotFound, ProviderUnavailable } from '../provider-errors';

export interface ReplicateSettings {
  apiToken: string;
  /** Default: Replicate's own address. */
  baseUrl?: string;
  /** Of one call; default 60 s. */
  timeoutMs?: number;
}

const REFUSALS: Record<number, 'invalid-input' | 'unauthorized' | 'no-credit' | 'not-found' | 'throttled'> = {
  400: 'invalid-input',
  401: 'unauthorized',
  402: 'no-credit',
  403: 'unauthorized',
  404: 'not-found',
  413: 'invalid-input',
  422: 'invalid-input',
  429: 'throttled',
};

/** Stands for an answer that never came; no server sends it. */
const NO_ANSWER = 599;
const NEVER_ARRIVED = 'x-never-arrived';

/** Nothing listened: the request cannot have arrived. */
const neverArrived = (error: unknown): boolean =>
  ['ECONNREFUSED', 'ENOTFOUND'].includes(((error as Error).cause as { code?: string } | undefined)?.code ?? '');

export function createReplicateClient({ apiToken, baseUrl, timeoutMs = 60_000 }: ReplicateSettings): Replicate {
  return new Replicate({
    auth: apiToken,
    ...(baseUrl ? { baseUrl } : {}),
    useFileOutput: false,
    async fetch(input, init) {
      const limit = AbortSignal.timeout(timeoutMs);
      try {
        return await fetch(input, { ...init, signal: init?.signal ? AbortSignal.any([limit, init.signal]) : limit });
      } catch (error) {
        // The client repeats whatever throws. A create whose answer was lost must not be repeated: it may be paid for.
        if (init?.method !== 'POST') throw error;
        return new Response(null, { status: NO_ANSWER, headers: neverArrived(error) ? { [NEVER_ARRIVED]: '1' } : {} });
      }
    },
  });
}

const responseOf = (error: unknown): Response | null => {
  const { response } = error as { response?: unknown };
  return response instanceof Response ? response : null;
};

/** Refused when Replicate said no; unknown when it may have taken the work and only its answer was lost. */
export function toCreateError(error: unknown): CreateRefused | CreateOutcomeUnknown {
  const response = responseOf(error);
  if (response?.headers.has(NEVER_ARRIVED)) {
    return new CreateRefused('Replicate cannot be reached.', { reason: 'unreachable', cause: error });
  }
  if (response === null || response.status === NO_ANSWER) {
    return new CreateOutcomeUnknown('The connection to Replicate was lost while a prediction was created.', error);
  }
  const reason = REFUSALS[response.status];
  if (!reason) return new CreateOutcomeUnknown(`Replicate answered ${response.status} to a new prediction.`, error);
  const retryAfter = Number(response.headers.get('retry-after'));
  return new CreateRefused(`Replicate refused the prediction (${response.status}).`, {
    reason,
    status: response.status,
    retryAfterSeconds: Number.isFinite(retryAfter) && retryAfter > 0 ? retryAfter : undefined,
    cause: error,
  });
}

export function toReadError(error: unknown, predictionId: string): PredictionNotFound | ProviderUnavailable {
  if (responseOf(error)?.status === 404) return new PredictionNotFound(predictionId);
  return new ProviderUnavailable('Replicate does not answer right now.', error);
}

const STATUS: Record<string, PredictionStatus> = {
  starting: 'starting',
  processing: 'processing',
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'canceled',
  aborted: 'canceled',
};

export function toPrediction(prediction: ReplicatePrediction, mimeType: string): Prediction {
  const output: unknown = prediction.output;
  const urls = (Array.isArray(output) ? output : [output]).filter((url): url is string => typeof url === 'string');
  const status = STATUS[prediction.status] ?? 'processing';
  return {
    id: prediction.id,
    status,
    outputs: status === 'succeeded' ? urls.map((url) => ({ url, mimeType })) : [],
    ...(status === 'failed' || status === 'canceled' ? { error: errorText(prediction.error) } : {}),
  };
}

const errorText = (error: unknown): string =>
  typeof error === 'string' && error.trim() !== '' ? error.slice(0, 500) : 'The provider gave no reason.';
