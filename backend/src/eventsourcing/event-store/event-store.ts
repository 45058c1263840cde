/** The state of the stream that an append requires: an exact revision, any, not yet existing, or existing. */
export type ExpectedRevision = bigint | 'any' | 'no_stream' | 'stream_exists';

export interface NewEvent<T = unknown> {
  /**
   * UUID, new for each attempt to append. Repeating the same append (same ids, same expected revision, exact or
   * no_stream) returns the first result, even if the stream has newer events since, and does not show that it was a
   * repeat. Use this only for an append whose answer was lost: in any other append, an id that the stream already has
   * may be rejected or stored a second time. EventStoreDB stores it.
   */
  id: string;
  type: string;
  data: T;
  metadata?: Record<string, unknown>;
}

/** Readers may share the same object: treat it as immutable. */
export interface StoredEvent<T = unknown> extends NewEvent<T> {
  streamId: string;
  /** 0-based index in its stream, without gaps. */
  revision: bigint;
  position: Position;
  created: Date;
  /** Set when this release cannot read the data, which are then missing (domain/upcast.ts). */
  unreadable?: Error;
  /** Set when the owner's account was erased; the data are null (sealed-events). */
  erased?: true;
}

/**
 * A position in the whole log. Opaque; its text order is the log's order (numbers are zero-padded). Heads, checkpoints
 * and the log's identity check all use it. Hidden events, such as those an EventStoreDB writes for itself, have
 * positions too: a head may be one, and checkpoints advance over them.
 */
export type Position = string & { readonly __position: unique symbol };

export interface AppendResult {
  nextExpectedRevision: bigint;
  /** Position of the last event appended; for a repeated append, of the original. */
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
/** `stream_exists` was expected, but the stream is deleted. */
export class StreamDeleted extends Error {}
/** The append is larger than MAX_APPEND_BYTES. */
export class AppendTooLarge extends Error {}
/**
 * The append can never be stored: not JSON, a name that is empty, too long or not Unicode, or an id that is no UUID.
 */
export class EventNotStorable extends Error {}
/**
 * The store is temporarily unavailable. An append that fails with exactly this class (not OutcomeUnknown) has changed
 * nothing.
 */
export class StoreUnavailable extends Error {
  readonly retryable = true;
}
/** The append was sent but not answered: it may or may not be stored. */
export class OutcomeUnknown extends StoreUnavailable {}
/** The server dropped a subscription that read too slowly. It resumes from its checkpoint. */
export class SubscriberTooSlow extends StoreUnavailable {}
/** A subscription's handler failed on one batch too many times; the cause is its last error. */
export class SubscriptionFailed extends Error {}

/** Limit for all events of one append together, in bytes of JSON; EventStoreDB's own default. */
export const MAX_APPEND_BYTES = 1024 * 1024;

/** Set only one of the two: EventStoreDB filters by one dimension only. */
export interface EventFilter {
  types?: string[];
  streamPrefixes?: string[];
}

export interface ReadFilter extends EventFilter {
  /** Only events whose metadata name this owner. */
  ownerId?: string;
}

export interface Subscription {
  /** Settles when the subscription has stopped; rejects with SubscriptionFailed when it gave up. */
  readonly closed: Promise<void>;
  /** Resolves when the batch being handled is done, so a handler must not await it. Never rejects. */
  stop(): Promise<void>;
}

export interface SubscribeOptions {
  /** Exclusive. 'end' starts at the log's end, at the latest at the first onCaughtUp. */
  from: Position | 'start' | 'end';
  filter?: EventFilter;
  /** Maximum number of events in a batch. Default 500. */
  batchSize?: number;
  /** Limit of holding back new events to form a larger batch. Default 0. */
  maxBatchDelayMs?: number;
  /**
   * Awaited, so a slow handler causes backpressure. The checkpoint also advances over filtered events, so `events` may
   * be empty. When the handler throws, the same batch is delivered again, a limited number of times.
   */
  onBatch(events: StoredEvent[], checkpoint: Position): Promise<void>;
  onCaughtUp?(): void;
  onFellBehind?(): void;
  /** Called when the connection dropped or the handler threw; delivery is retried after the delay. */
  onDropped?(error: Error, retryInMs: number): void;
}

export interface ReadStreamOptions {
  from?: bigint | 'start' | 'end';
  direction?: 'forwards' | 'backwards';
  limit?: number;
  /** Makes the events known to `asStored` of sealed-events. */
  asStored?: boolean;
}

export interface ReadAllOptions {
  /** An exclusive position: forwards reads the events after it, backwards those before it. */
  from?: Position | 'start' | 'end';
  direction?: 'forwards' | 'backwards';
  limit?: number;
  /** Limit of positions to scan where many events are hidden or filtered; the result may then be incomplete. */
  lookAt?: number;
  filter?: ReadFilter;
  /** Yields our own events as they were written, without upcasting (domain/scoped-event-store.ts). */
  asStored?: boolean;
}

/** A trace of something that cannot happen to an append-only log. */
export interface LogFault {
  /** Null for a fault of the whole log. */
  streamId: string | null;
  /** Revision, if the fault has one. */
  revision: bigint | null;
  reason: string;
  expected: string;
  found: string;
}

/** @param set the settings, as text */
export const settingsFault = (streamId: string, set: string): LogFault => ({
  streamId,
  revision: null,
  reason: 'has settings that hide its events from those who read it, so that what they prove is undone',
  expected: 'no settings',
  found: set,
});

export interface StreamMetadata {
  /** Only this many newest events are read. */
  maxCount?: number;
  /** Seconds; older events are not read. */
  maxAge?: number;
  /** Events before this revision are not read. */
  truncateBefore?: bigint;
}

/** The event log. Two back ends with the same behaviour, defined by the tests in conformance/. */
export interface EventStore {
  /**
   * Appends all of the events or none. The signal withdraws an append that has not been sent yet.
   * @throws WrongExpectedRevision, StreamDeleted, AppendTooLarge, EventNotStorable, StoreUnavailable, or
   * OutcomeUnknown: the same append can be repeated after the last two
   */
  append(
    streamId: string,
    events: NewEvent[],
    options: { expected: ExpectedRevision; signal?: AbortSignal },
  ): Promise<AppendResult>;
  /** Reads from a revision on, inclusive. @throws StreamNotFound, StreamDeleted */
  readStream(streamId: string, options?: ReadStreamOptions): AsyncIterable<StoredEvent>;
  readAll(options?: ReadAllOptions): AsyncIterable<StoredEvent>;
  subscribeAll(options: SubscribeOptions): Subscription;
  /** Replaces the stream's metadata. Events it hides from readStream still appear in readAll and subscriptions. */
  setStreamMetadata(streamId: string, metadata: StreamMetadata): Promise<void>;
  /** Hides the stream from readStream until the next append, which continues its revisions. */
  deleteStream(streamId: string, options: { expected: ExpectedRevision }): Promise<void>;
  /**
   * Returns the position of the newest event, whoever wrote it, or null while the log is empty. No checkpoint is ever
   * past it, and every subscription's checkpoint reaches it.
   */
  head(): Promise<Position | null>;
  /**
   * Yields events that are missing between others, and streams whose metadata hide events, as far as the back end can
   * know: EventStoreDB numbers revisions itself, and its positions have gaps.
   */
  faults(): AsyncIterable<LogFault>;
  /** Resolves when the store can be used. @throws StoreUnavailable */
  ready(): Promise<void>;
  close(): Promise<void>;
}

export const EVENT_STORE = Symbol('EventStore');

/** Digits of the largest 64-bit number, so that text order is numeric order. */
const DIGITS = 20;

export const toPosition = (place: bigint | string): Position => String(place).padStart(DIGITS, '0') as Position;

export const fromPosition = (position: Position): bigint => BigInt(position);

const POSITION = /^[0-9]{1,40}(:[0-9]{1,40})?$/;

/** True if an untrusted text has the form of a position. */
export const isPosition = (text: string): text is Position => POSITION.test(text);

/**
 * Returns the event at a position, or null where the log has none. A backward read finds the previous position, from
 * which the forward read has to start.
 */
export async function eventAt(
  events: Pick<EventStore, 'head' | 'readAll'>,
  position: Position,
): Promise<StoredEvent | null> {
  const head = await events.head();
  // The position is of a longer log, before an older backup was restored.
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
