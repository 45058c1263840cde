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
import {
  DEFAULT_RETRY,
  endingWith,
  ErrorAnswer,
  neverSent,
  paidOnce,
  refusalReason,
  repeatedFree,
  successOf,
} from '../http/retry';
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
 * Maximum bytes of an answer, far more than a page of a hundred predictions with their logs. Without this limit, the
 * library buffers answers of any size.
 */
const fetchBounded = fetchAtMost(16 * 1024 * 1024);

/**
 * Replicate's client with its retries off: it repeats every request, even POST, up to six times after any network
 * error, so a create whose accepting answer was lost would be paid for again.
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
    const client = this.client(signal, (ask) =>
      paidOnce(this.retry, signal, () =>
        ask().catch((error: unknown) => {
          throw orderError(error);
        }),
      ),
    );
    try {
      return cleanJson(predictionSchema.parse(await client.predictions.create({ model, input })));
    } catch (error) {
      throw error instanceof CreateRefused ? error : orderError(error);
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
    try {
      const file = await this.freeClient(signal).files.create(new Blob([Uint8Array.from(bytes)], { type: mimeType }));
      return fileSchema.parse(file).urls.get;
    } catch (error) {
      const { status = Infinity, text } = error instanceof ErrorAnswer ? error : {};
      const reason = signal?.aborted ? 'aborted' : status >= 500 ? 'unreachable' : refusalReason(status);
      throw new CreateRefused(
        `The picture could not be sent to Replicate: ${text === undefined ? toError(error).message : detailOf(text)}`,
        { reason, status: Number.isFinite(status) ? status : undefined, cause: error },
      );
    }
  }

  private async read<Answer>(
    schema: z.ZodType<Answer>,
    id: string | null,
    signal: AbortSignal | undefined,
    ask: (client: Replicate) => Promise<unknown>,
  ): Promise<Answer> {
    let answer: unknown;
    try {
      answer = await ask(this.freeClient(signal));
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof ErrorAnswer) {
        if (error.status === 404 && id !== null) throw new PredictionNotFound(id);
        throw new ProviderUnavailable(`Replicate answered ${error.status}: ${detailOf(error.text)}`);
      }
      if (isError(error) && error.name === 'SyntaxError')
        throw new ProviderAnswerInvalid('Replicate sent an answer that is not JSON.', error);
      throw new ProviderUnavailable(`Replicate could not be reached: ${toError(error).message}`, error);
    }
    const parsed = schema.safeParse(answer);
    if (!parsed.success) throw new ProviderAnswerInvalid('Replicate sent a prediction of unknown shape.', parsed.error);
    return cleanJson(parsed.data);
  }

  private freeClient(signal: AbortSignal | undefined): Replicate {
    return this.client(signal, (ask) => repeatedFree(this.retry, signal, ask));
  }

  /** Returns a client for one exchange: `send` makes its first fetch, and further fetches repeat the first outcome. */
  private client(
    signal: AbortSignal | undefined,
    send: (ask: () => Promise<Response>) => Promise<Response>,
  ): Replicate {
    let outcome: Promise<Response> | null = null;
    const once = (input: Request | string | URL, init?: RequestInit) => {
      const limit = endingWith(AbortSignal.timeout(this.timeoutMs), signal);
      return successOf(fetchBounded(input, { ...init, signal: limit }), this.retry.now());
    };
    return new Replicate({
      auth: this.options.apiToken,
      baseUrl: this.baseUrl,
      fetch: (input, init) => (outcome ??= send(() => once(input, init))),
      useFileOutput: false,
    });
  }
}

/** Maps an error to one that says whether the request was accepted. */
function orderError(error: unknown): CreateRefused | CreateOutcomeUnknown {
  if (error instanceof CreateOutcomeUnknown) return error;
  if (error instanceof ErrorAnswer && error.status < 500) {
    const { status, text, retryAfterSeconds } = error;
    return new CreateRefused(`Replicate refused the request (${status}): ${detailOf(text)}`, {
      reason: refusalReason(status),
      status,
      retryAfterSeconds,
    });
  }
  if (neverSent(error))
    return new CreateRefused('Replicate could not be reached.', { reason: 'unreachable', cause: error });
  return new CreateOutcomeUnknown(
    `It is not known whether Replicate accepted the request: ${toError(error).message}.`,
    error,
  );
}
