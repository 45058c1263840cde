import { hostname } from 'node:os';
import type { Pool } from 'pg';
import { Pause } from '../../lib/time';
import { type Delays, retryDelay } from '../../lib/retry';
import { acquireLease, type LeaderTerm } from './leader-term';

/** A hung leader is replaced after this time. */
const TTL_MS = 5_000;
const REST: Delays = { firstDelayMs: 500, maxDelayMs: 5_000 };
/** After running well for this long, earlier failures no longer count towards the backoff. */
const SOUND_MS = 30_000;
/** Pause after an error of `follow`, so that an unavailable database does not fill the log. */
const FOLLOW_REST_MS = 1_000;

/** The leader's work, such as a subscription. */
export interface Work {
  /** Resolves when the work has ended, by `stop` or by itself; rejects when it gave up. */
  readonly closed: Promise<void>;
  stop(): Promise<void>;
}

export interface LeadershipOptions {
  pool: Pool;
  /** Name of the lease. */
  name: string;
  /** Milliseconds between attempts of a follower to take the lease. */
  retryMs: number;
  ttlMs?: number;
  /** Starts the work. When the term's signal is aborted, the start should fail quickly, with any error. */
  lead(leaderTerm: LeaderTerm): Promise<Work>;
  /** Runs on a follower before each attempt to lead. */
  follow?(): Promise<void>;
  onError(error: unknown): void;
}

interface LedTerm {
  leaderTerm: LeaderTerm;
  work: Work;
}

/**
 * Runs work on one node of an installation at a time. The leader holds a lease in `platform.leaderships`; when it dies,
 * hangs or stops, or its work fails, another node takes over, or the same one retries after a backoff.
 */
export class Leadership {
  private readonly stopping = new AbortController();
  private readonly pause = new Pause();
  private running: Promise<void> = Promise.resolve();
  /** Set while the last term's work is still ending. */
  private leaving: Promise<void> | null = null;
  private failures = 0;
  private restUntil = 0;

  constructor(private readonly options: LeadershipOptions) {}

  /** Resolves when this node leads, or follows. @throws the error of `lead` on the first attempt */
  async start(): Promise<void> {
    const first = this.tryToLead();
    this.running = first.then(
      (led) => this.run(led),
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

  private async run(first: LedTerm | null): Promise<void> {
    for (let led = first; led || !this.stopped; led = await this.waitForTurn()) {
      if (led) await this.lead(led);
    }
  }

  private async tryToLead(): Promise<LedTerm | null> {
    const { options } = this;
    const holder = `${hostname()}:${process.pid}`;
    const leaderTerm = await acquireLease({ ...options, holder, ttlMs: options.ttlMs ?? TTL_MS });
    if (!leaderTerm) return null;
    const end = () => leaderTerm.end();
    if (this.stopped) end();
    this.stopping.signal.addEventListener('abort', end);
    try {
      return { leaderTerm, work: await options.lead(leaderTerm) };
    } catch (error) {
      // Expected failure: another node leads by now, or this one is stopping.
      if (leaderTerm.signal.aborted) return null;
      leaderTerm.end();
      throw error;
    } finally {
      this.stopping.signal.removeEventListener('abort', end);
    }
  }

  /** Waits until the work ends, the lease is lost or this node stops, and then ends the term. */
  private async lead({ leaderTerm, work }: LedTerm): Promise<void> {
    const began = performance.now();
    const failure = await Promise.race([
      aborted(AbortSignal.any([this.stopping.signal, leaderTerm.signal])),
      work.closed.then(
        () => new Error(`${this.options.name}: the work has ended.`),
        (error: unknown) => error,
      ),
    ]);
    const leaving = work.stop().catch((error: unknown) => this.options.onError(error));
    // Wait, so that the next leader finds everything written.
    if (this.stopped) await leaving;
    // Don't wait otherwise: the work may hang, and its later writes are fenced off.
    leaderTerm.end();
    this.leaving = leaving.finally(() => (this.leaving = null));
    if (failure === null || this.stopped) return;
    this.options.onError(failure);
    if (performance.now() - began > SOUND_MS) this.failures = 0;
    this.rest();
  }

  /** Returns null when this node stops. */
  private async waitForTurn(): Promise<LedTerm | null> {
    while (!this.stopped) {
      const led = await this.follow();
      if (led) return led;
    }
    return null;
  }

  private async follow(): Promise<LedTerm | null> {
    const { options } = this;
    try {
      await options.follow?.();
    } catch (error) {
      options.onError(error);
      await this.pause.for(FOLLOW_REST_MS);
      return null;
    }
    try {
      const led = this.leaving || performance.now() < this.restUntil ? null : await this.tryToLead();
      if (led) return led;
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
