import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { troubleOf } from '@storyreel/ffmpeg';
import { PredictionFolder, predictionId } from './prediction-folder';
import type { PredictionKind, StoredPrediction, StoredResult } from './prediction-folder';

/** Category of the problem: the request, an abort, an unknown prediction, a missing output, or the folder. */
export type ProblemKind = 'invalid-input' | 'aborted' | 'unknown-prediction' | 'no-output' | 'unwritable';

/** The request can never be fulfilled by this sandbox. The message is for users. */
export class CannotMake extends Error {}

/** A prediction that failed. The message is for users. */
export class SandboxProblem extends Error {
  override readonly name = 'SandboxProblem';

  constructor(
    readonly kind: ProblemKind,
    message: string,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

export interface Prediction {
  id: string;
  status: 'starting' | 'processing' | 'succeeded' | 'failed' | 'canceled';
  /** 0 to 1. */
  progress?: number;
  /** The outputs in the requested order; empty until the prediction has succeeded. */
  outputs: { ref: string; mimeType: string }[];
  /** A message for users; only when the status is failed or canceled. */
  error?: string;
  usd: number;
}

/**
 * Long-running work: created once per idempotency key, polled until it ends, then its outputs are read. Every method
 * throws SandboxProblem.
 */
export interface Predictions<Order> {
  /** Idempotent: the same key returns the same prediction. */
  create(order: Order, options: { idempotencyKey: string; signal?: AbortSignal }): Promise<{ predictionId: string }>;
  get(predictionId: string): Promise<Prediction>;
  /** No effect on a prediction that has ended. */
  cancel(predictionId: string): Promise<void>;
  open(ref: string): Promise<{ stream: Readable; size: number }>;
}

export interface CreateOptions {
  idempotencyKey: string;
  signal?: AbortSignal;
}

export interface SandboxOptions {
  /** Minimum duration of a job in milliseconds, so that waiting feels real. Default 1500; tests pass 0. */
  delayMs?: number;
  /** For tests: quick sketches of the requested size instead of paintings, small clips, and humming instead of speech. */
  sketches?: boolean;
  /** For tests: returns a message to make the prediction of this prompt fail with it. */
  failWith?: (prompt: string) => string | null;
  now?: () => number;
  /** Receives the cause of each failure for the log: users are not shown programs and folders of the server. */
  onFailure?: (error: unknown, message: string) => void;
}

/** Prompts that contain this mark fail, so that failures can be tried on screen. */
export const FAIL_MARK = '[sandbox:fail]';

export const DEFAULT_DELAY_MS = 1500;
const KEEP_MS = 24 * 60 * 60 * 1000;

interface Running {
  abort: AbortController;
  progress: number;
  done: Promise<void>;
}

/** The parts in which kinds of predictions differ. */
export interface SandboxWork<Stored> {
  /** The product's noun in messages to users. */
  thing: string;
  parse(request: unknown): Stored;
  prompt(stored: Stored): string;
  /** Writes the outputs into the folder; may keep outputs of an interrupted run. */
  render(
    id: string,
    stored: Stored,
    tools: { folder: PredictionFolder; signal: AbortSignal; progress: (share: number) => void },
  ): Promise<{ file: string; mimeType: string }[]>;
}

/**
 * Predictions made on this machine and kept in a folder. The id is derived from the idempotency key, so `create` can be
 * repeated; after a crash, the next `get` resumes an unfinished prediction.
 */
export abstract class FolderPredictions<Order, Stored> implements Predictions<Order> {
  private readonly folder: PredictionFolder;
  private readonly running = new Map<string, Running>();
  private readonly delayMs: number;
  private readonly now: () => number;
  /** Errors of runs whose failure could not be written to disk; the next `get` throws them. */
  private readonly broken = new Map<string, unknown>();
  private prunedAt = 0;

  protected constructor(
    private readonly kind: PredictionKind,
    home: string,
    protected readonly options: SandboxOptions,
    private readonly work: SandboxWork<Stored>,
  ) {
    this.folder = new PredictionFolder(join(home, 'sandbox'));
    this.delayMs = options.delayMs ?? DEFAULT_DELAY_MS;
    this.now = options.now ?? Date.now;
  }

  /** Validates the request and converts it into a form that survives a restart. @throws SandboxProblem */
  protected abstract prepare(
    order: Order,
    options: CreateOptions,
  ): Promise<{ stored: Stored; files?: Record<string, Uint8Array> }>;

  async create(order: Order, { idempotencyKey, signal }: CreateOptions): Promise<{ predictionId: string }> {
    if (signal?.aborted) throw new SandboxProblem('aborted', 'Aborted before the request was sent.', signal.reason);
    const id = predictionId(this.kind, idempotencyKey);
    await this.prune();
    let prediction = await this.folder.read(id);
    if (prediction === null) {
      const { stored, files } = await this.prepare(order, { idempotencyKey, signal });
      prediction = { createdAt: this.now(), request: stored };
      if (!(await this.folder.create(id, prediction, files))) prediction = (await this.folder.read(id)) ?? prediction;
    }
    if ((await this.folder.result(id)) === null) this.start(id, prediction);
    return { predictionId: id };
  }

  async get(id: string): Promise<Prediction> {
    const prediction = await this.folder.read(id);
    if (prediction === null) throw unknown(id);
    if (this.broken.has(id)) {
      const cause = this.broken.get(id);
      this.broken.delete(id);
      throw new SandboxProblem('unwritable', `The sandbox could not end its work on the ${this.work.thing}.`, cause);
    }
    const result = await this.folder.result(id);
    const share = this.delayMs === 0 ? 1 : Math.min(1, (this.now() - prediction.createdAt) / this.delayMs);
    if (result?.status === 'canceled' || (result !== null && share >= 1)) return toPrediction(id, result);
    const running = result === null ? this.start(id, prediction) : null;
    const progress = Math.min(0.99, share, running?.progress ?? 1);
    return { id, status: share < 0.15 && progress === 0 ? 'starting' : 'processing', progress, outputs: [], usd: 0 };
  }

  async cancel(id: string): Promise<void> {
    if ((await this.folder.read(id)) === null) throw unknown(id);
    await this.folder.finish(id, { status: 'canceled' });
    const running = this.running.get(id);
    running?.abort.abort();
    await running?.done;
  }

  async open(ref: string): Promise<{ stream: Readable; size: number }> {
    const opened = await this.folder.open(ref);
    if (opened === null) throw new SandboxProblem('no-output', 'The sandbox has no such output any more.');
    return opened;
  }

  /** Aborts the running predictions; after the next start, `get` resumes the unfinished ones. */
  async close(): Promise<void> {
    const ending = [...this.running.values()];
    for (const { abort } of ending) abort.abort();
    await Promise.all(ending.map(({ done }) => done));
  }

  private start(id: string, prediction: StoredPrediction): Running {
    const known = this.running.get(id);
    if (known !== undefined) return known;
    const abort = new AbortController();
    const running: Running = { abort, progress: 0, done: Promise.resolve() };
    this.running.set(id, running);
    running.done = this.run(id, prediction, running)
      .catch((error: unknown) => void this.broken.set(id, error))
      .finally(() => this.running.delete(id));
    return running;
  }

  private async run(id: string, prediction: StoredPrediction, running: Running): Promise<void> {
    const { signal } = running.abort;
    // The prediction may have ended between the caller's check and this start.
    if ((await this.folder.result(id)) !== null) return;
    const result = await this.render(id, prediction, running);
    // An abort is either a cancel, which has written its own result, or a stop of the server, after which the run
    // resumes.
    if (!signal.aborted) await this.folder.finish(id, result);
  }

  private async render(id: string, { request }: StoredPrediction, running: Running): Promise<StoredResult> {
    try {
      const stored = this.work.parse(request);
      const prompt = this.work.prompt(stored);
      const wanted =
        this.options.failWith?.(prompt) ??
        (prompt.includes(FAIL_MARK) ? `The sandbox was asked to fail by ${FAIL_MARK}.` : null);
      if (wanted !== null) return { status: 'failed', error: wanted };
      const outputs = await this.work.render(id, stored, {
        folder: this.folder,
        signal: running.abort.signal,
        progress: (share) => (running.progress = share),
      });
      return { status: 'succeeded', outputs };
    } catch (error) {
      if (running.abort.signal.aborted) return { status: 'failed', error: 'It was ended.' };
      // No result is written: the next `get` throws this error, and the one after that starts the prediction again.
      if (troubleOf(error) !== null) throw error;
      this.options.onFailure?.(error, `The sandbox could not make ${id}.`);
      return { status: 'failed', error: error instanceof CannotMake ? error.message : this.failure() };
    }
  }

  private failure(): string {
    return `The sandbox couldn't make the ${this.work.thing}. The operator of this server can find the reason in its log.`;
  }

  private async prune(): Promise<void> {
    if (this.now() - this.prunedAt < KEEP_MS / 24) return;
    this.prunedAt = this.now();
    await this.folder.prune(this.now() - KEEP_MS);
  }
}

const unknown = (id: string): SandboxProblem =>
  new SandboxProblem('unknown-prediction', `The prediction ${id} was not found.`);

function toPrediction(id: string, result: StoredResult): Prediction {
  switch (result.status) {
    case 'succeeded':
      return {
        id,
        status: 'succeeded',
        progress: 1,
        outputs: result.outputs.map(({ file, mimeType }) => ({ ref: `${id}/${file}`, mimeType })),
        usd: 0,
      };
    case 'failed':
      return { id, status: 'failed', outputs: [], error: result.error, usd: 0 };
    case 'canceled':
      return { id, status: 'canceled', outputs: [], error: 'The generation was canceled.', usd: 0 };
  }
}
