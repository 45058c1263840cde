import { randomUUID } from 'node:crypto';
import type { EventStore, NewEvent, Position, StoredEvent } from '../event-store';

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
