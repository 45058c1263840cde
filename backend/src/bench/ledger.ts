import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { provenViews, verifyLedger } from '../ledger';
import { systemClock } from '../lib/time';
import { AggregateStore } from '../eventsourcing/commands/aggregate-store';
import { userContext } from '../eventsourcing/commands/command-context';
import { PostgresSnapshots } from '../eventsourcing/commands/postgres-snapshots';
import { createEventStore, type EventStore } from '../eventsourcing/event-store';
import { randomIds } from '../lib/ids';
import { catchUp } from '../eventsourcing/views/catch-up';
import { ViewTable } from '../eventsourcing/views/view-table';
import { ViewWriter } from '../eventsourcing/views/view-writer';
import { ensurePlatformSchema } from '../eventsourcing/platform-schema';
import { PaidWork } from '../money/zaps';
import { HoldHistoryReader } from '../money/zaps/hold-history';
import { chargeView } from '../money/zaps/views/charge.view';
import {
  chain,
  genesisHash,
  move,
  type Purpose,
  type WalletEntry,
  type WalletEvent,
} from '../money/zaps/domain/wallet-entry';
import type { BenchRow } from './appends';
import { benchPool, closePool } from './bench-pool';

const CHUNK = 250;
/** Pace of a busy creator's wallet. */
const ENTRIES_A_DAY = 270;
const DAY_MS = 86_400_000;
const ROUNDS = 5;

/** The projects of one creator. */
const PROJECTS = Array.from({ length: 25 }, () => randomUUID());
const purposeOf = (n = 0): Purpose => ({
  provider: 'sandbox',
  model: 'v6.1',
  operation: 'generate_image',
  category: 'image',
  description: '4 images for a scene',
  projectId: PROJECTS[n % PROJECTS.length] ?? null,
  sceneId: randomUUID(),
  workId: randomUUID(),
  requestHash: randomUUID().repeat(2).slice(0, 64),
});

/** Yields a consistent wallet: a grant, then paid work up to now. */
function* entriesOf(ownerId: string, count: number): Generator<WalletEvent> {
  let last = genesisHash(ownerId);
  const began = Date.now() - (count / ENTRIES_A_DAY) * DAY_MS;
  const link = (entry: WalletEntry, n: number): WalletEvent => {
    const linked = chain(entry, last, new Date(began + (n / ENTRIES_A_DAY) * DAY_MS).toISOString());
    last = linked.data.hash;
    return linked;
  };
  const paid = { units: 1e12, postings: move(1e12, 'purchases', 'available') };
  const purchase = { purchaseId: randomUUID(), paidUsd: 1, sandbox: true };
  yield link({ type: 'ZapsPurchased', data: { ...purchase, ...paid } }, 0);
  for (let n = 1; n + 1 < count; n += 2) {
    const held = { holdId: randomUUID(), purpose: purposeOf(n), units: 40_000 };
    const price = { units: 40_000, usd: 0.1, version: 'v' };
    const deadline = new Date().toISOString();
    const reserved = { ...held, price, deadline, bulkDay: null, postings: move(40_000, 'available', 'held') };
    yield link({ type: 'ZapsReserved', data: reserved }, n);
    const settled = { ...held, usd: 0.1, priceVersion: 'v', postings: move(40_000, 'held', 'revenue') };
    yield link({ type: 'ZapsSettled', data: settled }, n + 1);
  }
}

async function fill(store: EventStore, ownerId: string, count: number): Promise<void> {
  const events = [...entriesOf(ownerId, count)];
  for (let at = 0; at < events.length; at += CHUNK) {
    const batch = events.slice(at, at + CHUNK).map(({ type, data }) => {
      return { id: randomUUID(), type, data, metadata: { ...userContext(ownerId), schemaVersion: 1, at: data.at } };
    });
    await store.append(`wallet-${ownerId}`, batch, { expected: at === 0 ? 'no_stream' : BigInt(at - 1) });
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}
const median = (times: number[]): number => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

/**
 * Benchmarks verification against reading the same log, and a command on a very long wallet against one on a short one.
 */
export async function benchLedger(databaseUrl: string, wallets = 100, long = 100_000): Promise<BenchRow[]> {
  const pool = benchPool(databaseUrl, 8);
  await ensurePlatformSchema(pool);
  const store = await createEventStore({ databaseUrl });
  try {
    for (let n = 0; n < wallets; n++) await fill(store, randomUUID(), 300);
    return [...(await verification(pool, store)), ...(await commands(pool, store, long))];
  } finally {
    await store.close();
    await closePool(pool);
  }
}

async function verification(pool: Pool, store: EventStore): Promise<BenchRow[]> {
  const tables = provenViews.map(({ view }) => new ViewTable(view));
  for (const table of tables) await table.create(pool);
  const writer = new ViewWriter(pool, tables, { onPoison: () => undefined });
  await writer.open();
  await catchUp(store, writer);
  let read = 0;
  const readAll = async () => {
    read = 0;
    for await (const event of store.readAll()) read += event.position ? 1 : 0;
  };
  const verify = (rows?: Parameters<typeof verifyLedger>[1]) => async () => {
    const { findings } = await verifyLedger(store, rows);
    if (findings.count > 0) throw new Error(JSON.stringify(findings.named[0]));
  };
  const times: Record<'read' | 'log' | 'rows', number[]> = { read: [], log: [], rows: [] };
  for (let round = 0; round < ROUNDS; round++) {
    times.read.push(await timed(readAll));
    times.log.push(await timed(verify()));
    times.rows.push(await timed(verify({ rows: { pool, views: provenViews } })));
  }
  const rate = (of: number[]): number => (read / median(of)) * 1_000;
  const baseline = rate(times.read);
  const row = (name: string, value: number, aim: number): BenchRow => ({
    name,
    value,
    unit: 'events/s',
    baseline,
    ratio: value / baseline,
    aim,
  });
  return [
    row('verification of the log, against reading it', rate(times.log), 0.5),
    // Rows are compared in the database: slower than comparing texts re-created here, and a quarter of the code.
    row('verification of log and rows, against reading the log', rate(times.rows), 0.12),
  ];
}

/** Number of wallets with ten entries: enough that each is still short when it is measured. */
const SHORT = { warm: 150, started: 41 };
/** On a running server the views are hardly ever behind. */
const CATCH_UP_EVERY = 50;

/** Times a reservation with all its steps; its hold is settled before the next one. */
async function commands(pool: Pool, store: EventStore, long: number): Promise<BenchRow[]> {
  const log = { error: (error: unknown) => process.stderr.write(`${String(error)}\n`) };
  const snapshots = await PostgresSnapshots.open(pool, log);
  const table = new ViewTable(chargeView);
  await table.create(pool);
  const writer = new ViewWriter(pool, [table], { onPoison: () => undefined });
  await writer.open();
  const node = () =>
    new PaidWork(new AggregateStore(store, systemClock, randomIds, snapshots), new HoldHistoryReader(store, pool));
  const shorts = Array.from({ length: SHORT.warm + SHORT.started }, () => randomUUID());
  const longOne = randomUUID();
  for (const ownerId of shorts) await fill(store, ownerId, 10);
  await fill(store, longOne, long);
  await catchUp(store, writer);
  const reserve = async (on: PaidWork, userId: string): Promise<number> => {
    const holdId = randomUUID();
    const price = { units: 10_000, usd: 0, version: 'v' };
    const deadline = '2999-01-01T00:00:00.000Z';
    const asked = { userId, holdId, price, purpose: purposeOf(), deadline, bulk: false };
    const time = await timed(() => on.reserve(asked));
    await on.settle({ userId, holdId });
    return time;
  };
  await reserve(node(), longOne);
  await snapshots.idle();
  const warm = node();
  const times = { short: [] as number[], long: [] as number[], shortStart: [] as number[], longStart: [] as number[] };
  await reserve(warm, longOne);
  for (const [n, ownerId] of shorts.slice(0, SHORT.warm).entries()) {
    if (n % CATCH_UP_EVERY === 0) await catchUp(store, writer);
    await warm.available(ownerId);
    times.short.push(await reserve(warm, ownerId));
    times.long.push(await reserve(warm, longOne));
  }
  for (const ownerId of shorts.slice(SHORT.warm)) {
    await snapshots.idle();
    times.shortStart.push(await reserve(node(), ownerId));
    times.longStart.push(await reserve(node(), longOne));
  }
  await snapshots.idle();
  await snapshots.close();
  const row = (name: string, value: number, baseline: number): BenchRow => ({
    name,
    value,
    unit: 'ms',
    baseline,
    ratio: baseline / value,
    aim: 1 / 1.2,
  });
  const against = `on a wallet of ${long.toLocaleString('en')} entries, against one of 10`;
  return [
    row(`command ${against}`, median(times.long), median(times.short)),
    row(`first command after a start ${against}`, median(times.longStart), median(times.shortStart)),
  ];
}
