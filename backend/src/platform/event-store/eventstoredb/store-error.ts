import { ErrorType, isCommandError, WrongExpectedVersionError } from '@eventstore/db-client';
import { AppendTooLarge, EventNotStorable, OutcomeUnknown, StoreUnavailable, SubscriberTooSlow } from '../event-store';
import { StreamDeleted, StreamNotFound, WrongExpectedRevision, type ExpectedRevision } from '../event-store';
import { toError } from '../../to-error';

const passing: ErrorType[] = [
  ErrorType.TIMEOUT,
  ErrorType.DEADLINE_EXCEEDED,
  ErrorType.UNAVAILABLE,
  ErrorType.CANCELLED,
  ErrorType.NOT_LEADER,
];

/** What gRPC says of a call whose connection broke under it: an internal error, of which the client knows no type. */
const CONNECTION_BROKE = /^13 INTERNAL: Received RST_STREAM with code 2/;

/**
 * What a server says that starts, has too much to do, or finds no leader in its cluster. It is the text of the call's
 * error, or comes in the answer to an append in a batch, of which the client then says 'Could not recognize …'.
 */
const NOT_TAKEN = /Server Is (Not Ready|(Too )?Busy)|No leader info available in response/i;

/** What gRPC says of a call that never left, because there was no connection. */
const NEVER_LEFT = /No connection established|Name resolution failed|failed to discover/i;

const TOO_SLOW = /consumer too slow/i;

/** Turns what the client throws into the port's errors. */
export function toStoreError(thrown: unknown, streamId: string, expected: ExpectedRevision = 'any'): Error {
  const error = toError(thrown);
  if (TOO_SLOW.test(error.message)) return new SubscriberTooSlow(error.message, { cause: error });
  if (error instanceof WrongExpectedVersionError) {
    const actual =
      typeof error.actualVersion === 'bigint' && error.actualVersion >= 0n ? error.actualVersion : 'no_stream';
    return new WrongExpectedRevision(streamId, expected, actual);
  }
  if (!isCommandError(error)) {
    // The client passes a missing server on as gRPC's plain error (code 14), a failed discovery as just an Error.
    const isOurs = error.name === 'TypeError' || error instanceof StoreUnavailable;
    return isOurs ? error : unavailable(error);
  }
  switch (error.type) {
    case ErrorType.STREAM_NOT_FOUND:
    case ErrorType.NO_STREAM:
      return new StreamNotFound(`there is no stream ${streamId}`, { cause: error });
    case ErrorType.STREAM_DELETED:
      return new StreamDeleted(`${streamId} was deleted for good`, { cause: error });
    case ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED:
      return new AppendTooLarge(`${streamId}: ${error.message}`, { cause: error });
    case ErrorType.INVALID_ARGUMENT:
      return new EventNotStorable(`${streamId}: ${error.message}`, { cause: error });
    default:
      return passing.includes(error.type) || isPassing(error.message) ? unavailable(error) : error;
  }
}

const isPassing = (message: string): boolean => CONNECTION_BROKE.test(message) || NOT_TAKEN.test(message);

/** As `toStoreError`, of an append: unless it is certain that the server did not take it, it may be in the log. */
export function toAppendError(thrown: unknown, streamId: string, expected: ExpectedRevision): Error {
  const error = toStoreError(thrown, streamId, expected);
  if (!(error instanceof StoreUnavailable) || error instanceof OutcomeUnknown) return error;
  const { cause } = error;
  const isRefused = cause instanceof Error && (NOT_TAKEN.test(cause.message) || NEVER_LEFT.test(cause.message));
  return isRefused ? error : new OutcomeUnknown(error.message, { cause });
}

const unavailable = (cause: Error) => new StoreUnavailable(`EventStoreDB cannot be used: ${cause.message}`, { cause });
