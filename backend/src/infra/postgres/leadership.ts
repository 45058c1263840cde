import { hostname } from 'node:os';
import type { Pool } from 'pg';
import { Pause } from '../../lib/time';
import { type Delays, retryDelay } from '../../lib/retry';
import { takeLease, type LeaderTerm } from './leader-term';

/** A leader that hangs is replaced after this time. */
const TTL_MS = 5_000;
const REST: Delays = { firstDelayMs: 500, maxDelayMs: 5_000 };
/** Work that went well for so long had no part in a failure that came before it. */
const SOUND_MS = 30_000;
/** After an error of `follow`, so that a database that is away does not fill the log. */
const FOLLOW_REST_MS = 1_000;

/** What a leader does. A subscription, for example. */
export interface Work {
  /** Settles when the work has ended, by `stop` or by itself; rejects when it gave up. */
  readonly closed: Promise<void>;
  stop(): Promise<void>;
}

export interface LeadershipOptions {
  pool: Pool;
  /** What the nodes compete for. */
  name: string;
  /** How often a node that does not lead tries to. */
  retryMs: number;
  ttlMs?: number;
  /** Begins the work. It should end early, by any error, when the tenure's signal is aborted. */
  lead(tenure: LeaderTerm): Promise<Work>;
  /** What a node that does not lead does each time before it tries. */
  follow?(): Promise<void>;
  onError(error: unknown): void;
}

interface Reign {
  tenure: LeaderTerm;
  work: Work;
}

/**
 * Work that one node of an installation does at a time. Its leader holds a lease in `platform.leaderships`; when the
 * node dies, hangs or stops, or its work fails, another takes over, or the same one tries again after a rest.
 */
export class Leadership {
  private readonly stopping = new AbortController();
  private readonly pause = new Pause();
  private running: Promise<void> = Promise.resolve();
  /** The last reign's work is still ending. */
  private leaving: Promise<void> | null = null;
  private failures = 0;
  private restUntil = 0;

  constructor(private readonly options: LeadershipOptions) {}

  /** Resolves when this node leads, or waits for its turn. @throws what `lead` throws the first time */
  async start(): Promise<void> {
    const first = this.tryToLead();
    this.running = first.then(
      (reign) => this.run(reign),
      () => undefined,
    );
    await first;
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.pause.end();
    await this.running;
    await this.leaving;
  }

  private get stopped(): boolean {
    return this.stopping.signal.aborted;
  }

  private async run(first: Reign | null): Promise<void> {
    for (let reign = first; reign || !this.stopped; reign = await this.waitForTurn()) {
      if (reign) await this.rule(reign);
    }
  }

  private async tryToLead(): Promise<Reign | null> {
    const { options } = this;
    const holder = `${hostname()}:${process.pid}`;
    const tenure = await takeLease({ ...options, holder, ttlMs: options.ttlMs ?? TTL_MS });
    if (!tenure) return null;
    const end = () => tenure.end();
    if (this.stopped) end();
    this.stopping.signal.addEventListener('abort', end);
    try {
      return { tenure, work: await options.lead(tenure) };
    } catch (error) {
      // Another node leads by now, or this one stops: the work had to fail.
      if (tenure.signal.aborted) return null;
      tenure.end();
      throw error;
    } finally {
      this.stopping.signal.removeEventListener('abort', end);
    }
  }

  /** Until the work ends, the lease is lost or this node stops. */
  private async rule({ tenure, work }: Reign): Promise<void> {
    const began = performance.now();
    const failure = await Promise.race([
      aborted(AbortSignal.any([this.stopping.signal, tenure.signal])),
      work.closed.then(
        () => new Error(`${this.options.name}: the work has ended.`),
        (error: unknown) => error,
      ),
    ]);
    const leaving = work.stop().catch((error: unknown) => this.options.onError(error));
    // The next leader finds everything written.
    if (this.stopped) await leaving;
    // Otherwise the work may hang, and what it still writes is fenced off.
    tenure.end();
    this.leaving = leaving.finally(() => (this.leaving = null));
    if (failure === null || this.stopped) return;
    this.options.onError(failure);
    if (performance.now() - began > SOUND_MS) this.failures = 0;
    this.rest();
  }

  /** Null when this node stops. */
  private async waitForTurn(): Promise<Reign | null> {
    while (!this.stopped) {
      const reign = await this.follow();
      if (reign) return reign;
    }
    return null;
  }

  private async follow(): Promise<Reign | null> {
    const { options } = this;
    try {
      await options.follow?.();
    } catch (error) {
      options.onError(error);
      await this.pause.for(FOLLOW_REST_MS);
      return null;
    }
    try {
      const reign = this.leaving || performance.now() < this.restUntil ? null : await this.tryToLead();
      if (reign) return reign;
    } catch (error) {
      options.onError(error);
      this.rest();
    }
    await this.pause.for(options.retryMs);
    return null;
  }

  private rest(): void {
    this.failures += 1;
    this.restUntil = performance.now() + retryDelay(REST, this.failures);
  }
}

function aborted(signal: AbortSignal): Promise<null> {
  if (signal.aborted) return Promise.resolve(null);
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true }));
}
