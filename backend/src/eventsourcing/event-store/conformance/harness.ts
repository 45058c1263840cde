import { randomUUID } from 'node:crypto';
import type { RetryPolicy } from '../../../lib/retry';
import type { EventStore, NewEvent, Position, StoredEvent } from '../event-store';

/** A back end under test. Its log may hold events of other tests. */
export interface StoreHarness {
  store: EventStore;
  /** Another process's view of the same log. */
  open(): EventStore;
  /** Cuts every connection of the stores to their server, once. */
  dropConnections(): Promise<void>;
  /** Closes the stores as well. */
  close(): Promise<void>;
}

/** What only some back ends can be made to go through. */
export interface Trials {
  /** Leaves a transaction of somebody else open, which has written; resolves to what ends it. */
  holdForeignTransaction?: () => Promise<() => Promise<void>>;
  /** A server with a log of its own that may be killed. */
  startServer?: () => Promise<KillableServer>;
}

export interface KillableServer {
  store: EventStore;
  /** kill -9, and resolves when the process is gone. */
  kill(): Promise<void>;
  /** Starts it again on what is left. */
  restart(): Promise<EventStore>;
  close(): Promise<void>;
}

/** Of handlers that fail; quick, since the tests wait for it. */
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

/** Where a test begins, in a log that others use too. */
export async function now(store: EventStore): Promise<Position | 'start'> {
  return (await store.head()) ?? 'start';
}

/** mulberry32: the same numbers from 0 to 1 for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A new seed each run, printed so that a failure can be had again. */
export function printedSeed(what: string): number {
  const seed = Number(process.env.TEST_SEED) || Math.floor(Math.random() * 2 ** 31);
  process.stdout.write(`${what}: seed ${seed} (TEST_SEED=${seed} repeats it)\n`);
  return seed;
}
