import { randomUUID } from 'node:crypto';
import { eventually } from '../../testing/eventually';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database';
import { ensurePlatformSchema } from '../platform-schema';
import { acquireLease } from '../../infra/postgres/leader-term';
import { createEventStore } from '../event-store';
import type { EventStore, Position } from '../event-store/event-store';
import type { JobRequest, Reactor } from './reactor';
import { ReactorRunner } from './reactor-runner';
import { ReactorWriter } from './reactor-writer';
import { listParked, retryParkedReactions } from './retry-parked-reactions';

interface Data {
  poison?: boolean;
  job?: Partial<JobRequest>;
}

/** Requests one job per event. */
const process = (name: string, type: string): Reactor => ({
  name,
  types: [type],
  react(event) {
    const { poison, job } = event.data as Data;
    if (poison) throw new TypeError(`${name} cannot take this`);
    const request = { queue: name, dedupKey: event.id, ownerId: 'o', payload: {}, correlationId: 'c' };
    return [{ ...request, causationId: event.id, ...job }];
  },
});

describe('reactors', () => {
  let database: TestDatabase;
  let events: EventStore;
  let runners: ReactorRunner[];
  let errors: string[];

  beforeEach(async () => {
    database = await createTestDatabase();
    await ensurePlatformSchema(database.pool);
    events = await createEventStore({ databaseUrl: database.url });
    runners = [];
    errors = [];
  });
  afterEach(async () => {
    for (const runner of runners) await runner.stop();
    await events.close();
    await database.drop();
  });

  const fragile = process('fragile', 'F');
  const healthy = process('healthy', 'H');
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (error: unknown, message: string) => void errors.push(`${message} ${String(error)}`),
  };
  async function run(processes: Reactor[] = [fragile, healthy]): Promise<ReactorRunner> {
    const runner = new ReactorRunner({ pool: database.pool, events, processes, onJobs: () => undefined, log });
    runners.push(runner);
    await runner.start();
    return runner;
  }
  async function append(type: string, data: Data = {}): Promise<Position> {
    const event = { id: randomUUID(), type, data, metadata: {} };
    const { position } = await events.append(`s-${randomUUID()}`, [event], { expected: 'any' });
    if (position === null) throw new Error('The append has no position.');
    return position;
  }
  const jobsOf = async (queue: string) => {
    const { rows } = await database.pool.query<{ n: number }>(
      'select count(*)::int as n from platform.jobs where queue = $1',
      [queue],
    );
    return rows[0]?.n;
  };
  const checkpointOf = async (name: string) => {
    const sql = 'select position from platform.process_checkpoints where name = $1';
    return (await database.pool.query<{ position: Position | null }>(sql, [name])).rows[0]?.position;
  };
  const stored = (name: string, position: Position) =>
    eventually(`The checkpoint of ${name}`, async () => ((await checkpointOf(name)) === position ? true : null), 5_000);

  it('park an event on which one reactor fails; everything else continues, after a restart too', async () => {
    const first = await run();
    const poisoned = await append('F', { poison: true });
    await append('F');
    const last = await append('H');
    expect(await first.waitFor(last, 5_000)).toBe(true);
    expect([await jobsOf('fragile'), await jobsOf('healthy')]).toEqual([1, 1]);
    const parked = { process: 'fragile', position: poisoned, attempts: 1, error: 'fragile cannot take this' };
    expect(await listParked(database.pool)).toMatchObject([parked]);
    expect(errors).toEqual([expect.stringContaining(`parked the event F at ${poisoned}`)]);
    await first.stop();

    const second = await run();
    const after = await append('F');
    expect(await second.waitFor(after, 5_000)).toBe(true);
    expect([await jobsOf('fragile'), await jobsOf('healthy')]).toEqual([2, 1]);
    expect(await listParked(database.pool)).toMatchObject([{ ...parked, attempts: 2 }]);
  });

  it.each<[string, Partial<JobRequest>]>([
    ['a time that is no number', { delayMs: 1e300 }],
    ['no owner', { ownerId: undefined }],
    ['a key that no index can hold', { dedupKey: Array.from({ length: 400 }, () => randomUUID()).join() }],
    ['a payload that is no JSON', { payload: { n: 1n } }],
  ])('park an event whose job has %s, and write those beside it', async (_, job) => {
    // A bigint cannot occur in an event, only in a reactor's result.
    const odd: Reactor = { ...fragile, react: (event) => fragile.react(event).map((made) => ({ ...made, ...job })) };
    const positions = [await append('F'), await append('H'), await append('F')] as const;
    const runner = await run([odd, healthy]);
    expect(await runner.waitFor(positions[2], 5_000)).toBe(true);
    expect([await jobsOf('fragile'), await jobsOf('healthy')]).toEqual([0, 1]);
    expect((await listParked(database.pool)).map(({ position }) => position)).toEqual([positions[0], positions[2]]);
    expect(await checkpointOf('fragile')).toBe(positions[2]);
  });

  it('clean text that Postgres cannot store', async () => {
    await run();
    const job = { payload: { reason: 'a\0b\ud83d' }, dedupKey: 'k\0' };
    const odd: Reactor = { ...healthy, react: (event) => healthy.react(event).map((made) => ({ ...made, ...job })) };
    await runners[0]?.stop();
    const runner = await run([odd]);
    expect(await runner.waitFor(await append('H'), 5_000)).toBe(true);
    const { rows } = await database.pool.query('select dedup_key, payload from platform.jobs');
    expect(rows).toEqual([{ dedup_key: 'k', payload: { reason: 'ab\ufffd' } }]);
  });

  it('process parked events with a release that can, on a retry or with the next leader', async () => {
    const broken = await run();
    await append('F', { poison: true });
    const last = await append('F', { poison: true });
    expect(await broken.waitFor(last, 5_000)).toBe(true);
    const mended: Reactor = { ...fragile, react: (event) => fragile.react({ ...event, data: {} }) };
    const retried = await retryParkedReactions({ pool: database.pool, events, processes: [mended] });
    expect(retried.map(({ position }) => position)).toContain(last);
    expect([await jobsOf('fragile'), await listParked(database.pool)]).toEqual([2, []]);

    expect(await broken.waitFor(await append('F', { poison: true }), 5_000)).toBe(true);
    await broken.stop();
    await run([mended, healthy]);
    const none = async () => ((await listParked(database.pool)).length === 0 ? true : null);
    await eventually('The retry of the next leader', none, 5_000);
    expect(await jobsOf('fragile')).toBe(3);
  });

  it('store their own progress each, even without any jobs', async () => {
    const runner = await run();
    const job = await append('F');
    const other = await append('nobody listens');
    expect(await runner.waitFor(other, 5_000)).toBe(true);
    expect(await jobsOf('fragile')).toBe(1);
    await stored('fragile', other);
    await stored('healthy', other);
    expect(job < other).toBe(true);
  });

  it('begin at the start of the log when new, and continue from a formerly shared checkpoint', async () => {
    const old = await append('H');
    const shared = await append('H');
    await database.pool.query(`insert into platform.process_checkpoints (name, position) values ('processes', $1)`, [
      shared,
    ]);
    await ensurePlatformSchema(database.pool);
    const wasThere = { ...process('settle-text', 'H') };
    const runner = await run([wasThere, healthy]);
    const next = await append('H');
    expect(await runner.waitFor(next, 5_000)).toBe(true);
    expect(old < shared).toBe(true);
    expect([await jobsOf('settle-text'), await jobsOf('healthy')]).toEqual([1, 3]);
  });

  it('write nothing twice when two nodes both act as leader', async () => {
    // The other node behaves like one of an earlier release, which uses another lease.
    const lease = {
      pool: database.pool,
      name: 'another lease',
      holder: 'test',
      ttlMs: 60_000,
      onError: () => undefined,
    };
    const leaderTerm = await acquireLease(lease);
    if (!leaderTerm) throw new Error('The lease is not free.');
    try {
      const other = new ReactorWriter({
        pool: database.pool,
        processes: [healthy],
        leaderTerm,
        onParked: () => undefined,
      });
      await other.open();
      const last = await append('H');
      const batch = [];
      for await (const event of events.readAll()) batch.push(event);
      const runner = await run([healthy]);
      expect(await runner.waitFor(last, 5_000)).toBe(true);
      await database.pool.query('delete from platform.jobs');
      await expect(other.take(batch, last)).rejects.toThrow('Another node has moved a checkpoint');
      // The failure caused the writer to read the current checkpoints.
      await expect(other.take(batch, last)).resolves.toBe(false);
      expect(await jobsOf('healthy')).toBe(0);
    } finally {
      leaderTerm.end();
    }
  });
});
