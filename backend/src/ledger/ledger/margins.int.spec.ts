import { randomUUID } from 'node:crypto';
import { toZaps } from '@storyreel/contracts';
import fc from 'fast-check';
import { type AnyView, VIEWS_SCHEMA } from '../../eventsourcing/views/view';
import { ViewTable } from '../../eventsourcing/views/view-table';
import type { RecordedEvent } from '../../eventsourcing/domain/domain-event';
import type { WalletEvent } from '../../money/zaps';
import {
  buy,
  giveUp,
  grant,
  history,
  refund,
  release,
  reserve,
  settle,
  type Step,
} from '../../testing/ledger/wallet-steps';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database';
import { recorded } from '../../testing/view-spec';
import { billView } from '../reconciliation/bill.view';
import { LedgerFilters } from './ledger-filter';
import { Margins } from './margins';
import type { Sql } from './tables';
import { entryOf, ledgerEntryView } from './views/ledger-entry.view';
import { paidRunView } from './views/paid-run.view';

const WALLETS = 150;
const SEED = Number(process.env.MODEL_SEED ?? Date.now() % 1_000_000);
const DAY_MS = 86_400_000;

type Op = { op: 'grant' } | { op: 'buy' | 'buySandbox' | 'work' | 'fail' | 'refund'; n: number; of: number };
const size = fc.integer({ min: 1, max: 90 });
const op: fc.Arbitrary<Op> = fc.oneof(
  fc.constant<Op>({ op: 'grant' }),
  fc.record({ op: fc.constantFrom('buy', 'buySandbox'), n: size, of: fc.constantFrom(100, 500) }),
  { weight: 5, arbitrary: fc.record({ op: fc.constant('work'), n: size, of: size }) },
  fc.record({ op: fc.constant('fail'), n: size, of: size }),
  { weight: 2, arbitrary: fc.record({ op: fc.constant('refund'), n: fc.nat(20), of: fc.nat(30) }) },
);

const stepsOf = (ops: readonly Op[]): Step[] =>
  ops.flatMap((each, at): Step[] => {
    switch (each.op) {
      case 'grant':
        return [grant()];
      case 'buy':
        return [buy(`${at}`, each.of, false)];
      case 'buySandbox':
        return [buy(`${at}`, each.of)];
      case 'work':
        return [reserve(`hold ${at}`, each.n), settle(`hold ${at}`, Math.min(each.n, each.of))];
      case 'fail':
        return [reserve(`hold ${at}`, each.n), release(`hold ${at}`)];
      case 'refund':
        return [refund(`hold ${at % (each.of + 1)}`, each.n, { id: `${at}` })];
    }
  });

/**
 * A simple model to compare with: it lists every single zap with its price. New zaps go to the end, spent zaps come
 * from the front, and refunds put them back.
 */
class ModelLots {
  private readonly left: number[] = [];
  private readonly spent: number[] = [];

  /** @returns dollars paid for the zaps that the entry took; negative for zaps that it gave back */
  take({ type, data }: WalletEvent): number {
    if (type === 'ZapsGranted' || type === 'ZapsPurchased') {
      const zaps = toZaps(data.units);
      const usd = type === 'ZapsPurchased' && !data.sandbox ? data.paidUsd : 0;
      for (let n = 0; n < zaps; n++) this.left.push(usd / zaps);
    }
    let paid = 0;
    if (type === 'ZapsSettled') {
      for (const price of this.left.splice(0, toZaps(data.units))) {
        this.spent.unshift(price);
        paid += price;
      }
    }
    if (type === 'ZapsRefunded') {
      for (const price of this.spent.splice(0, toZaps(data.units))) {
        this.left.unshift(price);
        paid -= price;
      }
    }
    return paid;
  }
}

let database: TestDatabase;
let sql: Sql;
beforeAll(async () => {
  database = await createTestDatabase();
  sql = {
    query: async <Rows>(text: string, values?: unknown[]) => (await database.pool.query(text, values)).rows as Rows,
  };
  await database.pool.query(`create schema ${VIEWS_SCHEMA}`);
  for (const view of [ledgerEntryView, billView, paidRunView] as unknown as AnyView[])
    await new ViewTable(view).create(database.pool);
});
afterAll(() => database?.drop());

async function store(events: readonly RecordedEvent[]): Promise<void> {
  const table = new ViewTable(ledgerEntryView);
  const rows = events.map((event) => table.encode(entryOf(event as RecordedEvent<WalletEvent>)));
  const { text, values } = table.upsert(rows, 1, 'true');
  await database.pool.query(text, values);
}

it(`values the zaps of each entry like a pile of single zaps, seed ${SEED}`, async () => {
  const expected = new Map<string, number>();
  const events: RecordedEvent[] = [];
  const piles = fc.sample(fc.array(op, { minLength: 10, maxLength: 40, size: 'max' }), {
    numRuns: WALLETS,
    seed: SEED,
  });
  for (const ops of piles) {
    const ownerId = randomUUID();
    const model = new ModelLots();
    for (const [n, entry] of history(...stepsOf(ops)).entries()) {
      const at = new Date(Date.UTC(2026, 0, 1) + n * DAY_MS).toISOString();
      events.push(recorded({ ...entry, data: { ...entry.data, at } }, events.length, { ownerId, at }));
      const paid = model.take(entry);
      if (Math.abs(paid) > 1e-9) expected.set(`${ownerId} ${at.slice(0, 10)}`, paid);
    }
  }
  await store(events);
  const values: unknown[] = [];
  const tables = await new Margins(sql, new LedgerFilters(sql)).tables(values, {});
  const found = await sql.query<{ key: string; paid: number }[]>(
    `with ${tables} select user_id || ' ' || day as key, sum(paid)::float8 as paid from sold group by 1`,
    values,
  );
  // With fewer sales, the comparison would prove nothing.
  expect(expected.size).toBeGreaterThan(WALLETS);
  expect(found.map(({ key }) => key).sort()).toEqual([...expected.keys()].sort());
  const wrong = found.filter(({ key, paid }) => Math.abs(paid - (expected.get(key) ?? 0)) > 1e-6);
  expect(wrong).toEqual([]);
});

it.each([
  ['a spent purchase for nothing when its money was returned', [giveUp('p', 500, { cents: 3999 })], 0],
  [
    'half of its price when half of the money was returned, and no zaps',
    [giveUp('p', 250, { cents: 2000, answer: 'left' })],
    40 * (19.99 / 500),
  ],
  [
    'its price when zaps and money of the other half were returned',
    [giveUp('p', 250, { cents: 2000 })],
    40 * (19.99 / 250),
  ],
] as const)('sells the zaps of %s', async (_, decision, paid) => {
  const ownerId = randomUUID();
  const entries = history(buy('p', 500, false), reserve('h', 40), settle('h'), ...decision);
  await store(entries.map((entry, n) => recorded(entry, 100_000 + n, { ownerId, at: entry.data.at })));
  const values: unknown[] = [];
  const tables = await new Margins(sql, new LedgerFilters(sql)).tables(values, { userId: ownerId });
  const [found] = await sql.query<{ paid: number }[]>(
    `with ${tables} select coalesce(sum(paid), 0)::float8 as paid from sold`,
    values,
  );
  expect(found?.paid).toBeCloseTo(paid, 4);
});
