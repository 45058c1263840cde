/** What an append expects of its stream: an exact revision, or that the stream does not exist yet. */
export type ExpectedRevision = bigint | 'any' | 'no_stream' | 'stream_exists';

export interface NewEvent<T = unknown> {
  /**
   * UUID, made for one attempt to append. The same append again (same ids, same expected revision, exact or no_stream)
   * is answered like the first time, also when the stream has moved on since, and nothing tells that it was a
   * repetition. That is for an append whose answer was lost, and for nothing else: an id that the stream has already,
   * in any other append, may be refused or stored a second time. EventStoreDB stores it.
   */
  id: string;
  type: string;
  data: T;
  metadata?: Record<string, unknown>;
}

/** Readers may be given the same object: treat it as immutable. */
export interface StoredEvent<T = unknown> extends NewEvent<T> {
  streamId: string;
  /** 0-based place in its stream, without gaps. */
  revision: bigint;
  position: Position;
  created: Date;
  /** Why its data are missing: this release cannot read them (domain/upcast.ts). */
  unreadable?: Error;
}

/**
 * A place in the whole log. Opaque; its text order is the log's order (numbers are zero-padded). There is one notion of
 * it for heads, checkpoints and what a log is known by: events that no reader is shown, such as those that an
 * EventStoreDB writes for itself, have a place too. A head may be such a place, and checkpoints pass them.
 */
export type Position = string & { readonly __position: unique symbol };

export interface AppendResult {
  nextExpectedRevision: bigint;
  /** Position of the last event appended; of a repeated append, the first time's. */
  position: Position;
}

export class WrongExpectedRevision extends Error {
  constructor(
    readonly streamId: string,
    readonly expected: ExpectedRevision,
    readonly actual: bigint | 'no_stream',
  ) {
    super(`${streamId}: expected revision ${expected}, actual ${actual}`);
  }
}
export class StreamNotFound extends Error {}
/** `stream_exists` was expected of a stream that is deleted. */
export class StreamDeleted extends Error {}
/** The append is larger than MAX_APPEND_BYTES. */
export class AppendTooLarge extends Error {}
/** The append cannot be stored as it is: not JSON, a name that is empty, too long or not Unicode, an id that is no UUID. */
export class EventNotStorable extends Error {}
/** The store cannot be used for the moment. An append that fails with this very class has changed nothing. */
export class StoreUnavailable extends Error {
  readonly retryable = true;
}
/** The append was sent, and no answer came: whether it is stored is not known. */
export class OutcomeUnknown extends StoreUnavailable {}
/** The server ended a subscription because it took its events more slowly than they came. It goes on from its place. */
export class SubscriberTooSlow extends StoreUnavailable {}
/** A subscription's handler failed on the same batch as often as is allowed; the cause is its last error. */
export class SubscriptionFailed extends Error {}

/** The limit of one append, all its events together, in bytes of JSON; EventStoreDB's own default. */
export const MAX_APPEND_BYTES = 1024 * 1024;

/** One of the two: EventStoreDB filters by one dimension only. */
export interface EventFilter {
  types?: string[];
  streamPrefixes?: string[];
}

export interface Subscription {
  /** Settles when the subscription has stopped; rejects with SubscriptionFailed when it gave up. */
  readonly closed: Promise<void>;
  /** Resolves when a batch that is being handled is done (so a handler must not await it). Never rejects. */
  stop(): Promise<void>;
}

export interface SubscribeOptions {
  /** What comes after this position; 'end': what comes after the first onCaughtUp, at the latest. */
  from: Position | 'start' | 'end';
  filter?: EventFilter;
  /** Events in a batch, at most. Default 500. */
  batchSize?: number;
  /** How long new events may be held back to make a larger batch. Default 0. */
  maxBatchDelayMs?: number;
  /**
   * Awaited, so a slow handler pushes back. The checkpoint also moves over events that the filter left out, and then
   * there may be no events at all. When it throws, the same batch is given again, a bounded number of times.
   */
  onBatch(events: StoredEvent[], checkpoint: Position): Promise<void>;
  onCaughtUp?(): void;
  onFellBehind?(): void;
  /** The connection dropped, or the handler threw: the batch is given again after the delay. */
  onDropped?(error: Error, retryInMs: number): void;
}

export interface ReadStreamOptions {
  from?: bigint | 'start' | 'end';
  direction?: 'forwards' | 'backwards';
  limit?: number;
}

export interface ReadAllOptions {
  /** Exclusive when it is a position: forwards reads what comes after it, backwards what came before it. */
  from?: Position | 'start' | 'end';
  direction?: 'forwards' | 'backwards';
  limit?: number;
  /** How many places of the log may be looked at where many hold what is not shown: less may be found than is there. */
  lookAt?: number;
  filter?: EventFilter;
}

export interface StreamMetadata {
  /** Only the newest so many events are read. */
  maxCount?: number;
  /** Seconds; older events are not read. */
  maxAge?: number;
  /** Events before this revision are not read. */
  truncateBefore?: bigint;
}

/** The log. Two back ends, one meaning: see conformance/ for what each of them has to do. */
export interface EventStore {
  /**
   * All of the events or none. The signal withdraws an append that has not been sent yet.
   * @throws WrongExpectedRevision, StreamDeleted, AppendTooLarge, EventNotStorable, StoreUnavailable, or OutcomeUnknown:
   * the same append can be made again after the last two
   */
  append(
    streamId: string,
    events: NewEvent[],
    options: { expected: ExpectedRevision; signal?: AbortSignal },
  ): Promise<AppendResult>;
  /** From a revision on, that one included. @throws StreamNotFound, StreamDeleted */
  readStream(streamId: string, options?: ReadStreamOptions): AsyncIterable<StoredEvent>;
  readAll(options?: ReadAllOptions): AsyncIterable<StoredEvent>;
  subscribeAll(options: SubscribeOptions): Subscription;
  /** Replaces the stream's metadata. It hides events from readStream; readAll and subscriptions still see them. */
  setStreamMetadata(streamId: string, metadata: StreamMetadata): Promise<void>;
  /** Hides the stream from readStream until it is appended to again, which continues its revisions. */
  deleteStream(streamId: string, options: { expected: ExpectedRevision }): Promise<void>;
  /**
   * The end of the log: the position of the newest event, whoever wrote it, or null while the log is empty. No checkpoint
   * is ever past it, and every subscription's checkpoint reaches it.
   */
  head(): Promise<Position | null>;
  /** Resolves when the store can be used. @throws StoreUnavailable */
  ready(): Promise<void>;
  close(): Promise<void>;
}

export const EVENT_STORE = Symbol('EventStore');

/** The digits of the largest 64-bit number, so that text order is number order. */
const DIGITS = 20;

export const toPosition = (place: bigint | string): Position => String(place).padStart(DIGITS, '0') as Position;

export const fromPosition = (position: Position): bigint => BigInt(position);

const POSITION = /^[0-9]{1,40}(:[0-9]{1,40})?$/;

/** Whether a text from outside can be a position of any of the stores. */
export const isPosition = (text: string): text is Position => POSITION.test(text);

/**
 * The event at a position, or null where the log has none. Reading backwards tells the place before it, which reading
 * forwards has to start from.
 */
export async function eventAt(
  events: Pick<EventStore, 'head' | 'readAll'>,
  position: Position,
): Promise<StoredEvent | null> {
  const head = await events.head();
  // Of a log that was longer, before an older one was put back.
  if (head === null || position > head) return null;
  let from: Position | 'start' = 'start';
  for await (const event of events.readAll({ from: position, direction: 'backwards', limit: 1 })) from = event.position;
  for await (const event of events.readAll({ from, limit: 1 })) if (event.position === position) return event;
  return null;
}

export function matches({ types, streamPrefixes }: EventFilter, event: StoredEvent): boolean {
  if (types) return types.includes(event.type);
  return streamPrefixes?.some((prefix) => event.streamId.startsWith(prefix)) ?? true;
}
