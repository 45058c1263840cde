import { createTestDatabase, type TestDatabase } from '../../testing/test-database';
import { systemClock } from '../clock';
import type { Aggregate } from '../domain/aggregate';
import { Refusal } from '../domain/refusal';
import { createEventStore, type EventStore } from '../event-store';
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
    if (total + by > max) throw new Refusal('limit_reached', 'Full.');
    return by === 0 ? [] : [{ type: 'Counted', data: { by } }];
  };

describe('the aggregate store', () => {
  let database: TestDatabase;
  let events: EventStore;
  const node = () => new AggregateStore(events, systemClock);

  beforeAll(async () => {
    database = await createTestDatabase();
    events = await createEventStore({ databaseUrl: database.url });
  });
  afterAll(async () => {
    await events.close();
    await database.drop();
  });

  it('loses no update of commands that come at once, on one node', async () => {
    const store = node();
    const all = Array.from({ length: 50 }, () => store.execute(counter, 'one', userContext('u'), count(1)));
    await Promise.all(all);
    expect((await store.load(counter, 'one')).total).toBe(50);
  });

  it('loses no update of two nodes that do not know of each other', async () => {
    const [a, b] = [node(), node()];
    for (let i = 0; i < 10; i++) {
      await Promise.all([
        a.execute(counter, 'two', userContext('u'), count(1)),
        b.execute(counter, 'two', userContext('u'), count(1)),
      ]);
    }
    expect((await node().load(counter, 'two')).total).toBe(20);
  });

  it('does not refuse on a state that another node has moved on', async () => {
    const [a, b] = [node(), node()];
    await a.execute(counter, 'three', userContext('u'), count(5, 5));
    await b.execute(counter, 'three', userContext('u'), count(-5));
    await expect(a.execute(counter, 'three', userContext('u'), count(5, 5))).resolves.toMatchObject({ revision: 2n });
  });

  it('appends nothing for a refusal or for nothing to do', async () => {
    const store = node();
    await expect(store.execute(counter, 'four', userContext('u'), count(9, 5))).rejects.toMatchObject({
      code: 'limit_reached',
    });
    await expect(store.execute(counter, 'four', userContext('u'), count(0))).resolves.toMatchObject({ position: null });
    expect((await store.load(counter, 'four')).total).toBe(0);
  });

  it('gives every event its cause, its owner and its time', async () => {
    const store = node();
    const context = userContext('ada', { correlationId: 'correlation' });
    await store.execute(counter, 'five', context, count(1));
    for await (const { metadata } of events.readStream('counter-five')) {
      expect(metadata).toEqual({ ...context, schemaVersion: 1, at: expect.any(String) as string });
    }
  });
});
