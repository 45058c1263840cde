import { withTimeout } from '../../within';
import { StoreUnavailable } from '../event-store';

const LIMIT_MS = 15_000;

/** The client's calls may wait for ever when the connection is lost without an error. */
export const withDeadline = <T>(call: Promise<T>, limitMs = LIMIT_MS): Promise<T> =>
  withTimeout(limitMs, call, () => new StoreUnavailable(`no answer from EventStoreDB within ${limitMs} ms`));
