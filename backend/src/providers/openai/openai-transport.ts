import OpenAI, { APIConnectionTimeoutError, APIError, APIUserAbortError } from 'openai';
import { zodResponseFormat } from 'openai/helpers/zod';
import { cutText, isBlank } from '@storyreel/contracts';
import type { z } from 'zod';
import { fetchAtMost } from '../../platform/outside/fetch-at-most';
import { cleanJson, cleanText } from '../../platform/text/clean-text';
import type { TextCall, TextUsage } from '../text/text-provider';
import { CreateOutcomeUnknown, CreateRefused, ProviderAnswerInvalid } from '../provider-errors';
import {
  DEFAULT_RETRY,
  neverSent,
  nextDelay,
  refusalReason,
  type RetryPolicy,
  retryAfterSeconds,
} from '../wire-errors';

export interface OpenAiOptions {
  apiKey: string;
  /** Default OpenAI's own; any server that speaks the same protocol will do. */
  baseUrl?: string;
  /** Default gpt-4o-mini. */
  model?: string;
  /** Milliseconds for one answer. */
  timeoutMs?: number;
  retry?: Partial<RetryPolicy>;
  /** Of a reply that comes piece by piece: silence after which it counts as broken off, and how long all of it may take. */
  idleMs?: number;
  totalMs?: number;
}

/** Dollars for a million tokens, by the beginning of a model's name, the longest first. Unknown models count as 0. */
const PRICES: readonly [string, { input: number; output: number }][] = [
  ['gpt-4.1-nano', { input: 0.1, output: 0.4 }],
  ['gpt-4.1-mini', { input: 0.4, output: 1.6 }],
  ['gpt-4.1', { input: 2, output: 8 }],
  ['gpt-4o-mini', { input: 0.15, output: 0.6 }],
  ['gpt-4o', { input: 2.5, output: 10 }],
];

const DEFAULT_MODEL = 'gpt-4o-mini';
const DEFAULT_TIMEOUT_MS = 120_000;
/** Far more than any answer; what sends more than this does not mean well. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

export interface Answer<T> {
  value: T;
  usage: TextUsage;
}

interface Raw {
  content: string;
  usage: TextUsage;
}

/**
 * Chat completions that are never paid for twice: the client's own retries are off, since it also repeats after lost
 * connections and 5xx. Ours happen only after a 429 or when nothing was sent.
 */
export class OpenAiTransport {
  private readonly client: OpenAI;
  private readonly model: string;
  private readonly retry: RetryPolicy;

  constructor(options: OpenAiOptions) {
    this.model = options.model ?? DEFAULT_MODEL;
    this.retry = { ...DEFAULT_RETRY, ...options.retry };
    this.client = new OpenAI({
      fetch: fetchAtMost(MAX_ANSWER_BYTES),
      apiKey: options.apiKey,
      baseURL: options.baseUrl,
      maxRetries: 0,
      // It would print what it cannot read, which may be a creator's words. Our own errors say enough.
      logLevel: 'off',
      timeout: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
      organization: null,
      project: null,
    });
  }

  /** An answer of the given shape. @throws CreateRefused, CreateOutcomeUnknown, ProviderAnswerInvalid */
  async object<Schema extends z.ZodType>(
    name: string,
    schema: Schema,
    messages: { system: string; user: string },
    call: TextCall,
  ): Promise<Answer<z.infer<Schema>>> {
    const turns = [
      { role: 'system' as const, content: messages.system },
      { role: 'user' as const, content: messages.user },
    ];
    const { content, usage } = await this.complete(turns, call, zodResponseFormat(schema, name));
    let json: unknown;
    try {
      json = JSON.parse(content);
    } catch (error) {
      throw new ProviderAnswerInvalid('The text model sent an answer that is no JSON.', error);
    }
    const parsed = schema.safeParse(cleanJson(json));
    if (!parsed.success)
      throw new ProviderAnswerInvalid('The text model sent an answer of another shape than asked for.', parsed.error);
    return { value: parsed.data, usage };
  }

  private async complete(
    messages: OpenAI.ChatCompletionMessageParam[],
    call: TextCall,
    format?: OpenAI.ChatCompletionCreateParams['response_format'],
  ): Promise<Raw> {
    return this.asked(call, async (options) => {
      const body = { model: this.model, messages, ...(format === undefined ? {} : { response_format: format }) };
      return this.read(await this.client.chat.completions.create(body, options));
    });
  }

  /** What the model writes, as it writes it. @throws as `object`, until the first chunk has come */
  stream(
    messages: OpenAI.ChatCompletionMessageParam[],
    maxTokens: number,
    call: TextCall,
  ): Promise<AsyncIterable<OpenAI.ChatCompletionChunk>> {
    const wanted = { stream: true, stream_options: { include_usage: true }, max_tokens: maxTokens } as const;
    return this.asked(call, (options) =>
      this.client.chat.completions.create({ model: this.model, messages, ...wanted }, options),
    );
  }

  /** Asks again only when it is certain that nothing was taken on. */
  private async asked<T>(
    { signal, idempotencyKey }: TextCall,
    ask: (options: OpenAI.RequestOptions) => Promise<T>,
  ): Promise<T> {
    if (signal?.aborted)
      throw new CreateRefused('Aborted before the request was sent.', { reason: 'aborted', cause: signal.reason });
    for (let attempt = 1; ; attempt++) {
      try {
        return await ask({ signal, headers: { 'Idempotency-Key': idempotencyKey } });
      } catch (error) {
        const delay = this.delayAfter(error, attempt, signal);
        if (delay === null) throw this.outcome(error);
        await this.sleep(delay, signal);
      }
    }
  }

  /** What an error says about whether the work was taken on. */
  outcome(error: unknown): Error {
    return toOutcome(error, this.retry.now());
  }

  private delayAfter(error: unknown, attempt: number, signal?: AbortSignal): number | null {
    const answer = apiError(error);
    if (signal?.aborted || answer === null) return null;
    if (answer.status === 429 && answer.code !== 'insufficient_quota')
      return nextDelay(this.retry, attempt, retryAfterSeconds(retryAfter(answer), this.retry.now()));
    return neverSent(error) ? nextDelay(this.retry, attempt, undefined) : null;
  }

  private async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    try {
      await this.retry.sleep(ms, signal);
    } catch (error) {
      throw new CreateRefused('Aborted while waiting to try again.', { reason: 'aborted', cause: error });
    }
  }

  private read(completion: OpenAI.ChatCompletion): Raw {
    const choice = completion.choices?.[0];
    if (choice === undefined) throw new ProviderAnswerInvalid('The text model sent no answer.');
    if (choice.message.refusal) throw new ProviderAnswerInvalid(`The text model refused: ${choice.message.refusal}`);
    if (choice.finish_reason === 'content_filter')
      throw new ProviderAnswerInvalid('The text model stopped at its content filter.');
    if (choice.finish_reason === 'length') throw new ProviderAnswerInvalid('The answer of the text model was cut off.');
    const content = cleanText(choice.message.content ?? '');
    if (isBlank(content)) throw new ProviderAnswerInvalid('The text model sent an empty answer.');
    return {
      content,
      usage: this.usage(completion.usage?.prompt_tokens ?? 0, completion.usage?.completion_tokens ?? 0),
    };
  }

  usage(inputTokens: number, outputTokens: number): TextUsage {
    const price = PRICES.find(([prefix]) => this.model.startsWith(prefix))?.[1] ?? { input: 0, output: 0 };
    return { inputTokens, outputTokens, usd: (inputTokens * price.input + outputTokens * price.output) / 1_000_000 };
  }
}

/** Narrowing by `instanceof` would leave the type's parameters open. */
const apiError = (error: unknown): APIError | null => (error instanceof APIError ? (error as APIError) : null);

function retryAfter(error: APIError): string | null {
  const headers: unknown = error.headers;
  return headers instanceof Headers ? headers.get('retry-after') : null;
}

/** What an error of the client says about whether the work was taken on. */
function toOutcome(error: unknown, now: number): Error {
  if (error instanceof ProviderAnswerInvalid || error instanceof CreateRefused) return error;
  if (error instanceof CreateOutcomeUnknown) return error;
  if (error instanceof APIUserAbortError)
    return new CreateOutcomeUnknown('The request was aborted while it ran.', error);
  if (error instanceof APIConnectionTimeoutError)
    return new CreateOutcomeUnknown('The text model did not answer in time.', error);
  const answer = apiError(error);
  if (answer === null) return new CreateOutcomeUnknown('The answer of the text model could not be read.', error);
  if (answer.status === undefined) {
    return neverSent(error)
      ? new CreateRefused('The text model could not be reached.', { reason: 'unreachable', cause: error })
      : new CreateOutcomeUnknown('The connection to the text model was lost.', error);
  }
  if (answer.status >= 500) return new CreateOutcomeUnknown(`The text model answered ${answer.status}.`, error);
  const reason = answer.code === 'insufficient_quota' ? 'no-credit' : refusalReason(answer.status);
  return new CreateRefused(`The text model refused the request (${answer.status}): ${cutText(answer.message, 300)}`, {
    reason,
    status: answer.status,
    retryAfterSeconds: retryAfterSeconds(retryAfter(answer), now),
    cause: error,
  });
}
