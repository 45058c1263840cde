import { isBlank } from '@storyreel/contracts';
import type OpenAI from 'openai';
import { zodResponseFormat } from 'openai/helpers/zod';
import type { z } from 'zod';
import { cleanJson, cleanText } from '../../lib/text';
import { ProviderAnswerInvalid } from '../http/provider-errors';
import type { TextCall, TextUsage } from '../ports/text-provider';
import { answerLimit, DEFAULT_TEXT_MODEL, effortOf, usdOf } from './models';
import { isOpenAis, OpenAiClient } from './openai-client';
import type { OpenAiServer } from './openai-client';
import type { Instructions } from './prompts';

/** Self-hosted models wrap the requested JSON in thoughts, fences and greetings. */
const THOUGHTS = /<(think|thinking|reasoning)>[\s\S]*?<\/\1>/gu;
const BOM = /^\uFEFF/u;

/**
 * Extracts the JSON of an answer: the whole answer, else its last readable object, since thoughts come before the
 * answer.
 * @throws SyntaxError when there is no readable object
 */
function jsonIn(content: string): unknown {
  const text = content.replace(BOM, '').replaceAll(THOUGHTS, '').trim();
  try {
    return JSON.parse(text);
  } catch (error) {
    const found = objectsIn(text).at(-1);
    if (found === undefined) throw error;
    return found;
  }
}

/**
 * Maximum brackets tried as the start of an object: trying every one would take forever in a text that is nothing but
 * brackets.
 */
const MOST_TRIES = 200;

/** Finds the outermost JSON objects in a text. */
function objectsIn(text: string): unknown[] {
  const found: unknown[] = [];
  let from = text.indexOf('{');
  for (let tries = 0; from !== -1 && tries < MOST_TRIES; tries++) {
    const to = endOfObject(text, from);
    const value = to === -1 ? undefined : parsed(text.slice(from, to));
    if (value !== undefined) found.push(value);
    from = text.indexOf('{', value === undefined ? from + 1 : to);
  }
  return found;
}

/** Returns the index after the bracket that closes the one at `from`; -1 without one. Ignores brackets in strings. */
function endOfObject(text: string, from: number): number {
  let depth = 0;
  let isString = false;
  for (let at = from; at < text.length; at++) {
    const sign = text[at];
    if (isString) {
      if (sign === '\\') at += 1;
      else if (sign === '"') isString = false;
    } else if (sign === '"') isString = true;
    else if (sign === '{') depth += 1;
    else if (sign === '}' && --depth === 0) return at + 1;
  }
  return -1;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export interface OpenAiOptions extends OpenAiServer {
  /** Defaults to gpt-6-luna. */
  model?: string;
  /** Milliseconds for an answer. */
  timeoutMs?: number;
  /** Limits of a streamed reply: the silence after which it counts as broken off, and its total time. */
  idleMs?: number;
  totalMs?: number;
  /** Maximum bytes of an answer: 8 MB, far more than any legitimate answer. */
  maxAnswerBytes?: number;
}

const DEFAULT_TIMEOUT_MS = 120_000;
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

export interface Answer<T> {
  value: T;
  usage: TextUsage;
}

interface Raw {
  content: string;
  usage: TextUsage;
}

/** Client for chat completions that never pays twice for a request. */
export class OpenAiTransport {
  private readonly client: OpenAiClient;
  readonly model: string;
  private readonly isOpenAis: boolean;
  /** Consecutive answers that were not in the requested shape. */
  wrongShapes = 0;

  constructor(options: OpenAiOptions) {
    this.model = options.model ?? DEFAULT_TEXT_MODEL;
    this.isOpenAis = isOpenAis(options);
    const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    const maxAnswerBytes = options.maxAnswerBytes ?? MAX_ANSWER_BYTES;
    this.client = new OpenAiClient(options, { maker: 'text model', timeoutMs, maxAnswerBytes });
  }

  /** Requests an answer in the given shape. @throws CreateRefused, CreateOutcomeUnknown, ProviderAnswerInvalid */
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

  /**
   * Streams the model's text as it is written.
   * @throws as `object`, until the first chunk has arrived
   */
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

  /** Maps an error to one that says whether the work was accepted. */
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

/** Some servers return a list of parts instead of one text; the library's types only cover the text. */
function wordsOf(content: unknown): string {
  if (!Array.isArray(content)) return typeof content === 'string' ? content : '';
  return content.map((part: { text?: unknown } | null) => (typeof part?.text === 'string' ? part.text : '')).join('');
}

function shapeOf<Schema extends z.ZodType>(content: string, schema: Schema): z.infer<Schema> {
  let json: unknown;
  try {
    json = jsonIn(content);
  } catch (error) {
    throw new ProviderAnswerInvalid('The text model sent an answer that is not JSON.', error);
  }
  const parsed = schema.safeParse(cleanJson(json));
  if (parsed.success) return parsed.data;
  throw new ProviderAnswerInvalid('The text model sent an answer in another shape than requested.', parsed.error);
}
