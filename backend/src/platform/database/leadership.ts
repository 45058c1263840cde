import type { Pool } from 'pg';
import { LeaderLock } from './leader-lock';

interface Stoppable {
  stop(): Promise<void>;
}

export interface LeadershipOptions {
  pool: Pool;
  /** Number of the advisory lock. */
  key: number;
  /** How often a node that does not lead tries to. */
  retryMs: number;
  /** Begins the work; what it answers with is stopped when the lock is lost, and at the end. */
  lead(): Promise<Stoppable>;
  /** What a node that does not lead does each time before it tries. */
  follow?(): Promise<void>;
  onError(error: unknown): void;
}

/** Work that one node of an installation does at a time. When that node goes, another takes over. */
export class Leadership {
  private readonly lock: LeaderLock;
  private work: Stoppable | null = null;
  private timer: NodeJS.Timeout | null = null;
  private stopped = false;
  private trying = false;
  private losses = 0;

  constructor(private readonly options: LeadershipOptions) {
    this.lock = new LeaderLock(options.pool, options.key, () => void this.stepDown());
  }

  /** Resolves when this node leads, or waits for its turn. @throws what `lead` throws the first time */
  async start(): Promise<void> {
    this.trying = true;
    try {
      if (!(await this.tryToLead())) this.tryLater();
    } finally {
      this.trying = false;
    }
  }

  async stop(): Promise<void> {
    this.stopped = true;
    if (this.timer) clearInterval(this.timer);
    await this.work?.stop();
    this.lock.release();
  }

  private async tryToLead(): Promise<boolean> {
    if (this.stopped || !(await this.lock.tryAcquire())) return false;
    const { losses } = this;
    const work = await this.options.lead();
    // Beginning takes its time, and the lock may have gone meanwhile.
    if (this.stopped || this.losses !== losses) {
      await work.stop();
      return false;
    }
    this.work = work;
    return true;
  }

  /** The lock went with its connection, and another node may lead by now. */
  private async stepDown(): Promise<void> {
    this.losses += 1;
    const { work } = this;
    this.work = null;
    try {
      await work?.stop();
    } catch (error) {
      this.options.onError(error);
    }
    if (!this.stopped) this.tryLater();
  }

  private tryLater(): void {
    this.timer ??= setInterval(() => void this.tryAgain(), this.options.retryMs);
  }

  private async tryAgain(): Promise<void> {
    if (this.trying) return;
    this.trying = true;
    try {
      await this.options.follow?.();
      if ((await this.tryToLead()) && this.timer) {
        clearInterval(this.timer);
        this.timer = null;
      }
    } catch (error) {
      this.options.onError(error);
    } finally {
      this.trying = false;
    }
  }
}
