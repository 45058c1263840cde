import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { troubleOf } from '@storyreel/ffmpeg';
import { PredictionFolder, predictionId } from './prediction-folder';
import type { PredictionKind, StoredPrediction, StoredResult } from './prediction-folder';

/** What is wrong: with the wish, with the caller, with a name that nobody knows, or with the folder. */
export type ProblemKind = 'invalid-input' | 'aborted' | 'unknown-prediction' | 'no-output' | 'unwritable';

/** What was asked for can't be made here, now or later. Its message is for people. */
export class CannotMake extends Error {}

/** Its message is for people. */
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
  /** In the order asked for; empty until the prediction has succeeded. */
  outputs: { ref: string; mimeType: string }[];
  /** For people; only when the status is failed or canceled. */
  error?: string;
  usd: number;
}

/** Long-running work: ordered once by key, looked at until it ends, its outputs read. Each throws SandboxProblem. */
export interface Predictions<Order> {
  /** Ordering again with the same key is harmless: it is the same prediction. */
  create(order: Order, options: { idempotencyKey: string; signal?: AbortSignal }): Promise<{ predictionId: string }>;
  get(predictionId: string): Promise<Prediction>;
  /** Harmless for a prediction that has ended. */
  cancel(predictionId: string): Promise<void>;
  open(ref: string): Promise<{ stream: Readable; size: number }>;
}

export interface CreateOptions {
  idempotencyKey: string;
  signal?: AbortSignal;
}

export interface SandboxOptions {
  /** Milliseconds a job takes at least, so that waiting feels real. Default 1500; tests pass 0. */
  delayMs?: number;
  /** For tests: a message makes the prediction for this prompt fail. */
  failWith?: (prompt: string) => string | null;
  now?: () => number;
  /** Hears why something was not made, for the log: people are not told of programs and folders of the server. */
  onFailure?: (error: unknown, message: string) => void;
}

/** Prompts that contain this fail, so that failures can be tried on screen. */
export const FAIL_MARK = '[sandbox:fail]';

export const DEFAULT_DELAY_MS = 1500;
const KEEP_MS = 24 * 60 * 60 * 1000;

interface Running {
  abort: AbortController;
  progress: number;
  done: Promise<void>;
}

/** What a kind of prediction has to say about itself. */
export interface SandboxWork<Stored> {
  /** What it makes, in a sentence for people. */
  thing: string;
  parse(request: unknown): Stored;
  prompt(stored: Stored): string;
  /** Writes the outputs into the folder; those already there from an interrupted run may be kept. */
  render(
    id: string,
    stored: Stored,
    tools: { folder: PredictionFolder; signal: AbortSignal; progress: (share: number) => void },
  ): Promise<{ file: string; mimeType: string }[]>;
}

/**
 * Predictions that are made on this machine and live in a folder. The id comes from the idempotency key, so creating
 * again is harmless; whoever asks after a crash for an unfinished prediction sets it going again.
 */
export abstract class FolderPredictions<Order, Stored> implements Predictions<Order> {
  private readonly folder: PredictionFolder;
  private readonly running = new Map<string, Running>();
  private readonly delayMs: number;
  private readonly now: () => number;
  /** What went wrong where not even a failure could be written down; told to whoever asks next. */
  private readonly broken = new Map<string, unknown>();
  private prunedAt = 0;

  protected constructor(
    private readonly kind: PredictionKind,
    home: string,
    private readonly options: SandboxOptions,
    private readonly work: SandboxWork<Stored>,
  ) {
    this.folder = new PredictionFolder(join(home, 'sandbox'));
    this.delayMs = options.delayMs ?? DEFAULT_DELAY_MS;
    this.now = options.now ?? Date.now;
  }

  /** Checks the request and brings it into a form that survives a restart. @throws SandboxProblem */
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

  /** Ends what is running; unfinished predictions go on when somebody asks for them after the next start. */
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
    // It may have ended between somebody's look and this start.
    if ((await this.folder.result(id)) !== null) return;
    const result = await this.render(id, prediction, running);
    // Interrupted by a cancel, which has written its own result, or by a stop of the server, which wants to resume.
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
      // Nothing is written down: whoever asks next hears of it, and whoever asks after that sets it going again.
      if (troubleOf(error) !== null) throw error;
      this.options.onFailure?.(error, `The sandbox could not make ${id}.`);
      return { status: 'failed', error: error instanceof CannotMake ? error.message : this.failure() };
    }
  }

  private failure(): string {
    return `The sandbox couldn't make the ${this.work.thing}. Whoever runs this server finds the reason in its log.`;
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
