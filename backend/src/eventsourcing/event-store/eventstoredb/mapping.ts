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

/** Position sent by servers that do not know the position of a repeated append. */
const UNKNOWN = 2n ** 63n - 1n;

/** Uses the commit position only: commit and prepare positions differ only in transactions of old clients. */
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

/** Returns the position of any event, including system events. */
export function positionOf({ event, commitPosition }: Resolved): Position {
  const position = event?.position?.commit ?? commitPosition;
  if (position === undefined) throw new Error('EventStoreDB 22.6 or newer is needed: events come without a position');
  return toPosition(position);
}

/** @returns null for system events. Events of other applications whose data is not JSON get null as data. */
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

/** Lists the settings in a stream's metadata that hide events, as `name value`. */
export const settingsIn = (metadata: unknown): string[] =>
  isObject(metadata)
    ? HIDING.flatMap((name) => (metadata[name] === undefined ? [] : `${name} ${JSON.stringify(metadata[name])}`))
    : [];
const HIDING = ['$tb', '$maxCount', '$maxAge'];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !(value instanceof Uint8Array);

const passing: ErrorType[] = [
  ErrorType.TIMEOUT,
  ErrorType.DEADLINE_EXCEEDED,
  ErrorType.UNAVAILABLE,
  ErrorType.CANCELLED,
  ErrorType.NOT_LEADER,
];

/**
 * gRPC's message for a connection that broke during a call. The client reports it as an internal error without a type.
 */
const CONNECTION_BROKE = /^13 INTERNAL: Received RST_STREAM with code 2/;

/**
 * Messages of a server that is starting, overloaded, or without a leader in its cluster. They arrive as the call's
 * error or in the answer to a batch append, which the client reports as 'Could not recognize …'.
 */
const NOT_TAKEN = /Server Is (Not Ready|(Too )?Busy)|No leader info available in response/i;

/** gRPC's messages for a call that was never sent because there was no connection. */
const NEVER_LEFT = /No connection established|Name resolution failed|failed to discover/i;

const TOO_SLOW = /consumer too slow/i;

/** Maps the client's errors to those of `EventStore`. */
export function toStoreError(thrown: unknown, streamId: string, expected: ExpectedRevision = 'any'): Error {
  const error = toError(thrown);
  if (TOO_SLOW.test(error.message)) return new SubscriberTooSlow(error.message, { cause: error });
  if (error instanceof WrongExpectedVersionError) {
    const actual =
      typeof error.actualVersion === 'bigint' && error.actualVersion >= 0n ? error.actualVersion : 'no_stream';
    return new WrongExpectedRevision(streamId, expected, actual);
  }
  if (!isCommandError(error)) {
    // The client reports a missing server as gRPC's plain error (code 14), and a failed discovery as a plain Error.
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

/** Like `toStoreError`, for an append: unless the server certainly rejected the append, it may be in the log. */
export function toAppendError(thrown: unknown, streamId: string, expected: ExpectedRevision): Error {
  const error = toStoreError(thrown, streamId, expected);
  if (!(error instanceof StoreUnavailable) || error instanceof OutcomeUnknown) return error;
  const { cause } = error;
  const isRefused = cause instanceof Error && (NOT_TAKEN.test(cause.message) || NEVER_LEFT.test(cause.message));
  return isRefused ? error : new OutcomeUnknown(error.message, { cause });
}

const unavailable = (cause: Error) => new StoreUnavailable(`EventStoreDB cannot be used: ${cause.message}`, { cause });
