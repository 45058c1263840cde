import { Client, Pool } from 'pg';
import type { PoolConfig, QueryConfig } from 'pg';

const LIFTS = /\bset local statement_timeout = 0\b/;
/** The longest delay of a timer: 24 days. */
const NO_LIMIT = { query_timeout: 2 ** 31 - 1 };

type Ask = (query: string | QueryConfig, ...rest: unknown[]) => unknown;

/**
 * Client that survives a connection which the server closes while it is checked out: the pool listens for errors of
 * idle clients only, and an error without a listener would end the process. The next query fails instead. Lifts
 * `query_timeout` together with the server's `statement_timeout`.
 */
class PooledClient extends Client {
  /** True once lifted, until the end of the transaction. */
  private lifted = false;

  constructor(config?: ConstructorParameters<typeof Client>[0]) {
    super(config);
    this.on('error', () => undefined);
  }

  override query = ((query, ...rest) => {
    const given = typeof query === 'string' ? { text: query } : query;
    this.lifted = this.getTransactionStatus() === 'T' && (this.lifted || LIFTS.test(given.text));
    const ask = super.query.bind(this) as Ask;
    return this.lifted ? ask({ ...given, ...NO_LIMIT }, ...rest) : ask(query, ...rest);
  }) satisfies Ask as Client['query'];
}

/**
 * Per-connection limits, so that one task cannot block the others. Longer work raises the server's limits with `set
 * local`.
 */
const LIMITS = {
  /**
   * Maximum wait for a connection, while the server does not answer or all connections of the pool are in use. Longer
   * than `lock_timeout`, so that a pool whose connections all wait for one lock does not refuse other work first.
   */
  connectionTimeoutMillis: 40_000,
  /** A node that hangs in a transaction loses it, which frees the rows it had locked. */
  idle_in_transaction_session_timeout: 5_000,
  lock_timeout: 30_000,
  statement_timeout: 60_000,
  /**
   * Applies when the server has vanished and cannot enforce its own limit; longer than `statement_timeout`, so that the
   * server's limit applies first.
   */
  query_timeout: 65_000,
};

/** Connection options of all the server's pools, TypeORM's own among them. */
export const poolOptions = (connectionString: string, max: number) =>
  ({
    connectionString,
    max,
    Client: PooledClient,
    application_name: 'storyreel',
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...LIMITS,
  }) satisfies PoolConfig;

/** Creates a pool that reports a dropped idle connection instead of crashing the process. */
export function createPool(
  connectionString: string,
  onError: (error: Error) => void,
  { max = 24, queryMs = LIMITS.query_timeout } = {},
): Pool {
  const pool = new Pool({ ...poolOptions(connectionString, max), query_timeout: queryMs });
  pool.on('error', onError);
  return pool;
}
