import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { z } from 'zod';

/** Part of the built front end (frontend/build/first-look.mjs). */
const DRAWER = 'first-look/draw.mjs';
const WORKER = 'first-look/worker.mjs';

const LIMITS = {
  /** Maximum wait of a page for its prerender. */
  waitMs: 250,
  /** A render worker is killed when a page takes longer than this. */
  hangsAfterMs: 5_000,
};
/** Maximum pages rendered at once: more would not be ready in time. */
const MOST_AT_ONCE = 4;
/** Maximum size of a prerender: a larger one would delay the scripts that make the screen work. */
const MAX_BYTES = 192 * 1_024;
const MEMORY = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 };

/** Input of a prerender; the same as `Asked` in frontend/src/first-look.tsx. */
export interface PrerenderRequest {
  address: string;
  cookies: string;
  answers: Readonly<Record<string, unknown>>;
}

/**
 * Prerenders a screen's first content. Returns null when that fails or takes too long; the page is then sent without
 * it.
 */
export type Draw = (asked: PrerenderRequest) => Promise<string | null>;

const told = z.union([
  z.object({ ready: z.literal(true) }),
  z.object({ id: z.number(), html: z.string() }),
  z.object({ id: z.number(), failed: z.string() }),
]);

interface Order {
  answer: (html: string | null) => void;
  overdue: NodeJS.Timeout;
}

/**
 * Prerenders screens with the app's own components in a worker thread, where errors and slowness neither delay requests
 * nor crash the server. The worker starts with the first page, which does not wait for the worker.
 */
export class Prerenderer {
  private worker: Worker | null = null;
  /** True when the worker is ready to render. */
  isReady = false;
  private orders = new Map<number, Order>();
  private lastId = 0;

  /** @param folder folder of the built front end */
  constructor(
    private readonly folder: string,
    private readonly log: Pick<Logger, 'warn'>,
    private readonly limits = LIMITS,
  ) {}

  draw: Draw = async (asked) => {
    this.worker ??= this.start();
    if (!this.worker || !this.isReady || this.orders.size >= MOST_AT_ONCE) return null;
    const id = (this.lastId += 1);
    const { worker } = this;
    const { waitMs, hangsAfterMs } = this.limits;
    const drawn = new Promise<string | null>((answer) => {
      const hung = new Error(`A prerender took longer than ${hangsAfterMs} ms`);
      const overdue = setTimeout(() => this.giveUp(worker, hung), hangsAfterMs).unref();
      this.orders.set(id, { answer, overdue });
    });
    worker.postMessage({ id, asked });
    return Promise.race([drawn, inVain(waitMs)]);
  };

  close(): void {
    if (this.worker) this.leave(this.worker);
  }

  private start(): Worker | null {
    if (!existsSync(path.join(this.folder, WORKER))) return null;
    const drawer = pathToFileURL(path.join(this.folder, DRAWER)).href;
    // The worker gets no environment: rendering needs none of the server's settings.
    const options = { workerData: drawer, resourceLimits: MEMORY, env: {}, execArgv: [] };
    const worker = new Worker(path.join(this.folder, WORKER), options);
    worker.unref();
    worker.on('message', (message) => this.hear(told.parse(message)));
    worker.on('error', (error) => this.giveUp(worker, error));
    worker.on('exit', (code) => this.giveUp(worker, new Error(`The prerender worker has ended with ${code}`)));
    return worker;
  }

  private hear(message: z.infer<typeof told>): void {
    if ('ready' in message) {
      this.isReady = true;
      return;
    }
    const order = this.orders.get(message.id);
    if (!order) return;
    this.orders.delete(message.id);
    clearTimeout(order.overdue);
    if ('failed' in message) this.log.warn({ reason: message.failed }, 'A prerender failed');
    order.answer('html' in message && Buffer.byteLength(message.html) <= MAX_BYTES ? message.html : null);
  }

  /** Stops a failed worker; the next page starts another one. */
  private giveUp(worker: Worker, error: unknown): void {
    if (this.worker !== worker) return;
    this.log.warn({ err: error }, 'The prerender worker is started again');
    this.leave(worker);
  }

  private leave(worker: Worker): void {
    if (this.worker !== worker) return;
    this.worker = null;
    this.isReady = false;
    void worker.terminate();
    for (const { answer, overdue } of this.orders.values()) {
      clearTimeout(overdue);
      answer(null);
    }
    this.orders.clear();
  }
}

const inVain = (ms: number): Promise<null> => new Promise((resolve) => setTimeout(() => resolve(null), ms).unref());
