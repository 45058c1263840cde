import { createTestDatabase, type TestDatabase } from '../../testing/test-database';
import { systemClock } from '../../lib/time';
import type { Aggregate } from '../domain/aggregate';
import { DomainError } from '../../lib/domain-error';
import { withEntries } from '../domain/aggregate';
import { createEventStore, type EventStore } from '../event-store';
import { StoreUnavailable } from '../event-store/event-store';
import { randomIds } from '../../lib/ids';
import { AggregateCache } from './state-reader';
import { AggregateStore } from './aggregate-store';
import { userContext } from './command-context';

type Counted = { type: 'Counted'; data: { by: number } };
const counter: Aggregate<{ total: number }, Counted> = {
  category: 'counter',
  initial: { total: 0 },
  evolve: (state, event) => ({ total: state.total + event.data.by }),
};
const count =
  (by: number, max = Infinity) =>
  ({ total }: { total: number }): Counted[] => {
    if (total + by > max) throw new DomainError('limit_reached', 'Full.');
    return by === 0 ? [] : [{ type: 'Counted', data: { by } }];
  };

describe('the aggregate store', () => {
  let database: TestDatabase;
  let events: EventStore;
  const node = () => new AggregateStore(events, systemClock, randomIds);

  beforeAll(async () => {
    database = await createTestDatabase();
    events = await createEventStore({ databaseUrl: database.url });
  });
  afterAll(async () => {
    await events.close();
    await database.drop();
  });

  it('loses no update of concurrent commands on one node', async () => {
    const store = node();
    const all = Array.from({ length: 50 }, () => store.execute(counter, 'one', userContext('u'), count(1)));
    await Promise.all(all);
    expect((await store.load(counter, 'one')).total).toBe(50);
  });

  it('does not change returned states when it reads further events', async () => {
    const seen: Aggregate<{ entries: Readonly<Record<string, number>> }, Counted> = {
      category: 'seen',
      initial: { entries: {} },
      evolve: ({ entries }, { data: { by } }, { unshared }) => ({
        entries: withEntries(entries, [[`${by}`, by]], unshared),
      }),
    };
    const add = (by: number) => (): Counted[] => [{ type: 'Counted', data: { by } }];
    const [a, b] = [node(), node()];
    for (const by of [1, 2]) await a.execute(seen, 'kept', userContext('u'), add(by));
    const before = await b.load(seen, 'kept');
    for (const by of [3, 4]) await a.execute(seen, 'kept', userContext('u'), add(by));
    expect(Object.keys((await b.load(seen, 'kept')).entries)).toEqual(['1', '2', '3', '4']);
    expect(Object.keys(before.entries)).toEqual(['1', '2']);
  });

  it('loses no update of commands on two nodes with separate caches', async () => {
    const [a, b] = [node(), node()];
    for (let i = 0; i < 10; i++) {
      await Promise.all([
        a.execute(counter, 'two', userContext('u'), count(1)),
        b.execute(counter, 'two', userContext('u'), count(1)),
      ]);
    }
    expect((await node().load(counter, 'two')).total).toBe(20);
  });

  it('does not refuse a command because of a state that another node has changed since', async () => {
    const [a, b] = [node(), node()];
    await a.execute(counter, 'three', userContext('u'), count(5, 5));
    await b.execute(counter, 'three', userContext('u'), count(-5));
    await expect(a.execute(counter, 'three', userContext('u'), count(5, 5))).resolves.toMatchObject({ revision: 2n });
  });

  it('appends nothing for a refusal or a decision without events', async () => {
    const store = node();
    await expect(store.execute(counter, 'four', userContext('u'), count(9, 5))).rejects.toMatchObject({
      code: 'limit_reached',
    });
    await expect(store.execute(counter, 'four', userContext('u'), count(0))).resolves.toMatchObject({ position: null });
    expect((await store.load(counter, 'four')).total).toBe(0);
  });

  it('writes cause, owner and time into every event', async () => {
    const store = node();
    const context = userContext('ada', { correlationId: 'correlation' });
    await store.execute(counter, 'five', context, count(1));
    for await (const { metadata } of events.readStream('counter-five')) {
      expect(metadata).toEqual({ ...context, schemaVersion: 1, at: expect.any(String) as string });
    }
  });
  it('writes the events of a repeated command under new ids, since recognizing a repeat is up to the decision', async () => {
    const [a, b] = [node(), node()];
    const context = userContext('u', { commandId: 'e0e5a7f5-3b55-4d19-9f0c-0f6f1c2e7a10' });
    await a.execute(counter, 'six', context, count(1));
    await a.execute(counter, 'six', userContext('u'), count(1));
    await expect(b.execute(counter, 'six', context, count(1))).resolves.toMatchObject({ revision: 2n });
    const ids = new Set<string>();
    for await (const { id } of events.readStream('counter-six')) ids.add(id);
    expect(ids.size).toBe(3);
    expect([(await a.load(counter, 'six')).total, (await b.load(counter, 'six')).total]).toEqual([3, 3]);
  });

  it('finds out by reading whether an append with a lost answer succeeded', async () => {
    let lost = 0;
    const losing = Object.create(events) as EventStore;
    losing.append = async (...given) => {
      const result = await events.append(...given);
      if (lost++ === 1) throw new StoreUnavailable('the answer was lost');
      return result;
    };
    const store = new AggregateStore(losing, systemClock, randomIds);
    await store.execute(counter, 'seven', userContext('u'), count(1));
    await expect(store.execute(counter, 'seven', userContext('u'), count(1))).rejects.toThrow(StoreUnavailable);
    const seen: number[] = [];
    const look = ({ total }: { total: number }) => (seen.push(total), count(1)({ total }));
    await expect(store.execute(counter, 'seven', userContext('u'), look)).resolves.toMatchObject({ revision: 2n });
    expect(seen).toEqual([2]);
  });

  it('decides again on the newest state after a concurrent append', async () => {
    const [a, b] = [node(), node()];
    await a.execute(counter, 'eight', userContext('u'), count(1));
    await b.execute(counter, 'eight', userContext('u'), count(1));
    const seen: number[] = [];
    await a.execute(counter, 'eight', userContext('u'), ({ total }) => (seen.push(total), count(1)({ total })));
    expect(seen).toEqual([1, 2]);
  });
});

describe('the cache of aggregates', () => {
  it('never replaces a state with an older one', () => {
    const cache = new AggregateCache();
    const entry = { eventId: '', measured: 0, tail: { events: 0, bytes: 0 } };
    cache.set('s', { ...entry, state: 'newer', revision: 5n });
    cache.set('s', { ...entry, state: 'older', revision: 4n });
    expect(cache.get('s')).toMatchObject({ state: 'newer', revision: 5n });
    cache.forget('s');
    cache.set('s', { ...entry, state: 'older', revision: 4n });
    expect(cache.get('s')).toMatchObject({ state: 'older', revision: 4n });
  });
});
