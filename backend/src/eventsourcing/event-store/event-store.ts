/**
 * The state of the stream that an append requires: an exact revision, any state, a stream without events, or one with
 * events.
 */
export type ExpectedRevision = bigint | 'any' | 'no_stream' | 'stream_exists';

export interface NewEvent<T = unknown> {
  /**
   * UUID, new for each attempt to append. Repeating an append (same ids, same expected revision, exact or no_stream)
   * returns the first result, even if the stream has newer events since; the result does not show that it was a repeat.
   * Repeat an append only if its answer was lost. In any other append, an id that the stream already has may be
   * rejected or stored a second time. EventStoreDB stores it.
   */
  id: string;
  type: string;
  data: T;
  metadata?: Record<string, unknown>;
}

/** A stored event. Readers may share the same object, so they must not change it. */
export interface StoredEvent<T = unknown> extends NewEvent<T> {
  streamId: string;
  /** 0-based index in its stream, without gaps. */
  revision: bigint;
  position: Position;
  created: Date;
  /** Set when this release cannot read the data; `data` is then missing (see domain/upcast.ts). */
  unreadable?: Error;
  /** Set when the owner's account was erased; `data` is then null (see sealed-events). */
  erased?: true;
}

/**
 * A position in the whole log. Opaque; its text order is the log's order (numbers are zero-padded). Heads, checkpoints
 * and the log's identity check all use it. Hidden events, such as those that EventStoreDB writes for itself, have
 * positions, too: a head may be the position of a hidden event, and checkpoints advance over hidden events.
 */
export type Position = string & { readonly __position: unique symbol };

export interface AppendResult {
  nextExpectedRevision: bigint;
  /** Position of the last event appended; for a repeated append, that of the original. */
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
/** The append expected `stream_exists`, but the stream is deleted. */
export class StreamDeleted extends Error {}
/** The append is larger than MAX_APPEND_BYTES. */
export class AppendTooLarge extends Error {}
/**
 * The append can never be stored: data is not JSON, a name is empty, too long or not Unicode, or an id is not a UUID.
 */
export class EventNotStorable extends Error {}
/**
 * The store is temporarily unavailable. An append that fails with exactly this class (not OutcomeUnknown) has changed
 * nothing.
 */
export class StoreUnavailable extends Error {
  readonly retryable = true;
}
/** The append was sent but not answered, so it may or may not be stored. */
export class OutcomeUnknown extends StoreUnavailable {}
/** The server dropped a subscription that read too slowly. The subscription resumes from its checkpoint. */
export class SubscriberTooSlow extends StoreUnavailable {}
/** A subscription's handler failed too many times on one batch; the cause is its last error. */
export class SubscriptionFailed extends Error {}

/** Limit for all events of one append together, in bytes of JSON. The same as EventStoreDB's own default. */
export const MAX_APPEND_BYTES = 1024 * 1024;

/** Set only one of the two, since EventStoreDB filters by one of them only. */
export interface EventFilter {
  types?: string[];
  streamPrefixes?: string[];
}

export interface ReadFilter extends EventFilter {
  /** Only events whose metadata names this owner. */
  ownerId?: string;
}

export interface Subscription {
  /** Settles when the subscription has stopped; rejects with SubscriptionFailed when it gave up. */
  readonly closed: Promise<void>;
  /** Resolves when the current batch has been handled, so a handler must not await it. Never rejects. */
  stop(): Promise<void>;
}

export interface SubscribeOptions {
  /** Exclusive. 'end' means the log's end at the latest when onCaughtUp is first called. */
  from: Position | 'start' | 'end';
  filter?: EventFilter;
  /** Maximum number of events in a batch. Default 500. */
  batchSize?: number;
  /** Maximum time for which new events are held back to form a larger batch. Default 0. */
  maxBatchDelayMs?: number;
  /**
   * Awaited, so a slow handler causes backpressure. The checkpoint also advances over filtered events, so `events` may
   * be empty. If the handler throws, the same batch is delivered again, a limited number of times.
   */
  onBatch(events: StoredEvent[], checkpoint: Position): Promise<void>;
  onCaughtUp?(): void;
  onFellBehind?(): void;
  /** Called when the connection was lost or the handler threw; delivery is retried after the delay. */
  onDropped?(error: Error, retryInMs: number): void;
}

export interface ReadStreamOptions {
  from?: bigint | 'start' | 'end';
  direction?: 'forwards' | 'backwards';
  limit?: number;
  /** Includes the stored form of each event, which `asStored` of sealed-events returns. */
  asStored?: boolean;
}

export interface ReadAllOptions {
  /** An exclusive position. A forward read returns the events after it, a backward read those before it. */
  from?: Position | 'start' | 'end';
  direction?: 'forwards' | 'backwards';
  limit?: number;
  /** Maximum number of positions to scan if many events are hidden or filtered; the result may then be incomplete. */
  lookAt?: number;
  filter?: ReadFilter;
  /** Yields this application's events as they were written, without upcasting (see domain/scoped-event-store.ts). */
  asStored?: boolean;
}

/** Evidence of a change that cannot happen to an append-only log. */
export interface LogFault {
  /** Null for a fault of the whole log. */
  streamId: string | null;
  /** Revision of the fault, if it has one. */
  revision: bigint | null;
  reason: string;
  expected: string;
  found: string;
}

/** @param set the stream's settings, as text */
export const settingsFault = (streamId: string, set: string): LogFault => ({
  streamId,
  revision: null,
  reason: 'has settings that hide its events from those who read it, so that what they prove is undone',
  expected: 'no settings',
  found: set,
});

export interface StreamMetadata {
  /** Maximum number of events to read, the newest ones. */
  maxCount?: number;
  /** Seconds; older events are not read. */
  maxAge?: number;
  /** Events before this revision are not read. */
  truncateBefore?: bigint;
}

/** The event log. It has two back ends with the same behaviour, which the tests in conformance/ define. */
export abstract class EventStore {
  /**
   * Appends all of the events or none. The signal withdraws an append that has not been sent yet.
   * @throws WrongExpectedRevision, StreamDeleted, AppendTooLarge, EventNotStorable, StoreUnavailable or OutcomeUnknown.
   * After the last two, the same append can be repeated.
   */
  abstract append(
    streamId: string,
    events: NewEvent[],
    options: { expected: ExpectedRevision; signal?: AbortSignal },
  ): Promise<AppendResult>;
  /** Reads a stream from a revision on, inclusive. @throws StreamNotFound, StreamDeleted */
  abstract readStream(streamId: string, options?: ReadStreamOptions): AsyncIterable<StoredEvent>;
  abstract readAll(options?: ReadAllOptions): AsyncIterable<StoredEvent>;
  abstract subscribeAll(options: SubscribeOptions): Subscription;
  /**
   * Replaces the stream's metadata. Events that the metadata hides from readStream still appear in readAll and
   * subscriptions.
   */
  abstract setStreamMetadata(streamId: string, metadata: StreamMetadata): Promise<void>;
  /** Hides the stream from readStream until the next append, which continues its revisions. */
  abstract deleteStream(streamId: string, options: { expected: ExpectedRevision }): Promise<void>;
  /**
   * Returns the position of the newest event of any application, or null while the log is empty. No checkpoint is ever
   * past it, and every subscription's checkpoint reaches it.
   */
  abstract head(): Promise<Position | null>;
  /**
   * Yields gaps in the log and streams whose metadata hides events, as far as the back end can detect them.
   * EventStoreDB assigns revisions itself, and its positions always have gaps.
   */
  abstract faults(): AsyncIterable<LogFault>;
  /** Resolves when the store can be used. @throws StoreUnavailable */
  abstract ready(): Promise<void>;
  abstract close(): Promise<void>;
}

/** Digits of the largest 64-bit number, so that text order is numeric order. */
const DIGITS = 20;

export const toPosition = (place: bigint | string): Position => String(place).padStart(DIGITS, '0') as Position;

export const fromPosition = (position: Position): bigint => BigInt(position);

const POSITION = /^[0-9]{1,40}(:[0-9]{1,40})?$/;

/** True if an untrusted text has the form of a position. */
export const isPosition = (text: string): text is Position => POSITION.test(text);

/**
 * Returns the event at a position, or null if the log has none there. A backward read finds the previous position, from
 * which the forward read has to start.
 */
export async function eventAt(
  events: Pick<EventStore, 'head' | 'readAll'>,
  position: Position,
): Promise<StoredEvent | null> {
  const head = await events.head();
  // The position belongs to a longer log, which was replaced by an older backup.
  if (head === null || position > head) return null;
  let from: Position | 'start' = 'start';
  for await (const event of events.readAll({ from: position, direction: 'backwards', limit: 1 })) from = event.position;
  for await (const event of events.readAll({ from, limit: 1 })) if (event.position === position) return event;
  return null;
}

export function matches({ types, streamPrefixes, ownerId }: ReadFilter, event: StoredEvent): boolean {
  if (ownerId !== undefined && event.metadata?.ownerId !== ownerId) return false;
  if (types) return types.includes(event.type);
  return streamPrefixes?.some((prefix) => event.streamId.startsWith(prefix)) ?? true;
}
