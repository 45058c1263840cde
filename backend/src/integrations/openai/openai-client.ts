import OpenAI, { APIConnectionTimeoutError, APIError, APIUserAbortError } from 'openai';
import { fetchAtMost } from '../../infra/outbound/fetch-outbound';
import { CreateOutcomeUnknown, CreateRefused, messageFrom, ProviderAnswerInvalid } from '../http/provider-errors';
import {
  DEFAULT_RETRY,
  endingWith,
  neverSent,
  paidOnce,
  refusalReason,
  type RetryPolicy,
  requestedDelay,
} from '../http/retry';

export interface OpenAiServer {
  apiKey: string;
  /** Defaults to OpenAI; any server with the same protocol works. */
  baseUrl?: string;
  retry?: Partial<RetryPolicy>;
}

/** Characters kept of an error message. */
const MAX_PROBLEM = 300;
export const OPENAI_URL = 'https://api.openai.com/v1';

/** Returns the name shown on screen. The address of a self-hosted server stays private. */
export const labelOf = (server: Pick<OpenAiServer, 'baseUrl'>): string => (isOpenAis(server) ? 'OpenAI' : 'Own server');

export const isOpenAis = ({ baseUrl = OPENAI_URL }: Pick<OpenAiServer, 'baseUrl'>): boolean =>
  new URL(baseUrl).host === new URL(OPENAI_URL).host;

interface Limits {
  /** Noun for messages, such as 'text model'. */
  maker: string;
  /** Milliseconds until a streamed answer begins, or until another is complete. */
  timeoutMs: number;
  maxAnswerBytes: number;
}

interface Call {
  idempotencyKey: string;
  signal?: AbortSignal;
}

/**
 * Client that never pays twice for a request: the library's retries are off, since it also retries after lost
 * connections and 5xx.
 */
export class OpenAiClient {
  readonly api: OpenAI;
  private readonly retry: RetryPolicy;
  private readonly maker: string;
  private readonly timeoutMs: number;

  constructor(server: OpenAiServer, { maker, timeoutMs, maxAnswerBytes }: Limits) {
    this.maker = maker;
    this.timeoutMs = timeoutMs;
    this.retry = { ...DEFAULT_RETRY, ...server.retry };
    this.api = new OpenAI({
      fetch: fetchAtMost(maxAnswerBytes),
      apiKey: server.apiKey,
      baseURL: server.baseUrl,
      maxRetries: 0,
      // The library would log answers it cannot parse, which may contain a creator's text. The errors thrown here are
      // informative enough.
      logLevel: 'off',
      timeout: timeoutMs,
      organization: null,
      project: null,
    });
  }

  /** @throws CreateRefused, CreateOutcomeUnknown */
  asked<T>({ signal, idempotencyKey }: Call, ask: (options: OpenAI.RequestOptions) => Promise<T>): Promise<T> {
    return paidOnce(this.retry, signal, async () => {
      try {
        return await ask({ signal, headers: { 'Idempotency-Key': idempotencyKey } });
      } catch (error) {
        throw this.outcome(error);
      }
    });
  }

  /**
   * Like `asked`, for an answer that is read completely. The library's timeout stops counting when the answer begins,
   * so an answer that trickles in would never end.
   */
  whole<T>(call: Call, ask: (options: OpenAI.RequestOptions) => Promise<T>): Promise<T> {
    return this.asked(call, async (options) => {
      const time = AbortSignal.timeout(this.timeoutMs);
      try {
        return await ask({ ...options, signal: endingWith(time, call.signal) });
      } catch (error) {
        // The library reports the timeout's signal as if the caller had cancelled.
        if (!time.aborted || call.signal?.aborted || apiError(error)?.status !== undefined) throw error;
        throw new CreateOutcomeUnknown(`The ${this.maker} did not answer in time.`, error);
      }
    });
  }

  /** Maps a library error to one that says whether the work was accepted. */
  outcome(error: unknown): Error {
    const { maker } = this;
    if (error instanceof ProviderAnswerInvalid || error instanceof CreateRefused) return error;
    if (error instanceof CreateOutcomeUnknown) return error;
    if (error instanceof APIUserAbortError)
      return new CreateOutcomeUnknown('The request was aborted while it ran.', error);
    if (error instanceof APIConnectionTimeoutError)
      return new CreateOutcomeUnknown(`The ${maker} did not answer in time.`, error);
    const answer = apiError(error);
    if (answer === null) return new CreateOutcomeUnknown(`Couldn't read the ${maker}'s answer.`, error);
    if (answer.status === undefined) {
      return neverSent(error)
        ? new CreateRefused(`The ${maker} could not be reached.`, { reason: 'unreachable', cause: error })
        : new CreateOutcomeUnknown(`The connection to the ${maker} was lost.`, error);
    }
    if (answer.status >= 500) return new CreateOutcomeUnknown(`The ${maker} answered ${answer.status}.`, error);
    const reason = answer.code === 'insufficient_quota' ? 'no-credit' : refusalReason(answer.status);
    return new CreateRefused(
      `The ${maker} refused the request (${answer.status}): ${messageFrom(answer.message, MAX_PROBLEM)}`,
      {
        reason,
        status: answer.status,
        retryAfterSeconds: wishIn(answer, this.retry.now()),
        cause: error,
      },
    );
  }
}

/** Narrowing by `instanceof` alone would leave the type parameters open. */
export const apiError = (error: unknown): APIError | null => (error instanceof APIError ? (error as APIError) : null);

function wishIn(error: APIError, now: number): number | undefined {
  const headers: unknown = error.headers;
  return headers instanceof Headers ? requestedDelay(headers, now) : undefined;
}
