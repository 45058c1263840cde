import { DatabaseError } from 'pg';
import { EventNotStorable, OutcomeUnknown, StoreUnavailable } from '../event-store';
import { isError } from '../../../lib/errors';

/** Error classes of a server that is unreachable, shutting down, full, or busy for too long. */
const unavailableClasses = ['08', '53', '55', '57', '58'];
/**
 * 25006: the server accepts no writes, as a standby; 25P03: the server ended a session that was idle in a transaction.
 */
const unavailableCodes = ['25006', '25P03'];
const dataClasses = ['22', '54'];

/** Maps errors of `pg` to those of `EventStore`; programming errors stay unchanged. */
export function toStoreError(error: unknown): unknown {
  if (error instanceof DatabaseError) {
    const { code = '' } = error;
    const errorClass = code.slice(0, 2);
    if (unavailableClasses.includes(errorClass) || unavailableCodes.includes(code))
      return new StoreUnavailable(error.message, { cause: error });
    if (dataClasses.includes(errorClass)) return new EventNotStorable(error.message, { cause: error });
    return error;
  }
  if (error instanceof StoreUnavailable || !isError(error) || error.name === 'TypeError') return error;
  // All other errors of pg concern its connection: refused, reset, ended, timed out.
  return new StoreUnavailable(`the event store's database cannot be reached: ${error.message}`, { cause: error });
}

export const isAnswer = (error: unknown): error is DatabaseError => error instanceof DatabaseError;

/** The server aborted because another of its processes crashed, possibly after the commit. */
const CRASHED = '57P02';

/** pg's message for a query on an ended connection. */
const NOT_SENT = /not queryable/i;

/**
 * Like `toStoreError`, for an append that was sent. The outcome is unknown unless an error of the server itself proves
 * that the append was not stored, which not every such error does.
 */
export function toSentError(error: unknown): unknown {
  const storeError = toStoreError(error);
  if (storeError === error || (isError(error) && NOT_SENT.test(error.message))) return storeError;
  if (!(storeError instanceof StoreUnavailable) || (isAnswer(error) && error.code !== CRASHED)) return storeError;
  return new OutcomeUnknown(storeError.message, { cause: error });
}
