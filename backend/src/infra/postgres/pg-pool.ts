import { Client, Pool } from 'pg';
import type { PoolConfig, QueryConfig } from 'pg';

const LIFTS = /\bset local statement_timeout = 0\b/;
/** The longest time that a timer takes: 24 days. */
const NO_LIMIT = { query_timeout: 2 ** 31 - 1 };

type Ask = (query: string | QueryConfig, ...rest: unknown[]) => unknown;

/** Work that lifts the server's limit of its statements lifts the client's `query_timeout` with it. */
class LiftableClient extends Client {
  /** For the rest of the transaction. */
  private lifted = false;

  override query = ((query, ...rest) => {
    const given = typeof query === 'string' ? { text: query } : query;
    this.lifted = this.getTransactionStatus() === 'T' && (this.lifted || LIFTS.test(given.text));
    const ask = super.query.bind(this) as Ask;
    return this.lifted ? ask({ ...given, ...NO_LIMIT }, ...rest) : ask(query, ...rest);
  }) satisfies Ask as Client['query'];
}

export const PG_POOL = Symbol('PgPool');

/** What one piece of work may cost the others. Set the server's anew, with `set local`, for work that takes longer. */
const LIMITS = {
  /**
   * For a connection, be it that the server does not answer or that all of the pool's are taken. Longer than what
   * statements wait for locks, so that a pool whose connections all wait for one does not refuse the rest first.
   */
  connectionTimeoutMillis: 40_000,
  /** A node that hangs in the middle of a transaction loses it, and with it the rows that it had locked. */
  idle_in_transaction_session_timeout: 5_000,
  lock_timeout: 30_000,
  statement_timeout: 60_000,
  /** A server that vanished without a word keeps no limits, so the client has one too, which the server's comes before. */
  query_timeout: 65_000,
};

/** How all of the server's pools connect, TypeORM's own among them. */
export const poolOptions = (connectionString: string, max: number) =>
  ({
    connectionString,
    max,
    Client: LiftableClient,
    application_name: 'storyreel',
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...LIMITS,
  }) satisfies PoolConfig;

/** A dropped idle connection is reported, never thrown into the process. */
export function createPool(
  connectionString: string,
  onError: (error: Error) => void,
  { max = 24, queryMs = LIMITS.query_timeout } = {},
): Pool {
  const pool = new Pool({ ...poolOptions(connectionString, max), query_timeout: queryMs });
  pool.on('error', onError);
  return pool;
}
