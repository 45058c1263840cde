import Replicate from 'replicate';
import { z } from 'zod';
import { fetchAtMost } from '../../infra/outbound/fetch-outbound';
import { isError, toError } from '../../lib/errors';
import { cleanJson } from '../../lib/text';
import {
  CreateOutcomeUnknown,
  CreateRefused,
  messageFrom,
  PredictionNotFound,
  ProviderAnswerInvalid,
  ProviderUnavailable,
} from '../http/provider-errors';
import { DEFAULT_RETRY, endingWith, neverSent, nextDelay, refusalReason, requestedDelay } from '../http/retry';
import type { RetryPolicy } from '../http/retry';
import { ReplicateOutputs } from './replicate-outputs';
import type { OutputOptions } from './replicate-outputs';

/** Characters kept of an error message. */
const MAX_PROBLEM = 500;

const predictionSchema = z.object({
  id: z.string().min(1),
  status: z.enum(['starting', 'processing', 'succeeded', 'failed', 'canceled', 'aborted']),
  output: z.unknown().optional(),
  error: z.unknown().optional(),
  logs: z.string().nullish(),
  data_removed: z.boolean().nullish(),
});
export type ReplicatePrediction = z.infer<typeof predictionSchema>;

/** A page of the token owner's predictions, newest first. */
const pageSchema = z.object({
  next: z.string().nullish(),
  results: z.array(z.object({ id: z.string().min(1), model: z.string().nullish(), created_at: z.string() })),
});
type ReplicatePage = z.infer<typeof pageSchema>;

const fileSchema = z.object({ urls: z.object({ get: z.url() }) });
const problemSchema = z.object({ detail: z.string().optional(), title: z.string().optional() });

/** Extracts Replicate's error message, a few lines at most. */
function detailOf(text: string): string {
  try {
    const problem = problemSchema.safeParse(JSON.parse(text));
    const words = problem.success ? (problem.data.detail ?? problem.data.title) : undefined;
    return messageFrom(words ?? text, MAX_PROBLEM);
  } catch {
    return messageFrom(text, MAX_PROBLEM);
  }
}

export interface ReplicateOptions {
  apiToken: string;
  /** Defaults to https://api.replicate.com/v1. */
  baseUrl?: string;
  /** Milliseconds per request. */
  timeoutMs?: number;
  retry?: Partial<RetryPolicy>;
  outputs?: OutputOptions;
}

export const REPLICATE_URL = 'https://api.replicate.com/v1';
const DEFAULT_TIMEOUT_MS = 60_000;
/**
 * Far more than a page of a hundred predictions with their logs. The library buffers whatever it reads, without a
 * limit.
 */
const fetchBounded = fetchAtMost(16 * 1024 * 1024);

interface Failure {
  status: number;
  detail: string;
  retryAfterSeconds?: number;
}

type Fetch = (input: Request | string | URL, init?: RequestInit) => Promise<Response>;

/** One exchange with Replicate, with its failure if any. */
interface Exchange {
  client: Replicate;
  failure: () => Failure | null;
  error: () => unknown;
}

/**
 * Replicate's client without its retries: it repeats every request, even POST, up to six times after any network error,
 * so a create whose accepted answer was lost would be paid for again. Here each exchange gets a client whose first
 * fetch follows this class's retry rules, and whose further fetches only repeat the outcome.
 */
export class ReplicateTransport {
  readonly outputs: ReplicateOutputs;
  private readonly baseUrl: string;
  private readonly retry: RetryPolicy;
  private readonly timeoutMs: number;

  constructor(private readonly options: ReplicateOptions) {
    this.baseUrl = options.baseUrl ?? REPLICATE_URL;
    this.timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    this.retry = { ...DEFAULT_RETRY, ...options.retry };
    this.outputs = new ReplicateOutputs(this.baseUrl, this.retry, options.outputs);
  }

  /** @throws CreateRefused, CreateOutcomeUnknown */
  async create(model: `${string}/${string}`, input: object, signal?: AbortSignal): Promise<ReplicatePrediction> {
    if (signal?.aborted)
      throw new CreateRefused('Aborted before the request was sent.', { reason: 'aborted', cause: signal.reason });
    const exchange = this.exchange('once', signal);
    try {
      return cleanJson(predictionSchema.parse(await exchange.client.predictions.create({ model, input })));
    } catch (error) {
      throw this.createError(exchange, error);
    }
  }

  /** @throws PredictionNotFound, ProviderUnavailable, ProviderAnswerInvalid */
  async get(id: string, signal?: AbortSignal): Promise<ReplicatePrediction> {
    return this.read(predictionSchema, id, signal, (client) => client.predictions.get(encodeURIComponent(id)));
  }

  /** @throws PredictionNotFound, ProviderUnavailable, ProviderAnswerInvalid */
  async cancel(id: string): Promise<ReplicatePrediction> {
    return this.read(predictionSchema, id, undefined, (client) => client.predictions.cancel(encodeURIComponent(id)));
  }

  /**
   * Fetches a page by a raw request, because the client's `list` takes no filter. Only the query of `next` is used, so
   * that the token is never sent to a host named in an answer.
   * @throws ProviderUnavailable, ProviderAnswerInvalid
   */
  async page(search: string, signal?: AbortSignal): Promise<ReplicatePage> {
    return this.read(pageSchema, null, signal, async (client) =>
      (await client.request(`/predictions${search}`, { method: 'GET' })).json(),
    );
  }

  /** Uploads a file that models can read for some hours. Free, so it may be repeated. @throws CreateRefused */
  async upload(bytes: Uint8Array, mimeType: string, signal?: AbortSignal): Promise<string> {
    const exchange = this.exchange('repeat', signal);
    try {
      const file = await exchange.client.files.create(new Blob([Uint8Array.from(bytes)], { type: mimeType }));
      return fileSchema.parse(file).urls.get;
    } catch (error) {
      const failure = exchange.failure();
      const reason = signal?.aborted
        ? 'aborted'
        : failure === null || failure.status >= 500
          ? 'unreachable'
          : refusalReason(failure.status);
      throw new CreateRefused(
        `The picture could not be sent to Replicate: ${failure?.detail ?? toError(exchange.error() ?? error).message}`,
        { reason, status: failure?.status, cause: error },
      );
    }
  }

  private async read<Answer>(
    schema: z.ZodType<Answer>,
    id: string | null,
    signal: AbortSignal | undefined,
    ask: (client: Replicate) => Promise<unknown>,
  ): Promise<Answer> {
    const exchange = this.exchange('repeat', signal);
    let answer: unknown;
    try {
      answer = await ask(exchange.client);
    } catch (error) {
      signal?.throwIfAborted();
      const failure = exchange.failure();
      if (failure?.status === 404 && id !== null) throw new PredictionNotFound(id);
      if (failure === null && isSyntaxError(error))
        throw new ProviderAnswerInvalid('Replicate sent an answer that is not JSON.', error);
      if (failure !== null)
        throw new ProviderUnavailable(`Replicate answered ${failure.status}: ${failure.detail}`, error);
      const lost = exchange.error();
      throw new ProviderUnavailable(
        lost === null
          ? `Replicate's answer was incomplete: ${toError(error).message}`
          : `Replicate could not be reached: ${toError(lost).message}`,
        error,
      );
    }
    const parsed = schema.safeParse(answer);
    if (!parsed.success) throw new ProviderAnswerInvalid('Replicate sent a prediction of unknown shape.', parsed.error);
    return cleanJson(parsed.data);
  }

  private createError(exchange: Exchange, error: unknown): Error {
    const failure = exchange.failure();
    if (failure !== null && failure.status < 500) {
      return new CreateRefused(`Replicate refused the request (${failure.status}): ${failure.detail}`, {
        reason: refusalReason(failure.status),
        status: failure.status,
        retryAfterSeconds: failure.retryAfterSeconds,
        cause: error,
      });
    }
    const cause = exchange.error() ?? error;
    if (neverSent(cause)) return new CreateRefused('Replicate could not be reached.', { reason: 'unreachable', cause });
    return new CreateOutcomeUnknown(
      `It is not known whether Replicate accepted the request: ${failure === null ? toError(cause).message : `status ${failure.status}`}.`,
      cause,
    );
  }

  private exchange(mode: 'once' | 'repeat', signal?: AbortSignal): Exchange {
    let outcome: Promise<Response> | null = null;
    let failure: Failure | null = null;
    let lastError: unknown = null;
    const perform: Fetch = async (input, init) => {
      const response = await this.send(mode, input, init, signal);
      if (response.ok) return response;
      const text = await response.text();
      failure = {
        status: response.status,
        detail: detailOf(text),
        retryAfterSeconds: requestedDelay(response.headers, this.retry.now()),
      };
      return new Response(text, { status: response.status, headers: response.headers });
    };
    const repeatOutcome: Fetch = (input, init) => {
      outcome ??= perform(input, init).catch((error: unknown) => {
        lastError = error;
        throw error;
      });
      return outcome;
    };
    const client = new Replicate({
      auth: this.options.apiToken,
      baseUrl: this.baseUrl,
      fetch: repeatOutcome,
      useFileOutput: false,
    });
    return { client, failure: () => failure, error: () => lastError };
  }

  /** Retries after a 429 and if nothing was sent; in mode 'repeat' also after 5xx and lost connections. */
  private async send(
    mode: 'once' | 'repeat',
    input: Request | string | URL,
    init: RequestInit | undefined,
    signal?: AbortSignal,
  ): Promise<Response> {
    for (let attempt = 1; ; attempt++) {
      const limit = AbortSignal.timeout(this.timeoutMs);
      try {
        const response = await fetchBounded(input, { ...init, signal: endingWith(limit, signal) });
        const again = response.status === 429 || (mode === 'repeat' && response.status >= 500);
        const delay = again ? nextDelay(this.retry, attempt, requestedDelay(response.headers, this.retry.now())) : null;
        if (delay === null) return response;
        await response.body?.cancel();
        await this.retry.sleep(delay, signal);
      } catch (error) {
        const again = !signal?.aborted && (mode === 'repeat' || neverSent(error));
        const delay = again ? nextDelay(this.retry, attempt, undefined) : null;
        if (delay === null) throw error;
        await this.retry.sleep(delay, signal);
      }
    }
  }
}

const isSyntaxError = (error: unknown): boolean => isError(error) && error.name === 'SyntaxError';
