import { setTimeout as delay } from 'node:timers/promises';
import { CreateRefused, ProviderError } from './provider-errors';
import type { RefusalReason } from './provider-errors';

/** Network errors that occur before a request has left: the provider cannot have received it. */
const BEFORE_SENDING = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/**
 * Searches the causes, since fetch wraps the original error. Checks by shape, because an error may come from another
 * realm.
 */
export function neverSent(error: unknown): boolean {
  let current: unknown = error;
  for (let depth = 0; depth < 6 && typeof current === 'object' && current !== null; depth++) {
    if ('code' in current && typeof current.code === 'string' && BEFORE_SENDING.has(current.code)) return true;
    if ('errors' in current && Array.isArray(current.errors) && current.errors.length > 0)
      return current.errors.every(neverSent);
    current = 'cause' in current ? current.cause : null;
  }
  return false;
}

export function refusalReason(status: number): RefusalReason {
  if (status === 401 || status === 403) return 'unauthorized';
  if (status === 402) return 'no-credit';
  if (status === 404) return 'not-found';
  if (status === 429) return 'throttled';
  return 'invalid-input';
}

/** Returns the seconds in a Retry-After header, which holds seconds or a date; undefined without a header. */
export function retryAfterSeconds(header: string | null | undefined, now: number): number | undefined {
  if (header === null || header === undefined || header.trim() === '') return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now) / 1000);
}

/**
 * Returns the wait requested by a provider, in seconds; undefined without one. The header `retry-after-ms` takes
 * precedence.
 */
export function requestedDelay(headers: Headers, now: number): number | undefined {
  const ms = Number(headers.get('retry-after-ms') ?? NaN);
  return Number.isFinite(ms) ? Math.max(0, ms / 1000) : retryAfterSeconds(headers.get('retry-after'), now);
}

/** Returns a signal that aborts on the timeout or with the caller's signal. */
export const endingWith = (time: AbortSignal, signal: AbortSignal | undefined): AbortSignal =>
  signal === undefined ? time : AbortSignal.any([signal, time]);

export interface RetryPolicy {
  /** Total attempts, including the first. */
  attempts: number;
  /** Milliseconds before the second attempt; doubles each time. */
  baseDelayMs: number;
  /** Maximum wait; if the provider requests a longer one, the error is thrown instead. */
  maxDelayMs: number;
  /** Resolves after this many milliseconds, or rejects with the signal's reason. */
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  now: () => number;
}

export const DEFAULT_RETRY: RetryPolicy = {
  attempts: 4,
  baseDelayMs: 500,
  maxDelayMs: 20_000,
  sleep: (ms, signal) =>
    delay(ms, undefined, { signal }).catch(() => {
      throw signal?.reason;
    }),
  now: Date.now,
};

/** Returns the delay after the given attempt; null when a retry is pointless or would take too long. */
export function nextDelay(policy: RetryPolicy, attempt: number, wished: number | undefined): number | null {
  if (attempt >= policy.attempts) return null;
  const ms = wished === undefined ? policy.baseDelayMs * 2 ** (attempt - 1) : wished * 1000;
  return ms > policy.maxDelayMs ? null : ms;
}

/** The provider answered with an error status. */
export class ErrorAnswer extends Error {
  constructor(
    readonly status: number,
    readonly text: string,
    /** Wait that the provider requests, in seconds. */
    readonly retryAfterSeconds: number | undefined,
  ) {
    super(`status ${status}`);
  }
}

/**
 * Returns a successful answer.
 * @throws ErrorAnswer; the fetch's own error when the answer is lost
 */
export async function successOf(fetched: Promise<Response>, now: number): Promise<Response> {
  const answer = await fetched;
  if (answer.ok) return answer;
  throw new ErrorAnswer(answer.status, await answer.text(), requestedDelay(answer.headers, now));
}

/**
 * Repeats work after temporary errors, as the policy allows.
 * @throws the last error; the signal's reason
 */
async function repeated<T>(
  policy: RetryPolicy,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
  mayPass: (error: unknown) => boolean,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const wished =
        error instanceof CreateRefused || error instanceof ErrorAnswer ? error.retryAfterSeconds : undefined;
      const delay = !signal?.aborted && mayPass(error) ? nextDelay(policy, attempt, wished) : null;
      if (delay === null) throw error;
      await policy.sleep(delay, signal);
    }
  }
}

/**
 * Sends a request that costs money. Repeats it only if the provider has certainly not accepted it: after a 429, or if
 * it was never sent.
 * @throws CreateRefused, and the request's own errors
 */
export function paidOnce<T>(policy: RetryPolicy, signal: AbortSignal | undefined, order: () => Promise<T>): Promise<T> {
  const aborted = (words: string) => new CreateRefused(words, { reason: 'aborted', cause: signal?.reason });
  const sleep: RetryPolicy['sleep'] = (ms) =>
    policy.sleep(ms, signal).catch(() => {
      throw aborted('Aborted while waiting to try again.');
    });
  const orderUnlessAborted = async () => {
    if (signal?.aborted) throw aborted('Aborted before the request was sent.');
    return order();
  };
  return repeated({ ...policy, sleep }, signal, orderUnlessAborted, (error) => {
    return error instanceof CreateRefused && (error.reason === 'throttled' || error.reason === 'unreachable');
  });
}

/** Repeats a request that costs nothing, also after a 5xx and a lost answer, but not after a definitive refusal. */
export const repeatedFree = <T>(
  policy: RetryPolicy,
  signal: AbortSignal | undefined,
  ask: () => Promise<T>,
): Promise<T> =>
  repeated(policy, signal, ask, (error) =>
    error instanceof ErrorAnswer ? error.status === 429 || error.status >= 500 : !(error instanceof ProviderError),
  );
