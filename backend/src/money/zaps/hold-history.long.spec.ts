import { randomUUID } from 'node:crypto';
import type { Pool, QueryConfig } from 'pg';
import { systemClock } from '../../lib/time';
import { AggregateStore } from '../../eventsourcing/commands/aggregate-store';
import { userContext } from '../../eventsourcing/commands/command-context';
import { ensurePlatformSchema } from '../../eventsourcing/platform-schema';
import { createEventStore, type EventStore } from '../../eventsourcing/event-store';
import { randomIds } from '../../lib/ids';
import { tableName } from '../../eventsourcing/views/view';
import { catchUp } from '../../eventsourcing/views/catch-up';
import { ViewTable } from '../../eventsourcing/views/view-table';
import { ViewWriter } from '../../eventsourcing/views/view-writer';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database';
import { purpose } from '../../testing/ledger/wallet-steps';
import { decideGrant } from './domain/credit-wallet';
import { withHistoryLookup } from './domain/hold-book';
import { chargedBy, decideRefund, RefundCharge } from './domain/refund-charge';
import { walletAggregate, walletRemembering } from './domain/wallet';
import { HoldHistoryReader } from './hold-history';
import { PaidWork } from './paid-work';
import { chargeView } from './views/charge.view';

const TABLE = `views.${tableName(chargeView)}`;
const UNITS = 1_000;

describe('evicted holds of a wallet', () => {
  const userId = randomUUID();
  const holds = Array.from({ length: 110 }, () => randomUUID());
  const [charged = '', released = '', refunded = ''] = holds;
  let database: TestDatabase;
  let events: EventStore;
  let records: HoldHistoryReader;

  const node = () => new AggregateStore(events, systemClock, randomIds);
  const paid = () => new PaidWork(node(), records);
  const reservation = (holdId: string) => {
    const price = { units: UNITS, usd: 0, version: 'v' };
    return { userId, holdId, price, purpose, deadline: '2999-01-01T00:00:00.000Z', bulk: false };
  };
  const refund = (holdId: string, units: number, refundId = randomUUID()) => {
    const store = node();
    const data = {
      refundId,
      holdId,
      units,
      reason: 'Blurred',
      purpose,
      priceVersion: 'v',
      reservedAt: '',
      by: 'finance',
    };
    return withHistoryLookup(
      (forgotten) => records.recall(userId, holdId, forgotten),
      async (recalled) => {
        const context = userContext(userId, { commandId: refundId });
        const command = new RefundCharge(userId, { ...data, recalled }, context);
        const { state } = await store.execute(walletAggregate, userId, context, (before, environment) =>
          decideRefund(command, before, environment),
        );
        return chargedBy(state, holdId, recalled);
      },
    );
  };

  async function catchUpView(): Promise<void> {
    const writer = new ViewWriter(database.pool, [new ViewTable(chargeView)], { onPoison: () => undefined });
    await writer.open();
    await catchUp(events, writer);
  }

  beforeAll(async () => {
    database = await createTestDatabase();
    await ensurePlatformSchema(database.pool);
    await new ViewTable(chargeView).create(database.pool);
    events = await createEventStore({ databaseUrl: database.url });
    records = new HoldHistoryReader(events, database.pool);
    const store = node();
    await store.execute(walletAggregate, userId, userContext(userId), decideGrant);
    const work = new PaidWork(store, records);
    for (const holdId of holds) {
      await work.reserve(reservation(holdId));
      if (holdId === released) await work.release({ userId, holdId, reason: 'failed' });
      else await work.settle({ userId, holdId });
      if (holdId === refunded) await refund(holdId, 300);
    }
  });
  afterAll(async () => {
    await events.close();
    await database.drop();
  });

  const answers = async () => {
    const again = await paid().reserve(reservation(charged));
    const back = await paid().reserve(reservation(released));
    const statusOf = ({ hold, fresh }: typeof again) => [hold.status, hold.requestHash, fresh];
    return {
      state: (await node().load(walletAggregate, userId)).holds.forgotten,
      again: [statusOf(again), statusOf(back)],
      tooMuch: await refund(refunded, 701).catch((error: { code: string }) => error.code),
      ofReleased: await refund(released, 1).catch((error: { code: string }) => error.code),
      unknown: await refund(randomUUID(), 1).catch((error: { code: string }) => error.code),
    };
  };
  const wanted = {
    state: expect.any(Number) as number,
    again: [
      ['settled', 'hash', false],
      ['released', 'hash', false],
    ],
    tooMuch: 'conflict',
    ofReleased: 'not_found',
    unknown: 'not_found',
  };

  it('are neither reserved again nor refunded beyond their charge, at any position of the view', async () => {
    // The view has no hold of the wallet yet, so the whole stream is read.
    expect(await answers()).toEqual(wanted);
    await catchUpView();
    expect(await answers()).toEqual(wanted);
    const { rows } = await database.pool.query(`select * from ${TABLE} where revision > 100`);
    expect(rows.length).toBeGreaterThan(0);
    // The deleted rows are in the middle of the wallet.
    await database.pool.query(`delete from ${TABLE} where reserved_revision > 100`);
    expect(await answers()).toEqual(wanted);
    // All rows of the view are wrong.
    await database.pool.query(
      `update ${TABLE} set reserved_revision = 7, closed_revision = 9, charged = 1e9, refunded = 0`,
    );
    expect(await answers()).toEqual(wanted);
  });

  it('are found at once when the view has them, and a new one is recognized as new', async () => {
    await database.pool.query(`truncate ${TABLE}`);
    await database.pool.query('delete from platform.view_checkpoints');
    await catchUpView();
    const read: bigint[] = [];
    const watched = new HoldHistoryReader(
      {
        readStream: (id: string, options: { from: bigint; limit?: number }) => {
          read.push(options.from);
          expect(options.limit).toBe(1);
          return events.readStream(id, options);
        },
      } as unknown as EventStore,
      database.pool,
    );
    const work = new PaidWork(node(), watched);
    expect(await work.reserve(reservation(charged))).toMatchObject({ fresh: false, hold: { status: 'settled' } });
    expect(read).toEqual([1n, 2n]);
    const fresh = await work.reserve(reservation(randomUUID()));
    expect(fresh).toMatchObject({ fresh: true, hold: { status: 'open' } });
    expect(read).toHaveLength(2);
  });

  it('are no longer looked up one by one once a node has loaded a busy wallet, nor are later ones', async () => {
    await catchUpView();
    const asked: string[] = [];
    const pool = {
      query: (query: QueryConfig) => (asked.push(query.name ?? ''), database.pool.query(query)),
    } as unknown as Pool;
    const learning = new HoldHistoryReader(events, pool);
    const work = new PaidWork(node(), learning);
    const reserveNew = async (): Promise<void> => {
      const holdId = randomUUID();
      expect(await work.reserve(reservation(holdId))).toMatchObject({ fresh: true, hold: { status: 'open' } });
      await work.settle({ userId, holdId });
    };
    for (let n = 0; n < 10; n++) await reserveNew();
    await learning.known.idle();
    expect(asked.toSorted()).toEqual([...Array<string>(10).fill('hold-records'), 'holds-after']);
    const again = asked.length;
    await reserveNew();
    expect(asked).toHaveLength(again);
    expect(await work.reserve(reservation(released))).toMatchObject({ fresh: false, hold: { status: 'released' } });
    expect(asked.slice(again)).toEqual(['hold-records']);
    // Close more holds than a state remembers; they are read once the view has them.
    for (let n = 0; n < 60; n++) await reserveNew();
    await catchUpView();
    const before = asked.length;
    for (let n = 0; n < 45; n++) await reserveNew();
    expect(asked.slice(before)).toEqual(['holds-after']);
  });

  it('are refunded in parts up to their charge, also when the refunds are evicted', async () => {
    expect(await refund(refunded, 500)).toEqual({ charged: UNITS, refunded: 800 });
    const recalled = await records.recall(userId, refunded, { what: 'refunds', since: 300 });
    const forgetful = walletRemembering({ holds: 1, refunds: 0, purchases: 1 });
    const state = await node().load(forgetful, userId);
    expect(chargedBy(state, refunded, recalled)).toEqual({ charged: UNITS, refunded: 800 });
    await expect(refund(refunded, 201)).rejects.toMatchObject({ code: 'conflict' });
    expect(await refund(refunded, 200)).toEqual({ charged: UNITS, refunded: UNITS });
  });

  it('are refunded once per key, also after more refunds than a state remembers', async () => {
    const [many = '', first] = [holds.at(-1), randomUUID()];
    await refund(many, 1, first);
    for (let n = 0; n < 201; n++) await refund(many, 1);
    expect(await refund(many, 1, first)).toEqual({ charged: UNITS, refunded: 202 });
    await expect(refund(many, 2, first)).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    expect(await refund(many, 1)).toEqual({ charged: UNITS, refunded: 203 });
  });
});
