import { Client, type QueryConfig } from 'pg';

const LIFTS = /\bset local statement_timeout = 0\b/;
/** The longest time that a timer takes: 24 days. */
const NO_LIMIT = { query_timeout: 2 ** 31 - 1 };

type Ask = (query: string | QueryConfig, ...rest: unknown[]) => unknown;

/** Work that lifts the server's limit of its statements lifts the client's `query_timeout` with it. */
export class LiftableClient extends Client {
  /** For the rest of the transaction. */
  private lifted = false;

  override query = ((query, ...rest) => {
    const given = typeof query === 'string' ? { text: query } : query;
    this.lifted = this.getTransactionStatus() === 'T' && (this.lifted || LIFTS.test(given.text));
    const ask = super.query.bind(this) as Ask;
    return this.lifted ? ask({ ...given, ...NO_LIMIT }, ...rest) : ask(query, ...rest);
  }) satisfies Ask as Client['query'];
}
