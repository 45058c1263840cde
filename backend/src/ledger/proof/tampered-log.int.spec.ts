import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { createEventStore } from '../../eventsourcing/event-store';
import type { EventStore } from '../../eventsourcing/event-store';
import { seeded } from '../../testing/faults/seeded';
import { recordLedger } from '../../testing/ledger/recorded-ledger';
import type { RecordedLedger } from '../../testing/ledger/recorded-ledger';
import { createTestDatabase } from '../../testing/test-database';
import type { TestDatabase } from '../../testing/test-database';
import type { StoredFinding } from './verification';
import { verifyLedger } from './verify-ledger';

const SEED = Number(process.env.TAMPER_SEED ?? Date.now() % 1_000_000);
/**
 * Number of attempts. Each attempt reads the log from the database, so this test covers only tampering that needs a
 * database.
 */
const TIMES = Math.ceil(Number(process.env.TAMPERINGS ?? 150) / 10);
const COLUMNS = ['deleted_through', 'truncate_before', 'max_count', 'max_age_seconds'] as const;

describe(`a tampered log in Postgres (TAMPER_SEED=${SEED})`, () => {
  const random = seeded(SEED);
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
  let home: string;
  let ledger: RecordedLedger;
  let database: TestDatabase;
  let pool: Pool;
  let events: EventStore;
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'storyreel-tampered-'));
    ledger = await recordLedger(random, { wallets: 3, works: 8, home });
    database = await createTestDatabase();
    ({ pool } = database);
    events = await createEventStore({ pool });
    for (const { streamId, id, type, data, metadata } of ledger.store.events) {
      await events.append(streamId, [{ id, type, data, metadata }], { expected: 'any' });
    }
    await pool.query(`create table kept_events as table event_store.events;
      create table kept_streams as table event_store.streams`);
  });
  afterAll(async () => {
    await events?.close();
    await database?.drop();
    rmSync(home, { recursive: true, force: true });
  });

  const findings = async (): Promise<StoredFinding[]> =>
    (await verifyLedger(events, { signed: { home, trusted: ledger.trusted } })).findings.named;
  const restore = () =>
    pool.query(`delete from event_store.events; insert into event_store.events select * from kept_events;
      delete from event_store.streams; insert into event_store.streams select * from kept_streams`);

  it('is sound before the tampering', async () => expect(await findings()).toEqual([]));

  const newest = () => ledger.store.events.length;
  const TAMPERINGS: (() => Promise<Partial<StoredFinding>>)[] = [
    async () => {
      const position = 1 + Math.floor(random() * (newest() - 1));
      await pool.query('delete from event_store.events where position = $1', [position]);
      return { what: 'log', reason: 'has a gap: events were deleted, since no position is ever left out' };
    },
    async () => {
      const by = 1 + Math.floor(random() * 5);
      await pool.query('update event_store.events set position = position + $1 where position = $2', [by, newest()]);
      return { what: 'log', reason: 'has a gap: events were deleted, since no position is ever left out' };
    },
    async () => {
      const { streamId: stream } = pick(ledger.store.events);
      const column = pick(COLUMNS);
      const value = 1 + Math.floor(random() * 3);
      await pool.query(
        `insert into event_store.streams (stream_id, ${column}) values ($1, $2)
          on conflict (stream_id) do update set ${column} = excluded.${column}`,
        [stream, value],
      );
      return { what: 'log', stream, expected: 'no settings', found: `${column} ${value}` };
    },
  ];

  it(`is detected, ${TIMES} times of ${TIMES}: by gaps in its positions and by the settings of its streams`, async () => {
    for (let n = 0; n < TIMES; n++) {
      const tamper = n < TAMPERINGS.length ? TAMPERINGS[n] : pick(TAMPERINGS);
      const told = await tamper?.();
      expect([n, await findings()]).toEqual([n, expect.arrayContaining([expect.objectContaining(told ?? {})])]);
      await restore();
    }
    expect(await findings()).toEqual([]);
  });
});
