import { randomUUID } from 'node:crypto';
import type { RetryPolicy } from '../../../lib/retry';
import type { EventStore, NewEvent, Position, StoredEvent } from '../event-store';

/** A back end under test. Its log may contain events of other tests. */
export interface StoreHarness {
  store: EventStore;
  /** Opens another store on the same log, as another process would. */
  open(): EventStore;
  /** Cuts all current connections of the stores to their server. */
  dropConnections(): Promise<void>;
  /** Closes the harness and its stores. */
  close(): Promise<void>;
}

/** Faults that only some back ends can be tested for. */
export interface Trials {
  /**
   * Opens a transaction of another application that has already written; resolves to a function that ends the
   * transaction.
   */
  holdForeignTransaction?: () => Promise<() => Promise<void>>;
  /** Starts a server that has its own log and may be killed. */
  startServer?: () => Promise<KillableServer>;
}

export interface KillableServer {
  store: EventStore;
  /** Sends kill -9; resolves when the process is gone. */
  kill(): Promise<void>;
  /** Starts the server again on the data that is left. */
  restart(): Promise<EventStore>;
  close(): Promise<void>;
}

/** Retry policy for failing handlers; short, since the tests wait for it. */
export const testRetry: RetryPolicy = { attempts: 4, firstDelayMs: 1, maxDelayMs: 4 };

export const newStream = (category = 'conformance'): string => `${category}-${randomUUID()}`;

export const newEvent = (data: unknown = {}, type = 'ThingHappened'): NewEvent => ({ id: randomUUID(), type, data });

export const newEvents = (count: number): NewEvent[] => Array.from({ length: count }, (_, n) => newEvent({ n }));

export async function all<T>(source: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of source) items.push(item);
  return items;
}

export const idsOf = (events: readonly { id: string }[]): string[] => events.map(({ id }) => id);

export const revisionsOf = (events: readonly StoredEvent[]): bigint[] => events.map(({ revision }) => revision);

/** Returns the log's current head as a test's start position, since tests share the log. */
export async function now(store: EventStore): Promise<Position | 'start'> {
  return (await store.head()) ?? 'start';
}

/** Returns a mulberry32 generator: the same numbers from 0 to 1 for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns a new seed for each run, and prints it so that a failure can be reproduced. */
export function printedSeed(what: string): number {
  const seed = Number(process.env.TEST_SEED) || Math.floor(Math.random() * 2 ** 31);
  process.stdout.write(`${what}: seed ${seed} (TEST_SEED=${seed} repeats it)\n`);
  return seed;
}
