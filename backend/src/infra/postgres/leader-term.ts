import type { Pool, PoolClient } from 'pg';
import { isUnanswered } from './pg-errors';

/**
 * Fencing token of one leader term. A leader's writes are checked against it, so that they fail once the term is over.
 */
export interface FencingToken {
  name: string;
  /** Increases by one each time the lease changes hands. */
  term: string;
}

export interface LeaseOptions {
  pool: Pool;
  name: string;
  /** Shown to people who inspect the table. */
  holder: string;
  /** The lease is free after this long without a renewal. */
  ttlMs: number;
  onError(error: unknown): void;
}

/** Another node leads now; this one's write was refused. */
export class LeadershipLost extends Error {
  constructor({ name, term }: FencingToken) {
    super(`${name}: term ${term} is over, another node leads.`);
  }
}

/** One leader term of this node. Renews the lease until this node ends the term or another node takes over. */
export class LeaderTerm implements FencingToken {
  private readonly over = new AbortController();
  private readonly renewal: NodeJS.Timeout;
  private renewing = false;

  constructor(
    readonly term: string,
    /** Dedicated connection that holds the liveness lock; renewals on it never wait for other queries. */
    private readonly client: PoolClient,
    private readonly lease: LeaseOptions,
  ) {
    client.on('error', () => this.end());
    this.renewal = setInterval(() => void this.renew(), lease.ttlMs / 3);
  }

  get name(): string {
    return this.lease.name;
  }

  /** Aborted when the term is over. */
  get signal(): AbortSignal {
    return this.over.signal;
  }

  /**
   * Ends the term. Closing the connection frees its advisory lock, so that another node need not wait for the lease to
   * expire.
   */
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
 * Checks the leader term inside the transaction that the term guards. Call it before the commit: from the check until
 * the commit, no other node can take over.
 * @throws LeadershipLost when another node has already taken over; this also ends the term
 */
export async function proveLeaderTerm(client: PoolClient, leaderTerm: LeaderTerm): Promise<void> {
  // This lock conflicts with a change of the term, which is part of a key, but not with a renewal.
  const { rowCount } = await client.query(
    'select from platform.leaderships where name = $1 and term = $2 for key share',
    [leaderTerm.name, leaderTerm.term],
  );
  if (rowCount === 1) return;
  leaderTerm.end();
  throw new LeadershipLost(leaderTerm);
}

interface Holding {
  term: string;
  free: boolean;
}

const LIVENESS = `hashtextextended('leadership ' || name || ' ' || term, 0)`;

/** True when a node holds the lease now. */
export async function hasLeader(pool: Pool, name: string): Promise<boolean> {
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
export async function acquireLease(lease: LeaseOptions): Promise<LeaderTerm | null> {
  const { pool, name, holder, ttlMs } = lease;
  const current = await holding(pool, name);
  if (current && !current.free) return null;
  const client = await pool.connect();
  try {
    // Not a single `on conflict … do update`: that clause covers one unique index and fails on the other, (name, term),
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
