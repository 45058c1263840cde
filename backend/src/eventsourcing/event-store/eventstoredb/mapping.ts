import { END, ErrorType, isCommandError, START, WrongExpectedVersionError } from '@eventstore/db-client';
import type { AllStreamResolvedEvent, Position as EsdbPosition, ResolvedEvent } from '@eventstore/db-client';
import { toError } from '../../../lib/errors';
import {
  AppendTooLarge,
  EventNotStorable,
  fromPosition,
  OutcomeUnknown,
  StoreUnavailable,
  StreamDeleted,
  StreamNotFound,
  SubscriberTooSlow,
  toPosition,
  WrongExpectedRevision,
} from '../event-store';
import type { ExpectedRevision, Position, StoredEvent } from '../event-store';

/** Where a server says that it does not know the position of a repeated append. */
const UNKNOWN = 2n ** 63n - 1n;

/** The commit position alone: commit and prepare are the same for all but the transactions of old clients. */
export const toPortPosition = ({ commit }: EsdbPosition): Position => toPosition(commit);

export function toEsdbPosition(place: Position | 'start' | 'end'): EsdbPosition | typeof START | typeof END {
  if (place === 'start') return START;
  if (place === 'end') return END;
  const commit = fromPosition(place);
  return { commit, prepare: commit };
}

export const knownPosition = (position: EsdbPosition | undefined): Position | null =>
  !position || position.commit <= 0n || position.commit >= UNKNOWN ? null : toPortPosition(position);

type Resolved = ResolvedEvent | AllStreamResolvedEvent;

/** Where an event stands in the log, of whatever kind it is. */
export function positionOf({ event, commitPosition }: Resolved): Position {
  const position = event?.position?.commit ?? commitPosition;
  if (position === undefined) throw new Error('EventStoreDB 22.6 or newer is needed: events come without a position');
  return toPosition(position);
}

/** @returns null for events of the system's own. What another program wrote that is not JSON has null for data. */
export function toStoredEvent(resolved: Resolved): StoredEvent | null {
  const { event } = resolved;
  if (!event || event.type.startsWith('$') || event.streamId.startsWith('$')) return null;
  return {
    id: event.id,
    type: event.type,
    data: event.isJson ? event.data : null,
    metadata: isObject(event.metadata) ? event.metadata : undefined,
    streamId: event.streamId,
    revision: event.revision,
    position: positionOf(resolved),
    created: event.created,
  };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !(value instanceof Uint8Array);

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
