import type { ServerResponse } from 'node:http';
import { blackPng } from '../crafted-pictures';
import { acceptsFirst, type Fault, playFault } from './faults';
import { sendJson, type StubRequest, StubServer } from './stub-server';

export interface StubQuestion {
  model: string;
  messages: { role: string; content: string }[];
  response_format?: { type: string; json_schema?: { name: string; schema: unknown; strict?: boolean } };
  stream?: boolean;
  max_tokens?: number;
  idempotencyKey: string | undefined;
}

/** An order of images. */
export interface StubOrder {
  model: string;
  prompt: string;
  n: number;
  size: string;
  idempotencyKey: string | undefined;
  [name: string]: unknown;
}

interface StubChoice {
  finish_reason: string;
  message: { role: 'assistant'; content: string | null; refusal?: string | null };
}

/** Breaks the connection at this point. */
export const CUT = Symbol('cut');
export type Spoken = object | string | typeof CUT;

export const chunk = (delta: object, finish: string | null = null): object => ({
  id: 'chatcmpl-stream',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'stub',
  choices: [{ index: 0, delta, finish_reason: finish }],
});

/** Yields a whole reply, one chunk per piece, with its usage at the end. */
export function* spoken(...pieces: string[]): Generator<Spoken> {
  for (const content of pieces) yield chunk({ content });
  yield chunk({}, 'stop');
  yield { ...chunk({}), choices: [], usage: { prompt_tokens: 1000, completion_tokens: 200, total_tokens: 1200 } };
}

const LIST = 'GET /v1/models';
const PAINT = 'POST /v1/images/generations';
const EDIT = 'POST /v1/images/edits';
const ROUTES = new Set([LIST, PAINT, EDIT, 'POST /v1/chat/completions']);

const problem = (message: string, status: number, code?: string): unknown => ({
  error: { message, type: `stub_${status}`, param: null, code: code ?? null },
});

/**
 * Implements chat completions, image generations and the list of models. Texts come from `reply`, images from `paint`.
 */
export class OpenAiStub {
  static readonly apiKey = 'sk-stub-key';
  readonly questions: StubQuestion[] = [];
  reply: (question: StubQuestion) => string | Partial<StubChoice> = () => 'ok';
  readonly orders: StubOrder[] = [];
  /** Returns the answer to an order; undefined when the function has written the response itself. */
  paint: (order: StubOrder, response: ServerResponse) => object | undefined = ({ n }) => ({
    data: Array.from({ length: n }, () => ({ b64_json: blackPng(9, 16).toString('base64') })),
  });
  /** Files at other addresses, by path. */
  readonly files = new Map<string, Buffer>();
  models: unknown = {
    object: 'list',
    data: ['gpt-6-luna', 'gpt-4o-mini', 'gpt-image-2'].map((id) => ({ id, object: 'model' })),
  };
  /** Yields the response to a streaming request: chunks, or raw data. The connection ends with it. */
  speak: (question: StubQuestion) => Iterable<Spoken> | AsyncIterable<Spoken> = () => spoken('ok');
  /** Streams that the client abandoned. */
  hungUp = 0;
  private readonly faults: Fault[] = [];
  readonly server = new StubServer((request, response) => this.answer(request, response));

  /** @returns the base URL to configure */
  async start(): Promise<string> {
    return `${await this.server.listen()}/v1`;
  }

  stop(): Promise<void> {
    return this.server.close();
  }

  failNext(...faults: Fault[]): void {
    this.faults.push(...faults);
  }

  /** Completions and orders that were accepted and would be paid for. */
  get accepted(): number {
    return this.questions.length + this.orders.length;
  }

  private answer(request: StubRequest, response: ServerResponse): void {
    if (request.headers.authorization !== `Bearer ${OpenAiStub.apiKey}`)
      return sendJson(response, 401, problem('Incorrect API key provided', 401, 'invalid_api_key'));
    const file = this.files.get(request.path);
    if (file) return void response.writeHead(200, { 'content-length': file.length }).end(file);
    const route = `${request.method} ${request.path}`;
    if (!ROUTES.has(route)) return sendJson(response, 404, problem('Unknown request URL', 404));
    const fault = this.faults.shift();
    if (fault !== undefined && !acceptsFirst(fault)) return playFault(fault, response, problem);
    if (route === LIST) return fault ? playFault(fault, response, problem) : sendJson(response, 200, this.models);
    const key = request.headers['idempotency-key'];
    if (route === EDIT) return void this.edit(request, response);
    const asked = {
      ...(JSON.parse(request.body.toString('utf8')) as object),
      idempotencyKey: Array.isArray(key) ? key[0] : key,
    };
    if (route === PAINT) this.orders.push(asked as StubOrder);
    else this.questions.push(asked as StubQuestion);
    if (fault !== undefined) return playFault(fault, response, problem);
    if (route === PAINT) {
      const painted = this.paint(asked as StubOrder, response);
      if (painted) sendJson(response, 200, { created: 1, ...painted });
      return;
    }
    const question = asked as StubQuestion;
    if (question.stream) {
      void this.stream(question, response);
      return;
    }
    const replied = this.reply(question);
    const choice: StubChoice = {
      finish_reason: 'stop',
      message: { role: 'assistant', content: typeof replied === 'string' ? replied : null, refusal: null },
      ...(typeof replied === 'string' ? {} : replied),
    };
    sendJson(response, 200, {
      id: `chatcmpl-${this.questions.length}`,
      object: 'chat.completion',
      created: 1,
      model: question.model,
      choices: [{ index: 0, logprobs: null, ...choice }],
      usage: { prompt_tokens: 1000, completion_tokens: 200, total_tokens: 1200 },
    });
  }

  /** Takes a form with pictures, whose bytes are kept with the order. */
  private async edit(request: StubRequest, response: ServerResponse): Promise<void> {
    const type = request.headers['content-type'] ?? '';
    const form = await new Response(new Uint8Array(request.body), { headers: { 'content-type': type } }).formData();
    const texts = [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []));
    const isMask = (name: string): boolean => name === 'mask';
    const bytesOf = (wanted: (name: string) => boolean): Promise<Buffer[]> =>
      Promise.all(
        [...form].flatMap(([name, value]) =>
          typeof value === 'string' || !wanted(name) ? [] : [value.arrayBuffer().then((bytes) => Buffer.from(bytes))],
        ),
      );
    const [pictures, [mask]] = await Promise.all([bytesOf((name) => !isMask(name)), bytesOf(isMask)]);
    const fields = Object.fromEntries(texts);
    const parts = { ...fields, n: Number(fields.n), pictures, ...(mask && { mask }) };
    const order = { ...parts, idempotencyKey: undefined } as unknown as StubOrder;
    this.orders.push(order);
    sendJson(response, 200, { created: 1, ...this.paint(order, response) });
  }

  private async stream(question: StubQuestion, response: ServerResponse): Promise<void> {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.on('close', () => {
      if (!response.writableEnded) this.hungUp += 1;
    });
    for await (const part of this.speak(question)) {
      if (response.destroyed) return;
      if (part === CUT) return void response.destroy();
      response.write(typeof part === 'string' ? part : `data: ${JSON.stringify(part)}\n\n`);
    }
    response.end('data: [DONE]\n\n');
  }
}
