import type { Readable } from 'node:stream';
import { z } from 'zod';
import { fetchAtMost, headOf } from '../../infra/outbound/fetch-outbound';
import { toError } from '../../lib/errors';
import { cleanJson } from '../../lib/text';
import {
  CreateOutcomeUnknown,
  CreateRefused,
  messageFrom,
  OutputGone,
  ProviderAnswerInvalid,
  ProviderError,
  ProviderUnavailable,
} from '../http/provider-errors';
import { DEFAULT_RETRY, endingWith, ErrorAnswer, neverSent, paidOnce, repeatedFree, successOf } from '../http/retry';
import type { RetryPolicy } from '../http/retry';
import { fileIn } from '../http/stream-limits';
import type { FetchOptions } from '../ports/generation-provider';
import type { Workflow } from './workflows';

/*
 * Uses the server's routes as defined in server.py and execution.py of https://github.com/Comfy-Org/ComfyUI (read on
 * 2026-11-27, commit 002c3fb). A prompt is the filled workflow; callers may choose its id since 2025, and an interrupt
 * may name that id since pull request 9607 of September 2025.
 */

/** Answers about the queue and the history are large, because they contain whole workflows. */
const fetchBounded = fetchAtMost(64 * 1024 * 1024);
const TIMEOUT_MS = 60_000;
/** Time limits for a server in the local network: a clip of 100 MB arrives within minutes. */
const PACE = { totalMs: 15 * 60_000, headMs: 30_000, windowMs: 10_000, windowBytes: 64 * 1_024 };
const MAX_PROBLEM = 500;

const nodeErrorsSchema = z
  .record(
    z.string(),
    z.looseObject({
      class_type: z.string().default('?'),
      errors: z.array(z.looseObject({ message: z.string(), details: z.string().default('') })).default([]),
    }),
  )
  // Some versions send an empty table as a list.
  .or(z.array(z.unknown()).transform(() => ({})));
const acceptedSchema = z.object({ prompt_id: z.string(), node_errors: nodeErrorsSchema.default({}) });
const refusedSchema = z.object({
  error: z.union([z.string(), z.looseObject({ message: z.string(), details: z.string().default('') })]),
  node_errors: nodeErrorsSchema.default({}),
});
const queueItem = z.array(z.unknown()).transform(([, id]) => String(id));
const queueSchema = z.object({ queue_running: z.array(queueItem), queue_pending: z.array(queueItem) });

const fileSchema = z.object({
  filename: z.string().regex(/^[^/\\]+$/u),
  subfolder: z.string().default(''),
  type: z.string(),
});
export type MadeFile = z.infer<typeof fileSchema>;

const historySchema = z.record(
  z.string(),
  z.object({
    /** A queue item: number, id and the workflow as it was sent. */
    prompt: z.array(z.unknown()),
    outputs: z.record(z.string(), z.record(z.string(), z.unknown())),
    status: z
      .object({ status_str: z.string(), completed: z.boolean(), messages: z.array(z.unknown()).default([]) })
      .nullish(),
  }),
);
export type Ended = z.infer<typeof historySchema>[string];
const uploadedSchema = z.object({ name: z.string().min(1), subfolder: z.string().default('') });

/** Returns the files listed in a node's output, whatever the node calls the list: images, gifs, videos. */
export const filesIn = (output: Record<string, unknown>): MadeFile[] =>
  Object.values(output).flatMap((list) =>
    (Array.isArray(list) ? list : []).flatMap((item: unknown) => {
      const file = fileSchema.safeParse(item);
      return file.success ? [file.data] : [];
    }),
  );

type NodeErrors = z.infer<typeof nodeErrorsSchema>;

/** Returns the problems of nodes, for the operator. */
function problemsOf(nodes: NodeErrors): string {
  return Object.entries(nodes)
    .flatMap(([id, { class_type: type, errors }]) =>
      errors.map(({ message, details }) => `${type} (node ${id}): ${message}${details === '' ? '' : `: ${details}`}`),
    )
    .join('; ');
}

const withoutSlash = (url: string): string => url.replace(/\/+$/u, '');

export interface ComfyUiOptions {
  /** Address of the server; may be private, since the operator has set it. No other address is called. */
  baseUrl: string;
  timeoutMs?: number;
  retry?: Partial<RetryPolicy>;
}

/** Client for the operator's ComfyUI server. Follows no redirect and uses no address from an answer. */
export class ComfyUiTransport {
  readonly baseUrl: string;
  private readonly retry: RetryPolicy;
  private readonly timeoutMs: number;

  constructor({ baseUrl, timeoutMs = TIMEOUT_MS, retry }: ComfyUiOptions) {
    this.baseUrl = withoutSlash(baseUrl);
    this.timeoutMs = timeoutMs;
    this.retry = { ...DEFAULT_RETRY, ...retry };
  }

  /**
   * Queues a filled workflow under an id chosen by the caller. Call it only for an id that the server does not know:
   * the server would queue the same workflow twice.
   * @throws CreateRefused, CreateOutcomeUnknown
   */
  async queue(promptId: string, workflow: Workflow, signal?: AbortSignal): Promise<void> {
    const body = JSON.stringify({ prompt: workflow, prompt_id: promptId, client_id: promptId });
    const text = await paidOnce(this.retry, signal, () =>
      this.ask('/prompt', { method: 'POST', body, headers: JSON_BODY }, signal).catch((error: unknown) => {
        throw queueError(error);
      }),
    );
    const accepted = acceptedSchema.safeParse(json(text));
    if (!accepted.success) throw new CreateOutcomeUnknown('ComfyUI sent an answer of unknown shape.', accepted.error);
    const problems = problemsOf(accepted.data.node_errors);
    const isOurs = accepted.data.prompt_id === promptId;
    if (isOurs && problems === '') return;
    await this.dequeue(accepted.data.prompt_id);
    throw new CreateRefused(
      isOurs
        ? `ComfyUI would leave out a part of the workflow: ${problems}`
        : 'This ComfyUI does not accept prompt ids: use a version of September 2025 or later.',
      { reason: 'not-found', status: 200 },
    );
  }

  /** @throws ProviderUnavailable, ProviderAnswerInvalid */
  async stateOf(promptId: string, signal?: AbortSignal): Promise<'running' | 'pending' | Ended | null> {
    // Read the queue before the history: a prompt moves directly from the queue to the history, so this order cannot
    // miss it.
    const queue = await this.read('/queue', queueSchema, signal);
    if (queue.queue_running.includes(promptId)) return 'running';
    if (queue.queue_pending.includes(promptId)) return 'pending';
    const history = await this.read(`/history/${encodeURIComponent(promptId)}`, historySchema, signal);
    return history[promptId] ?? null;
  }

  /**
   * Removes a prompt from the queue, or stops it; does nothing for a prompt that has ended.
   * @throws ProviderUnavailable
   */
  async cancel(promptId: string): Promise<void> {
    await this.dequeue(promptId);
    const { queue_running: running } = await this.read('/queue', queueSchema);
    // The request names the prompt, so that the server never stops another prompt that has just begun.
    if (running.includes(promptId)) await this.tell('/interrupt', { prompt_id: promptId });
  }

  /**
   * Uploads a picture under a name derived from its bytes, so that repeated uploads leave one file. Returns the value
   * for a node that loads images.
   * @throws CreateRefused
   */
  async upload(name: string, bytes: Uint8Array, mimeType: string, signal?: AbortSignal): Promise<string> {
    const form = new FormData();
    form.set('image', new Blob([Uint8Array.from(bytes)], { type: mimeType }), name);
    form.set('subfolder', 'storyreel');
    form.set('type', 'input');
    const failed = (why: string, cause?: unknown) =>
      new CreateRefused(`The image could not be sent to ComfyUI: ${why}`, {
        reason: signal?.aborted ? 'aborted' : 'unreachable',
        cause,
      });
    const refused = (status: number) =>
      new CreateRefused(`ComfyUI refused the image (${status}).`, { reason: 'not-found', status });
    let text: string;
    try {
      text = await this.askFree('/upload/image', { method: 'POST', body: form }, signal);
    } catch (error) {
      throw error instanceof ErrorAnswer && error.status < 500
        ? refused(error.status)
        : failed(toError(error).message, error);
    }
    const uploaded = uploadedSchema.safeParse(json(text));
    if (!uploaded.success) throw refused(200);
    const { name: stored, subfolder } = uploaded.data;
    return subfolder === '' ? stored : `${subfolder}/${stored}`;
  }

  /** @throws OutputGone, OutputTooLarge, ProviderUnavailable */
  async open({ filename, subfolder, type }: MadeFile, options: FetchOptions): Promise<Readable> {
    const url = new URL(`${this.baseUrl}/view`);
    url.search = new URLSearchParams({ filename, subfolder, type }).toString();
    const once = async () => {
      const time = AbortSignal.timeout(PACE.totalMs);
      const limit = endingWith(time, options.signal);
      const answer = await headOf(url, { addresses: null, signal: limit, headMs: PACE.headMs });
      const { statusCode = 0 } = answer;
      if (statusCode === 200) return fileIn(answer, options, { ...PACE, time });
      answer.destroy();
      if (statusCode < 500) throw new OutputGone(`ComfyUI no longer has ${filename} (${statusCode}).`);
      throw new Error(`status ${statusCode}`);
    };
    try {
      return await repeatedFree(this.retry, options.signal, once);
    } catch (error) {
      if (error instanceof ProviderError || options.signal?.aborted) throw error;
      throw new ProviderUnavailable('The result could not be fetched from ComfyUI.', error);
    }
  }

  private dequeue(promptId: string): Promise<void> {
    return this.tell('/queue', { delete: [promptId] });
  }

  private async tell(path: string, body: object): Promise<void> {
    await this.askFree(path, { method: 'POST', body: JSON.stringify(body), headers: JSON_BODY }).catch(
      (error: unknown) => {
        throw unavailable(path, error);
      },
    );
  }

  private async read<Answer>(path: string, schema: z.ZodType<Answer>, signal?: AbortSignal): Promise<Answer> {
    const text = await this.askFree(path, {}, signal).catch((error: unknown) => {
      signal?.throwIfAborted();
      throw unavailable(path, error);
    });
    const parsed = schema.safeParse(json(text));
    if (!parsed.success) throw new ProviderAnswerInvalid('ComfyUI sent an answer of unknown shape.', parsed.error);
    return cleanJson(parsed.data);
  }

  private askFree(path: string, init: RequestInit, signal?: AbortSignal): Promise<string> {
    return repeatedFree(this.retry, signal, () => this.ask(path, init, signal));
  }

  private async ask(path: string, init: RequestInit, signal?: AbortSignal): Promise<string> {
    const limit = endingWith(AbortSignal.timeout(this.timeoutMs), signal);
    const asked = fetchBounded(`${this.baseUrl}${path}`, { ...init, signal: limit, redirect: 'manual' });
    return (await successOf(asked, this.retry.now())).text();
  }
}

const unavailable = (path: string, error: unknown): ProviderUnavailable =>
  error instanceof ErrorAnswer
    ? new ProviderUnavailable(`ComfyUI answered ${error.status} to ${path}.`)
    : new ProviderUnavailable(`ComfyUI could not be reached: ${toError(error).message}`, error);

const JSON_BODY = { 'content-type': 'application/json' };

/** Returns undefined for a text that is no JSON, which no schema accepts. */
function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Maps an error of queueing to one that says whether the workflow was queued. */
function queueError(error: unknown): CreateRefused | CreateOutcomeUnknown {
  if (error instanceof ErrorAnswer) {
    const { status, text } = error;
    return status >= 500
      ? new CreateOutcomeUnknown(`ComfyUI answered ${status}: ${messageFrom(text, MAX_PROBLEM)}`)
      : refusal(status, text);
  }
  if (neverSent(error))
    return new CreateRefused('ComfyUI could not be reached.', { reason: 'unreachable', cause: error });
  return new CreateOutcomeUnknown(`ComfyUI's answer was lost: ${toError(error).message}`, error);
}

/** Only the operator can correct a workflow that the server refuses: another prompt would not help the creator. */
function refusal(status: number, text: string): CreateRefused {
  const { data } = refusedSchema.safeParse(json(text));
  const said = typeof data?.error === 'string' ? data.error : (data?.error.message ?? messageFrom(text, MAX_PROBLEM));
  const problems = data ? problemsOf(data.node_errors) : '';
  return new CreateRefused(`ComfyUI refused the workflow (${status}): ${problems === '' ? said : problems}`, {
    reason: 'not-found',
    status,
  });
}
