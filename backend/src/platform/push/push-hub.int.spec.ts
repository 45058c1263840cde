import { randomUUID } from 'node:crypto';
import type { PushMessage } from '@storyreel/contracts';
import { eventually } from '../../testing/eventually';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database';
import { ensureEventStoreSchema } from '../event-store/postgres/ensure-schema';
import { PostgresEventStore } from '../event-store/postgres/postgres-event-store';
import { LastTold } from './last-told';
import { PushHub } from './push-hub';
import type { PushRule } from './push-rule';

const rule: PushRule = {
  types: ['Counted'],
  draft: (event) => ({ type: 'projectsChanged', projectIds: [(event.data as { id: string }).id] }),
};

describe('push', () => {
  let database: TestDatabase;
  let events: PostgresEventStore;
  const errors: string[] = [];
  const sent: PushMessage[] = [];
  let viewsPassed: () => Promise<unknown> = () => Promise.resolve();
  let hub: PushHub;
  beforeAll(async () => {
    database = await createTestDatabase();
    await ensureEventStoreSchema(database.pool);
    // Gives up at once, as the real one does after a fault of twelve seconds.
    const retry = { attempts: 1, firstDelayMs: 1, maxDelayMs: 1 };
    events = new PostgresEventStore({ pool: database.pool, retry });
    hub = new PushHub({
      events,
      rules: [rule],
      viewsPassed: () => viewsPassed(),
      send: (_, message) => sent.push(message),
      told: new LastTold(),
      log: { error: (_, message) => errors.push(message) },
    });
  });
  afterAll(async () => {
    await hub.stop();
    await events.close();
    await database.drop();
  });
  const append = (id: string) =>
    events.append('a-1', [{ id: randomUUID(), type: 'Counted', data: { id }, metadata: { ownerId: 'ada' } }], {
      expected: 'any',
    });
  const ids = () => sent.flatMap((message) => ('projectIds' in message ? message.projectIds : []));

  it('subscribes again after its subscription gave up, and misses nothing', async () => {
    await append('before');
    hub.start();
    let failures = 0;
    viewsPassed = () => (failures++ === 0 ? Promise.reject(new Error('no views')) : Promise.resolve());
    // Whether it has begun to listen shows only in what it sends, so one is sent until it has.
    await eventually('The first failure', async () => (await append('first'), failures > 0 || null), 10_000);
    await append('second');
    await eventually('The push', () => Promise.resolve(ids().includes('second') || null), 10_000);
    expect(ids().filter((id) => id === 'first').length).toBeGreaterThan(0);
    expect(ids()).not.toContain('before');
    expect(errors).toEqual(['Push was interrupted; subscribing again.']);
  });
});
