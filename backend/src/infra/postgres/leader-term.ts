import type { Pool, PoolClient } from 'pg';
import { isUnanswered } from './pg-errors';

/** Names one term of leadership. Whatever a leader writes proves that this term still runs. */
export interface FencingToken {
  name: string;
  /** Grows by one each time that the lease changes hands. */
  term: string;
}

export interface LeaseOptions {
  pool: Pool;
  name: string;
  /** Who takes it, for people who look. */
  holder: string;
  /** Without a renewal for so long, the lease is free. */
  ttlMs: number;
  onError(error: unknown): void;
}

/** Another node has taken over: what this one wanted to write was not written. */
export class LeadershipLost extends Error {
  constructor({ name, term }: FencingToken) {
    super(`${name}: term ${term} is over, another node leads.`);
  }
}

/** The time that this node leads. Renews its lease until it is ended, by us or by another node that took over. */
export class LeaderTerm implements FencingToken {
  private readonly over = new AbortController();
  private readonly renewal: NodeJS.Timeout;
  private renewing = false;

  constructor(
    readonly term: string,
    /** Of its own: it holds the advisory lock that tells others that this node lives, and renewals never queue. */
    private readonly client: PoolClient,
    private readonly lease: LeaseOptions,
  ) {
    client.on('error', () => this.end());
    this.renewal = setInterval(() => void this.renew(), lease.ttlMs / 3);
  }

  get name(): string {
    return this.lease.name;
  }

  /** Aborted when the tenure is over. */
  get signal(): AbortSignal {
    return this.over.signal;
  }

  /** Gives the lease back. Closing the connection frees its lock, so that another node need not wait for the expiry. */
  end(): void {
    if (this.signal.aborted) return;
    clearInterval(this.renewal);
    this.client.release(true);
    this.over.abort();
  }

  private async renew(): Promise<void> {
    if (this.renewing) return;
    this.renewing = true;
    try {
      const { rowCount } = await this.client.query(
        `update platform.leaderships set expires_at = now() + make_interval(secs => $3)
         where name = $1 and term = $2`,
        [this.name, this.term, this.lease.ttlMs / 1_000],
      );
      if (rowCount === 0) this.end();
    } catch (error) {
      if (!this.signal.aborted) this.lease.onError(error);
      if (isUnanswered(error)) this.end();
    } finally {
      this.renewing = false;
    }
  }
}

/**
 * To be called in the transaction whose writes it guards, before they are committed: nobody takes over until then.
 * @throws LeadershipLost when somebody has; the tenure is over then
 */
export async function proveLeaderTerm(client: PoolClient, tenure: LeaderTerm): Promise<void> {
  // Conflicts with a change of the term, which is part of a key, and not with a renewal.
  const { rowCount } = await client.query(
    'select from platform.leaderships where name = $1 and term = $2 for key share',
    [tenure.name, tenure.term],
  );
  if (rowCount === 1) return;
  tenure.end();
  throw new LeadershipLost(tenure);
}

interface Holding {
  term: string;
  free: boolean;
}

const LIVENESS = `hashtextextended('leadership ' || name || ' ' || term, 0)`;

/** Whether somebody holds the lease now. */
export async function isLed(pool: Pool, name: string): Promise<boolean> {
  return (await holding(pool, name))?.free === false;
}

async function holding(pool: Pool, name: string): Promise<Holding | undefined> {
  const { rows } = await pool.query<Holding>(
    `select term, expires_at <= now() or pg_try_advisory_xact_lock_shared(${LIVENESS}) as free
     from platform.leaderships where name = $1`,
    [name],
  );
  return rows[0];
}

/**
 * Takes the lease if nobody holds it, its holder has not renewed it in time (it hangs), or the holder's connection is
 * gone (it died). All times are the database's.
 * @returns null while another node leads
 */
export async function takeLease(lease: LeaseOptions): Promise<LeaderTerm | null> {
  const { pool, name, holder, ttlMs } = lease;
  const current = await holding(pool, name);
  if (current && !current.free) return null;
  const client = await pool.connect();
  try {
    // Not one statement with `on conflict … do update`: that names one unique index and fails on the other, (name, term),
    // when several nodes take a lease that nobody has held yet.
    const take = current
      ? `update platform.leaderships set holder = $2, term = term + 1, expires_at = now() + make_interval(secs => $3)
         where name = $1 and term = $4 returning name, term`
      : `insert into platform.leaderships (name, holder, term, expires_at)
         values ($1, $2, 1, now() + make_interval(secs => $3)) on conflict do nothing returning name, term`;
    const { rows } = await client.query<{ term: string }>(
      `with taken as (${take}) select term, pg_advisory_lock(${LIVENESS}) from taken`,
      [name, holder, ttlMs / 1_000, ...(current ? [current.term] : [])],
    );
    const [taken] = rows;
    if (taken) return new LeaderTerm(taken.term, client, lease);
  } catch (error) {
    client.release(true);
    throw error;
  }
  client.release();
  return null;
}
