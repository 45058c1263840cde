import type { Pool, PoolClient } from 'pg';

/** One holder in the installation. The lock lives as long as its connection, so a dead leader frees it. */
export class LeaderLock {
  private client: PoolClient | null = null;

  constructor(
    private readonly pool: Pool,
    private readonly key: number,
    /** The lock was held and its connection broke. */
    private readonly onLost: () => void,
  ) {}

  async tryAcquire(): Promise<boolean> {
    if (this.client) return true;
    const client = await this.pool.connect();
    let held = true;
    // The lock goes with its connection, whose place in the pool is free again.
    const lost = (error: Error): void => {
      const wasHeld = this.client === client;
      if (wasHeld) this.client = null;
      if (held) client.release(error);
      held = false;
      if (wasHeld) this.onLost();
    };
    // It stays until the end: a server that dies may be reported twice.
    client.on('error', lost);
    try {
      const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [this.key]);
      if (!rows[0]?.locked) {
        client.off('error', lost);
        client.release();
        return false;
      }
    } catch (error) {
      lost(error as Error);
      throw error;
    }
    this.client = client;
    return true;
  }

  async release(): Promise<void> {
    const client = this.client;
    this.client = null;
    // Closing the connection frees the lock, whatever state the server left it in.
    client?.release(true);
  }
}
