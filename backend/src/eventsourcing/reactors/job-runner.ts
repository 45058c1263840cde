import { setTimeout as delay } from 'node:timers/promises';
import { cutText } from '@storyreel/contracts';
import type { Pool } from 'pg';
import { Semaphore } from '../../lib/concurrency';
import { pause, repeat, retryDelay } from '../../lib/retry';
import type { Delays, Pause } from '../../lib/retry';
import { underCorrelation } from '../../infra/http/request-context';
import { toError } from '../../lib/errors';
import { messageWithCause } from '../../lib/root-cause';
import {
  moveToDeadLetters,
  claim,
  complete,
  DatabaseContact,
  handBack,
  heartbeat,
  NodeDied,
  queuesWithWork,
  releaseEarlierLeases,
  retryLater,
  sweepJobs,
} from './job-table';
import type { Worker } from './job-table';
import type { Job, JobHandler, JobRequest } from './reactor';

/** Duration of a lease. After it, other nodes can claim the jobs of a killed node. */
const LEASE_MS = 6_000;
const HEARTBEAT_MS = 1_500;
/**
 * Longest gap between answers of the database that still counts as contact. Shorter than a silence in which a live
 * node's lease can expire.
 */
const GAP_MS = LEASE_MS / 2;
const POLL_MS = 1_000;
const SWEEP_MS = 60_000;
const BACKOFF: Delays = { firstDelayMs: 1_000, maxDelayMs: 60_000 };
/** Backoff for writing a finished job's outcome while the database is unavailable. */
const CLOSE_RETRY: Delays = { firstDelayMs: 500, maxDelayMs: 10_000 };
/**
 * Number of calls to a handler's `exhausted`, over about 15 s. Some outages last longer, but meanwhile the job occupies
 * a slot that other jobs wait for.
 */
const TELL_TRIES = 6;
const STOP_MS = 5_000;
const MOST_DEATHS = 3;
/** Maximum characters of each reason in a message with two reasons. */
const REASON = 450;
const DEAD_FOR_DAYS = 30;
/**
 * Number of simultaneous claims, independent of the number of queues: while the table of jobs is locked, claims must
 * not occupy all of the pool's connections.
 */
const CLAIMS_AT_ONCE = 4;

/** Key for the scan of the job table; the queues' names are the other keys. */
const LOOK = Symbol('look');

type Outcome = 'done' | 'retry' | 'dead';

export interface JobRunnerOptions {
  pool: Pool;
  handlers: readonly JobHandler[];
  worker: Worker;
  onOutcome?(job: Job, outcome: Outcome, seconds: number): void;
  /** A job that endangers its node is given up after its nodes have died this many times. Default 3. */
  mostDeaths?: number;
  /** Waits between attempts to end a job. */
  pause?: Pause;
  log: { info?(message: string): void; error(error: unknown, message: string): void };
}

/** Claims jobs and runs their handlers, up to each queue's concurrency. */
export class JobRunner {
  /** Each promise settles when its handler has ended and the outcome has been written, or can no longer be written. */
  private readonly running = new Set<Promise<void>>();
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly stopping = new AbortController();
  /** The table scan, and the queues being claimed from; true if another run was requested in the meantime. */
  private readonly underWay = new Map<string | typeof LOOK, boolean>();
  /** Each promise settles when the table has been scanned or a queue has no more claimable jobs. */
  private readonly claimers = new Set<Promise<void>>();
  private readonly contact = new DatabaseContact(GAP_MS);
  private readonly claims = new Semaphore(CLAIMS_AT_ONCE);

  constructor(private readonly options: JobRunnerOptions) {}

  async start(): Promise<void> {
    const { pool, worker } = this.options;
    await releaseEarlierLeases(pool, worker);
    this.timers.push(setInterval(() => this.wake(), POLL_MS));
    this.timers.push(setInterval(() => void this.sweep(), SWEEP_MS));
    this.wake();
  }

  /** Looks for new jobs at once. */
  wake(): void {
    this.untilSettled(this.look());
  }

  /** Finds all queues with work in one query, so that only those need to be locked and counted. */
  private async look(): Promise<void> {
    const { pool, handlers, log } = this.options;
    const queues = handlers.map(({ queue }) => queue);
    await this.onceAtATime(LOOK, async () => {
      if (this.stopped) return;
      try {
        const found = await this.claims.run(() => queuesWithWork(pool, queues, this.contact));
        for (const handler of handlers) if (found.has(handler.queue)) this.untilSettled(this.claimAll(handler));
      } catch (error) {
        log.error(error, 'Looking for jobs failed; trying again.');
      }
    });
  }

  /** Aborts running handlers and waits a limited time for them to end. Their jobs are handed back. */
  async stop(): Promise<void> {
    this.stopping.abort(new Error('This node is stopping.'));
    for (const timer of this.timers) clearInterval(timer);
    await Promise.race([this.settled(), delay(STOP_MS, undefined, { ref: false })]);
  }

  /** Waits for claims first, since a claim that was in flight at the stop still has to hand back its job. */
  private async settled(): Promise<void> {
    await Promise.allSettled(this.claimers);
    await Promise.allSettled(this.running);
  }

  private get stopped(): boolean {
    return this.stopping.signal.aborted;
  }

  /** Runs the work, and runs it once more if it was requested again in the meantime. */
  private async onceAtATime(what: string | typeof LOOK, work: () => Promise<void>): Promise<void> {
    if (this.underWay.has(what)) {
      this.underWay.set(what, true);
      return;
    }
    do {
      this.underWay.set(what, false);
      await work();
    } while (this.underWay.get(what) && !this.stopped);
    this.underWay.delete(what);
  }

  private untilSettled(work: Promise<void>): void {
    const over: Promise<void> = work.finally(() => this.claimers.delete(over));
    this.claimers.add(over);
  }

  private async claimAll(handler: JobHandler): Promise<void> {
    const { pool, worker, log } = this.options;
    await this.onceAtATime(handler.queue, async () => {
      try {
        for (;;) {
          if (this.stopped) break;
          const claimant = { worker, leaseMs: LEASE_MS, contact: this.contact };
          const job = await this.claims.run(async () => (this.stopped ? null : claim(pool, handler, claimant)));
          if (!job) break;
          if (this.stopped) await handBack(pool, job, worker);
          else this.launch(handler, job);
        }
      } catch (error) {
        log.error(error, `Claiming from ${handler.queue} failed; trying again.`);
      }
    });
  }

  private launch(handler: JobHandler, job: Job): void {
    const over: Promise<void> = this.run(handler, job).finally(() => {
      this.running.delete(over);
      if (!this.stopped) this.wake();
    });
    this.running.add(over);
  }

  private async run(handler: JobHandler, job: Job): Promise<void> {
    const { pool, worker, log } = this.options;
    const lost = new AbortController();
    const signal = AbortSignal.any([lost.signal, this.stopping.signal]);
    const started = performance.now();
    const beat = setInterval(() => {
      heartbeat(pool, job, worker, LEASE_MS).then(
        (held) => held || lost.abort(new Error('The lease is lost.')),
        (error: unknown) => log.error(error, 'A heartbeat failed.'),
      );
    }, HEARTBEAT_MS);
    try {
      const outcome = await underCorrelation(job.correlationId, () => this.attempt(handler, job, signal));
      if (outcome) this.options.onOutcome?.(job, outcome, (performance.now() - started) / 1000);
    } finally {
      clearInterval(beat);
    }
  }

  /** Runs an attempt at a job. Returns null when this node no longer holds the job. */
  private async attempt(handler: JobHandler, job: Job, signal: AbortSignal): Promise<Outcome | null> {
    const { pool, worker, log } = this.options;
    const name = `Job ${job.queue}/${job.dedupKey}`;
    let following: JobRequest[];
    const { mostDeaths = MOST_DEATHS } = this.options;
    if (handler.endangersNode && (job.deaths ?? 0) >= mostDeaths) {
      const error = new NodeDied(job.deaths ?? 0);
      log.error(error, `${name} was given up.`);
      return this.giveUp(handler, job, { name, error, signal });
    }
    log.info?.(`${name} begins, attempt ${job.attempt}.`);
    try {
      following = (await handler.run(job, signal)) ?? [];
    } catch (thrown) {
      if (signal.aborted) return this.handBack(name, job);
      const error = toError(thrown);
      log.error(error, `${name} failed at attempt ${job.attempt}.`);
      if (job.attempt >= job.maxAttempts) return this.giveUp(handler, job, { name, error, signal });
      const later = { delayMs: retryDelay(BACKOFF, job.attempt), error: messageWithCause(error) };
      return (await this.close(name, signal, () => retryLater(pool, job, worker, later))) ? 'retry' : null;
    }
    const done = await this.close(name, signal, () => complete(pool, job, worker, following));
    if (done) log.info?.(`${name} is done.`);
    return done ? 'done' : null;
  }

  /**
   * Ends a job as dead even if its handler's `exhausted` keeps failing: dead jobs are shown to operators, who can retry
   * them.
   */
  private async giveUp(
    handler: JobHandler,
    job: Job,
    { name, error, signal }: { name: string; error: Error; signal: AbortSignal },
  ): Promise<Outcome | null> {
    const { pool, worker, log } = this.options;
    const untold = await repeat(async () => handler.exhausted?.(job, error), {
      ...this.repetition(signal),
      tries: TELL_TRIES,
      onError: (another) => log.error(another, `${name}: its handler could not be notified that it was given up.`),
    });
    if (untold && signal.aborted) return this.handBack(name, job);
    const reason = untold ? bothReasons(error, untold) : error.message;
    return (await this.close(name, signal, () => moveToDeadLetters(pool, job, worker, reason))) ? 'dead' : null;
  }

  private async handBack(name: string, job: Job): Promise<null> {
    const { pool, worker, log } = this.options;
    await handBack(pool, job, worker).catch((error: unknown) => log.error(error, `${name} was not handed back.`));
    return null;
  }

  /** Retries until the write succeeds, so that a short outage of the database does not cause a second run. */
  private async close(name: string, signal: AbortSignal, write: () => Promise<void>): Promise<boolean> {
    const onError = (error: Error) => this.options.log.error(error, `${name}: its outcome could not be written.`);
    return (await repeat(write, { ...this.repetition(signal), onError })) === null;
  }

  private repetition(signal: AbortSignal) {
    return { delays: CLOSE_RETRY, signal, pause: this.options.pause ?? pause };
  }

  private async sweep(): Promise<void> {
    try {
      await sweepJobs(this.options.pool, { deadForDays: DEAD_FOR_DAYS });
    } catch (error) {
      this.options.log.error(error, 'Finished jobs could not be deleted; trying again.');
    }
  }
}

/** Shortens both reasons, so that neither hides the other. */
const bothReasons = (error: Error, untold: Error): string =>
  `${cutText(error.message, REASON)} (And notifying its handler failed: ${cutText(untold.message, REASON)})`;
