import type OpenAI from 'openai';
import { zodResponseFormat } from 'openai/helpers/zod';
import { isBlank } from '@storyreel/contracts';
import type { z } from 'zod';
import { cleanJson, cleanText } from '../../platform/text/clean-text';
import { ProviderAnswerInvalid } from '../provider-errors';
import type { TextCall, TextUsage } from '../text/text-provider';
import type { Instructions } from './instructions';
import { jsonIn } from './json-in';
import { isOpenAis, OpenAiClient, type OpenAiServer } from './openai-client';
import { answerLimit, DEFAULT_TEXT_MODEL, effortOf, usdOf } from './text-models';

export interface OpenAiOptions extends OpenAiServer {
  /** Default gpt-6-luna. */
  model?: string;
  /** Milliseconds for one answer. */
  timeoutMs?: number;
  /** Of a reply that comes piece by piece: silence after which it counts as broken off, and how long all of it may take. */
  idleMs?: number;
  totalMs?: number;
}

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

/** Chat completions that are never paid for twice. */
export class OpenAiTransport {
  private readonly client: OpenAiClient;
  readonly model: string;
  private readonly isOpenAis: boolean;
  /** Answers in a row that were not of the shape that was asked for. */
  wrongShapes = 0;

  constructor(options: OpenAiOptions) {
    this.model = options.model ?? DEFAULT_TEXT_MODEL;
    this.isOpenAis = isOpenAis(options);
    const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    this.client = new OpenAiClient(options, { maker: 'text model', timeoutMs, maxAnswerBytes: MAX_ANSWER_BYTES });
  }

  /** An answer of the given shape. @throws CreateRefused, CreateOutcomeUnknown, ProviderAnswerInvalid */
  async object<Schema extends z.ZodType>(
    name: string,
    schema: Schema,
    { system, user }: { system: Instructions; user: string },
    call: TextCall,
  ): Promise<Answer<z.infer<Schema>>> {
    const messages = [
      { role: 'system' as const, content: system.text },
      { role: 'user' as const, content: user },
    ];
    const body = { ...this.asked(messages), response_format: zodResponseFormat(schema, name) };
    const { content, usage } = await this.complete(body, system.template, call);
    try {
      const value = shapeOf(content, schema);
      this.wrongShapes = 0;
      return { value, usage };
    } catch (error) {
      this.wrongShapes += 1;
      throw error;
    }
  }

  private asked(messages: OpenAI.ChatCompletionMessageParam[]) {
    return { model: this.model, messages, ...(this.isOpenAis && effortOf(this.model)) };
  }

  private complete(
    body: OpenAI.ChatCompletionCreateParamsNonStreaming,
    template: string,
    call: TextCall,
  ): Promise<Raw> {
    call.onSent?.({ model: this.model, template, body });
    return this.client.whole(call, async (options) =>
      this.read(await this.client.api.chat.completions.create(body, options)),
    );
  }

  /** What the model writes, as it writes it. @throws as `object`, until the first chunk has come */
  stream(
    {
      messages,
      template,
      maxTokens,
    }: { messages: OpenAI.ChatCompletionMessageParam[]; template: string; maxTokens: number },
    call: TextCall,
  ): Promise<AsyncIterable<OpenAI.ChatCompletionChunk>> {
    const limit = answerLimit(this.isOpenAis, maxTokens);
    const streamed = { stream: true, stream_options: { include_usage: true } } as const;
    const body = { ...this.asked(messages), ...streamed, ...limit };
    call.onSent?.({ model: this.model, template, body });
    return this.client.asked(call, (options) => this.client.api.chat.completions.create(body, options));
  }

  /** What an error says about whether the work was taken on. */
  outcome(error: unknown): Error {
    return this.client.outcome(error);
  }

  private read(completion: OpenAI.ChatCompletion): Raw {
    const choice = completion.choices?.[0];
    if (choice === undefined) throw new ProviderAnswerInvalid('The text model sent no answer.');
    if (choice.message.refusal) throw new ProviderAnswerInvalid(`The text model refused: ${choice.message.refusal}`);
    if (choice.finish_reason === 'content_filter')
      throw new ProviderAnswerInvalid('The text model stopped at its content filter.');
    if (choice.finish_reason === 'length') throw new ProviderAnswerInvalid('The answer of the text model was cut off.');
    const content = cleanText(wordsOf(choice.message.content));
    if (isBlank(content)) throw new ProviderAnswerInvalid('The text model sent an empty answer.');
    return {
      content,
      usage: this.usage(completion.usage?.prompt_tokens ?? 0, completion.usage?.completion_tokens ?? 0),
    };
  }

  usage(inputTokens: number, outputTokens: number): TextUsage {
    return { inputTokens, outputTokens, usd: usdOf(this.model, inputTokens, outputTokens) };
  }
}

/** Some servers answer with a list of parts instead of one text; the library's types know only the text. */
function wordsOf(content: unknown): string {
  if (!Array.isArray(content)) return typeof content === 'string' ? content : '';
  return content.map((part: { text?: unknown } | null) => (typeof part?.text === 'string' ? part.text : '')).join('');
}

function shapeOf<Schema extends z.ZodType>(content: string, schema: Schema): z.infer<Schema> {
  let json: unknown;
  try {
    json = jsonIn(content);
  } catch (error) {
    throw new ProviderAnswerInvalid('The text model sent an answer that is no JSON.', error);
  }
  const parsed = schema.safeParse(cleanJson(json));
  if (parsed.success) return parsed.data;
  throw new ProviderAnswerInvalid('The text model sent an answer of another shape than asked for.', parsed.error);
}
