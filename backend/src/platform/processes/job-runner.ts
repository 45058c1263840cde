import type { Pool } from 'pg';
import type { Clock } from '../clock';
import { claim, finish, heartbeat, releaseLeases, retryLater } from './job-table';
import type { Job, JobHandler } from './process';

const LEASE_MS = 30_000;
const HEARTBEAT_MS = 10_000;
const POLL_MS = 1_000;
const MAX_BACKOFF_MS = 60_000;

export interface JobRunnerOptions {
  pool: Pool;
  clock: Clock;
  handlers: readonly JobHandler[];
  /** Stays the same over restarts of this node, so that a restart takes its own leases back. */
  worker: string;
  onOutcome?(job: Job, outcome: 'done' | 'retry' | 'dead', seconds: number): void;
  log: { error(error: unknown, message: string): void };
}

/** Claims jobs and runs their handlers, up to each queue's concurrency. */
export class JobRunner {
  private readonly running = new Map<Promise<void>, AbortController>();
  private poll: NodeJS.Timeout | null = null;
  private stopped = false;
  /** Queues being claimed from, and whether a wake-up arrived meanwhile. */
  private readonly claiming = new Map<string, boolean>();

  constructor(private readonly options: JobRunnerOptions) {}

  async start(): Promise<void> {
    await releaseLeases(this.options.pool, this.options.worker);
    this.poll = setInterval(() => this.wake(), POLL_MS);
    this.wake();
  }

  /** There may be new jobs. */
  wake(): void {
    for (const handler of this.options.handlers) void this.claimAll(handler);
  }

  /** Running handlers are told to stop and waited for; what they leave is taken up at the next start. */
  async stop(): Promise<void> {
    this.stopped = true;
    if (this.poll) clearInterval(this.poll);
    for (const controller of this.running.values()) controller.abort();
    await Promise.allSettled(this.running.keys());
  }

  private async claimAll(handler: JobHandler): Promise<void> {
    if (this.claiming.has(handler.queue)) {
      this.claiming.set(handler.queue, true);
      return;
    }
    do {
      this.claiming.set(handler.queue, false);
      try {
        for (;;) {
          if (this.stopped) break;
          const now = this.options.clock.now();
          const job = await claim(this.options.pool, handler, this.options.worker, LEASE_MS, now);
          if (!job) break;
          this.launch(handler, job);
        }
      } catch (error) {
        this.options.log.error(error, `Claiming from ${handler.queue} failed; trying again.`);
      }
    } while (this.claiming.get(handler.queue) && !this.stopped);
    this.claiming.delete(handler.queue);
  }

  private launch(handler: JobHandler, job: Job): void {
    const controller = new AbortController();
    const run = this.run(handler, job, controller)
      .catch((error: unknown) => this.options.log.error(error, `Job ${job.queue}/${job.dedupKey} could not be closed.`))
      .finally(() => {
        this.running.delete(run);
        if (!this.stopped) void this.claimAll(handler);
      });
    this.running.set(run, controller);
  }

  private async run(handler: JobHandler, job: Job, controller: AbortController): Promise<void> {
    const { pool, worker, clock } = this.options;
    const started = clock.now().getTime();
    const beat = setInterval(() => {
      heartbeat(pool, job, worker, new Date(clock.now().getTime() + LEASE_MS)).then(
        (held) => held || controller.abort(),
        (error: unknown) => this.options.log.error(error, 'A heartbeat failed.'),
      );
    }, HEARTBEAT_MS);
    const outcome = (result: 'done' | 'retry' | 'dead') =>
      this.options.onOutcome?.(job, result, (clock.now().getTime() - started) / 1000);
    try {
      await handler.run(job, controller.signal);
      await finish(pool, job, worker, 'done');
      outcome('done');
    } catch (thrown) {
      // Stopping: the lease is taken back at the next start, as after a crash.
      if (controller.signal.aborted) return;
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      this.options.log.error(error, `Job ${job.queue}/${job.dedupKey} failed at attempt ${job.attempt}.`);
      if (job.attempt < job.maxAttempts) {
        const delay = Math.min(1000 * 2 ** (job.attempt - 1), MAX_BACKOFF_MS);
        await retryLater(pool, job, worker, new Date(clock.now().getTime() + delay), error.message);
        outcome('retry');
        return;
      }
      await handler.exhausted?.(job, error);
      await finish(pool, job, worker, 'dead', error.message);
      outcome('dead');
    } finally {
      clearInterval(beat);
    }
  }
}
