import { randomUUID } from 'node:crypto';
import type { PushMessage } from '@storyreel/contracts';
import { eventually } from '../../testing/eventually';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database';
import { ensureEventStoreSchema } from '../event-store/postgres/schema';
import { PostgresEventStore } from '../event-store/postgres/postgres-event-store';
import { LastNotified } from './last-notified';
import { PushHub, type PushHubOptions } from './push-hub';
import type { PushRule } from './push-rule';

const rule: PushRule = {
  types: ['Counted'],
  draft: (event) => ({ type: 'projectsChanged', projectIds: [(event.data as { id: string }).id] }),
};

describe('push', () => {
  let database: TestDatabase;
  let events: PostgresEventStore;
  let hub: PushHub;
  let told: LastNotified;
  let viewsPassed: PushHubOptions['viewsPassed'];
  const errors: string[] = [];
  const sent: PushMessage[] = [];
  beforeAll(async () => {
    database = await createTestDatabase();
    await ensureEventStoreSchema(database.pool);
    // Gives up at once; the default policy does so after some twelve seconds of failures.
    const retry = { attempts: 1, firstDelayMs: 1, maxDelayMs: 1 };
    events = new PostgresEventStore({ pool: database.pool, retry });
    await append('before');
  });
  beforeEach(() => {
    errors.length = 0;
    sent.length = 0;
    viewsPassed = () => Promise.resolve(true);
    told = new LastNotified();
    hub = new PushHub({
      events,
      rules: [rule],
      viewsPassed: (position) => viewsPassed(position),
      send: (_, message) => sent.push(message),
      told,
      log: { warn: () => undefined, error: (_, message) => errors.push(message) },
    });
    hub.start();
  });
  afterEach(() => hub.stop());
  afterAll(async () => {
    await events.close();
    await database.drop();
  });
  const append = (id: string) =>
    events.append('a-1', [{ id: randomUUID(), type: 'Counted', data: { id }, metadata: { ownerId: 'ada' } }], {
      expected: 'any',
    });
  const ids = () => sent.flatMap((message) => ('projectIds' in message ? message.projectIds : []));
  const soon = (what: string, isSo: () => boolean) => eventually(what, () => Promise.resolve(isSo() || null), 10_000);
  /** Waits until the hub has begun: events appended after this are pushed. */
  const begun = () => soon('The beginning', () => told.upTo !== null);

  it('subscribes again after its subscription was given up, and misses nothing', async () => {
    await begun();
    let failures = 0;
    viewsPassed = () => (failures++ === 0 ? Promise.reject(new Error('no views')) : Promise.resolve(true));
    await append('first');
    await append('second');
    await soon('The push', () => ids().includes('second'));
    expect(ids()).toEqual(['first', 'second']);
    expect(errors).toEqual(['Push was interrupted; subscribing again.']);
  });

  it('sends no message before the views show its change, however long they take, and logs the wait once', async () => {
    await begun();
    let asked = 0;
    viewsPassed = () => Promise.resolve(++asked === 4);
    await append('late');
    await soon('The push', () => sent.length > 0);
    expect([asked, ids(), errors]).toEqual([4, ['late'], ['Push waits for the views.']]);
  });

  it('gives a page no position before the views show the log up to it', async () => {
    let show: (passed: boolean) => void = () => undefined;
    let asked: string | null = null;
    viewsPassed = (position) => {
      asked = position;
      return new Promise((resolve) => (show = resolve));
    };
    await soon('The question', () => asked !== null);
    expect([asked, told.upTo]).toEqual([await events.head(), null]);
    show(true);
    await begun();
    expect(told.upTo).toBe(asked);
  });
});
