import { DatabaseError } from 'pg';
import { EventNotStorable, OutcomeUnknown, StoreUnavailable } from '../event-store';
import { isError } from '../../../lib/errors';

/** Error classes of a server that is away, shutting down, full, or busy for longer than we wait. */
const unavailableClasses = ['08', '53', '55', '57', '58'];
/** It takes no writes, as a standby does, or it has ended a session that idled in a transaction. */
const unavailableCodes = ['25006', '25P03'];
const dataClasses = ['22', '54'];

/** Turns what `pg` throws into the port's errors; programming errors pass as they are. */
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
  // Everything else that pg throws is about its connection: refused, reset, ended, timed out.
  return new StoreUnavailable(`the event store's database cannot be reached: ${error.message}`, { cause: error });
}

export const isAnswer = (error: unknown): error is DatabaseError => error instanceof DatabaseError;

/** The server broke off at once, because another of its processes crashed: maybe after it had committed. */
const CRASHED = '57P02';

/** What pg says of a query on a connection that has ended. */
const NOT_SENT = /not queryable/i;

/** As `toStoreError`, of an append that was sent. Only an answer, and not each, is proof that it was not stored. */
export function toSentError(error: unknown): unknown {
  const storeError = toStoreError(error);
  if (storeError === error || (isError(error) && NOT_SENT.test(error.message))) return storeError;
  if (!(storeError instanceof StoreUnavailable) || (isAnswer(error) && error.code !== CRASHED)) return storeError;
  return new OutcomeUnknown(storeError.message, { cause: error });
}
