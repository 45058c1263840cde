import type { Pool } from 'pg';

/** One holder in the installation. The lock lives as long as its connection, so a dead leader frees it. */
export class LeaderLock {
  /** Gives the connection back, closed; set while the lock is held. */
  private giveBack: (() => void) | null = null;

  constructor(
    private readonly pool: Pool,
    private readonly key: number,
    /** The lock was held and its connection broke. */
    private readonly onLost: () => void,
  ) {}

  async tryAcquire(): Promise<boolean> {
    if (this.giveBack) return true;
    const client = await this.pool.connect();
    let released = false;
    const release = (reason?: Error | true): void => {
      if (!released) client.release(reason);
      released = true;
    };
    // Closing the connection frees the lock, whatever state the server left it in.
    const giveBack = (): void => release(true);
    // The lock goes with its connection, whose place in the pool is free again.
    const lost = (error: Error): void => {
      release(error);
      if (this.giveBack !== giveBack) return;
      this.giveBack = null;
      this.onLost();
    };
    // It stays until the end: a server that dies may be reported twice, and after the connection was given back too.
    client.on('error', lost);
    try {
      const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [this.key]);
      if (!rows[0]?.locked) {
        client.off('error', lost);
        release();
        return false;
      }
    } catch (error) {
      lost(error as Error);
      throw error;
    }
    if (released) return false;
    this.giveBack = giveBack;
    return true;
  }

  release(): void {
    const { giveBack } = this;
    this.giveBack = null;
    giveBack?.();
  }
}
