import { ErrorType, isCommandError, WrongExpectedVersionError } from '@eventstore/db-client';
import { AppendTooLarge, EventNotStorable, StoreUnavailable, StreamDeleted, StreamNotFound } from '../event-store';
import { WrongExpectedRevision, type ExpectedRevision } from '../event-store';
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

/** Turns what the client throws into the port's errors. */
export function toStoreError(thrown: unknown, streamId: string, expected: ExpectedRevision = 'any'): Error {
  const error = toError(thrown);
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
      return passing.includes(error.type) || CONNECTION_BROKE.test(error.message) ? unavailable(error) : error;
  }
}

const unavailable = (cause: Error) => new StoreUnavailable(`EventStoreDB cannot be used: ${cause.message}`, { cause });
