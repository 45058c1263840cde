import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { z } from 'zod';

/** Of the built front end (frontend/build/first-look.mjs). */
const DRAWER = 'first-look/draw.mjs';
const WORKER = 'first-look/worker.mjs';

const LIMITS = {
  /** A page does not wait longer for its drawing. */
  waitMs: 250,
  /** Whoever draws one page so long does not come back. */
  hangsAfterMs: 5_000,
};
/** More pages than this would not be drawn in time. */
const MOST_AT_ONCE = 4;
/** More would delay the files that bring the screen to life. */
const MAX_BYTES = 192 * 1_024;
const MEMORY = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 };

/** What a screen is drawn of; as `Asked` in frontend/src/first-look.tsx. */
export interface PrerenderRequest {
  address: string;
  cookies: string;
  answers: Readonly<Record<string, unknown>>;
}

/** Draws what a screen shows first. Null for what cannot be drawn, in time: the page then goes without. */
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
 * Has screens drawn by the app's own components, in a thread of its own: whatever goes wrong there, or takes too long,
 * keeps no request waiting and ends no server. It starts with the first page, which does not wait for it.
 */
export class Prerenderer {
  private worker: Worker | null = null;
  /** Whether somebody is there who draws. */
  isReady = false;
  private orders = new Map<number, Order>();
  private lastId = 0;

  /** @param folder the built front end */
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
      const hung = new Error(`A first look was not drawn within ${hangsAfterMs} ms`);
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
    // It draws what it is given, and needs to know nothing of the server's settings.
    const options = { workerData: drawer, resourceLimits: MEMORY, env: {}, execArgv: [] };
    const worker = new Worker(path.join(this.folder, WORKER), options);
    worker.unref();
    worker.on('message', (message) => this.hear(told.parse(message)));
    worker.on('error', (error) => this.giveUp(worker, error));
    worker.on('exit', (code) => this.giveUp(worker, new Error(`Whoever draws first looks has ended with ${code}`)));
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
    if ('failed' in message) this.log.warn({ reason: message.failed }, 'A first look could not be drawn');
    order.answer('html' in message && Buffer.byteLength(message.html) <= MAX_BYTES ? message.html : null);
  }

  /** The next page starts another. */
  private giveUp(worker: Worker, error: unknown): void {
    if (this.worker !== worker) return;
    this.log.warn({ err: error }, 'First looks are begun anew');
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
