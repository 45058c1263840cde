import { randomUUID } from 'node:crypto';
import type { Pool, QueryConfig } from 'pg';
import { systemClock } from '../../lib/time';
import { AggregateStore } from '../../eventsourcing/commands/aggregate-store';
import { userContext } from '../../eventsourcing/commands/command-context';
import { PostgresSnapshots } from '../../eventsourcing/commands/postgres-snapshots';
import { ViewTable } from '../../eventsourcing/views/view-table';
import { ensurePlatformSchema } from '../../eventsourcing/platform-schema';
import { createEventStore, type EventStore } from '../../eventsourcing/event-store';
import { randomIds } from '../../lib/ids';
import { purposeOf } from '../../testing/repeatable/world';
import { catchUp } from '../../eventsourcing/views/catch-up';
import { ViewWriter } from '../../eventsourcing/views/view-writer';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database';
import { decideGrant } from './domain/credit-wallet';
import { walletAggregate } from './domain/wallet';
import { HoldHistoryReader } from './hold-history';
import { PaidWork } from './paid-work';
import { chargeView } from './views/charge.view';

const ENTRIES = 260;

describe('the snapshot of a long wallet', () => {
  const userId = randomUUID();
  const holds = Array.from({ length: ENTRIES / 2 }, () => randomUUID());
  let database: TestDatabase;
  let events: EventStore;
  let snapshots: PostgresSnapshots;

  const started = () => new AggregateStore(events, systemClock, randomIds, snapshots);
  const reservation = (holdId: string) => ({
    userId,
    holdId,
    price: { units: 1_000, usd: 0, version: 'v' },
    purpose: purposeOf(null, holdId),
    deadline: '2999-01-01T00:00:00.000Z',
    bulk: false,
  });

  beforeAll(async () => {
    database = await createTestDatabase();
    await ensurePlatformSchema(database.pool);
    await new ViewTable(chargeView).create(database.pool);
    events = await createEventStore({ databaseUrl: database.url });
    snapshots = await PostgresSnapshots.open(database.pool, { error: () => undefined });
    const node = started();
    await node.execute(walletAggregate, userId, userContext(userId), decideGrant);
    const paid = new PaidWork(node, new HoldHistoryReader(events, database.pool));
    for (const holdId of holds) {
      await paid.reserve(reservation(holdId));
      await paid.settle({ userId, holdId });
    }
    await snapshots.idle();
  });
  afterAll(async () => {
    await snapshots.close();
    await events.close();
    await database.drop();
  });

  /** Returns the answers of a newly started server to requests that change nothing. */
  async function answers(): Promise<unknown> {
    const node = started();
    const paid = new PaidWork(node, new HoldHistoryReader(events, database.pool));
    const [first = '', last = ''] = [holds[0], holds.at(-1)];
    const tooMuch = { ...reservation(randomUUID()), price: { units: 1e9, usd: 0, version: 'v' } };
    return {
      state: await node.load(walletAggregate, userId),
      available: await paid.available(userId),
      again: [await paid.reserve(reservation(first)), await paid.reserve(reservation(last))],
      settled: (await paid.settle({ userId, holdId: first })).events,
      refused: await paid.reserve(tooMuch).catch((error: unknown) => String(error)),
    };
  }

  it('changes no answer when it is deleted', async () => {
    const kept = await database.pool.query('select from platform.snapshots where stream_id = $1', [`wallet-${userId}`]);
    expect(kept.rowCount).toBe(1);
    const before = await answers();
    await database.pool.query('delete from platform.snapshots');
    expect(await answers()).toEqual(before);
    expect(before).toMatchObject({ settled: [], again: [{ fresh: false }, { fresh: false }] });
  });

  it('is as short as that of any wallet', async () => {
    const { holds: book } = await started().load(walletAggregate, userId);
    expect([Object.keys(book.open).length, book.closed.length]).toEqual([0, 100]);
  });

  describe('at the start of a server', () => {
    const steps: string[] = [];
    const watchedPool = () =>
      ({
        query: (query: QueryConfig) => (steps.push('hold looked up'), database.pool.query(query)),
      }) as unknown as Pool;
    const watchedStore = () => {
      const store = Object.create(events) as EventStore;
      store.readStream = async function* (...given) {
        yield* events.readStream(...given);
        steps.push('entries read');
      };
      store.append = (...given) => (steps.push('appended'), events.append(...given));
      return store;
    };
    const startedWatched = () => {
      const store = watchedStore();
      const aggregates = new AggregateStore(store, systemClock, randomIds, snapshots);
      return new PaidWork(aggregates, new HoldHistoryReader(store, watchedPool()));
    };
    const catchUpView = async () => {
      const writer = new ViewWriter(database.pool, [new ViewTable(chargeView)], { onPoison: () => undefined });
      await writer.open();
      await catchUp(events, writer);
    };
    beforeEach(async () => {
      await started().load(walletAggregate, userId);
      await snapshots.idle();
      await catchUpView();
      steps.length = 0;
    });

    it('looks a hold up once, while the entries after the snapshot are read', async () => {
      const reserved = await startedWatched().reserve(reservation(randomUUID()));
      expect(reserved).toMatchObject({ fresh: true, hold: { status: 'open' } });
      expect(steps).toEqual(['hold looked up', 'entries read', 'appended']);
    });

    it('looks up no hold that the snapshot has', async () => {
      const { holds: book } = await started().load(walletAggregate, userId);
      const reserved = await startedWatched().reserve(reservation(book.closed.at(-1)?.holdId ?? ''));
      expect(reserved).toMatchObject({ fresh: false, hold: { status: 'settled' } });
      expect(steps).not.toContain('hold looked up');
    });

    it('does not treat a hold as new that was closed and evicted after the snapshot and the view', async () => {
      const unsaved = new PaidWork(
        new AggregateStore(events, systemClock, randomIds),
        new HoldHistoryReader(events, database.pool),
      );
      const late = Array.from({ length: 102 }, () => randomUUID());
      for (const holdId of late) {
        await unsaved.reserve(reservation(holdId));
        await unsaved.settle({ userId, holdId });
      }
      const again = await startedWatched().reserve(reservation(late[0] ?? ''));
      expect(again).toMatchObject({ fresh: false, hold: { status: 'settled' } });
      expect(steps.filter((step) => step === 'hold looked up')).toHaveLength(2);
      expect(steps).not.toContain('appended');
    });
  });
});
