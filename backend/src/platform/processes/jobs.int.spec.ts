import type { Pool } from 'pg';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database';
import { eventually } from '../../testing/eventually';
import { ensurePlatformSchema } from '../database/platform-schema';
import { inTransaction } from '../database/transaction';
import type { Position } from '../event-store/event-store';
import { enqueue as writeRows, type JobOrigin, toJobRow } from './enqueue';
import { DatabaseContact } from './database-contact';
import { JobRunner } from './job-runner';
import { bury, claim, complete, countUnfinished, heartbeat, retryLater, sweepJobs } from './job-table';
import type { Job, JobHandler, JobRequest } from './process';

interface Asked extends JobRequest {
  origin?: JobOrigin;
}
const enqueue = (pool: Pool, jobs: Asked[]) =>
  writeRows(
    pool,
    jobs.map(({ origin, ...job }) => toJobRow(job, origin)),
  );
const request = (dedupKey: string, changes: Partial<Asked> = {}): Asked => ({
  queue: 'images',
  dedupKey,
  ownerId: 'ada',
  payload: {},
  correlationId: 'c',
  causationId: 'e',
  ...changes,
});
const handler = (changes: Partial<JobHandler> = {}): JobHandler => ({
  queue: 'images',
  concurrency: 3,
  maxAttempts: 3,
  run: () => Promise.resolve(),
  ...changes,
});
const start = (node: string, name = 'first') => ({ node, start: name });
const position = (n: number) => String(n).padStart(20, '0') as Position;
const LEASE = 6_000;
/** Of a node that has been up for as long as a lease lasts. */
const steady = () => {
  const contact = new DatabaseContact(Number.MAX_SAFE_INTEGER);
  contact.seen(new Date(0));
  return contact;
};

describe('durable jobs', () => {
  let database: TestDatabase;
  const runners: JobRunner[] = [];
  const errors: string[] = [];
  const claimAs = (node: string, given = handler(), contact = steady()) =>
    claim(database.pool, given, { worker: start(node), leaseMs: LEASE, contact });
  const claimed = async (node: string, given = handler()): Promise<Job> => {
    const job = await claimAs(node, given);
    if (!job) throw new Error('There was nothing to claim.');
    return job;
  };
  const launch = async (given: JobHandler, node: string, name = 'first'): Promise<JobRunner> => {
    const log = { error: (error: unknown, message: string) => void errors.push(`${message} ${String(error)}`) };
    const runner = new JobRunner({ pool: database.pool, handlers: [given], worker: start(node, name), log });
    runners.push(runner);
    await runner.start();
    return runner;
  };
  const rows = async (columns: string) =>
    (await database.pool.query<Record<string, unknown>>(`select ${columns} from platform.jobs order by id`)).rows;
  const elapse = (column: string, seconds: number) =>
    database.pool.query(`update platform.jobs set ${column} = ${column} - $1 * interval '1 second'`, [seconds]);

  beforeEach(async () => {
    database = await createTestDatabase();
    await ensurePlatformSchema(database.pool);
  });
  afterEach(async () => {
    for (const runner of runners.splice(0)) await runner.stop();
    errors.length = 0;
    await database.drop();
  });

  it('are one a key, however often they are asked for', async () => {
    await enqueue(database.pool, [request('a'), request('a')]);
    await enqueue(database.pool, [request('a')]);
    expect(await countUnfinished(database.pool)).toBe(1);
  });

  it('run at most three at once across the installation', async () => {
    await enqueue(
      database.pool,
      ['a', 'b', 'c', 'd', 'e'].map((key) => request(key)),
    );
    const claims = await Promise.all(
      ['w1', 'w2', 'w3', 'w4', 'w5'].map(async (node) => ({ node, job: await claimAs(node) })),
    );
    const held = claims.flatMap(({ node, job }) => (job ? [{ node, job }] : []));
    expect(held).toHaveLength(3);
    for (const { node, job } of held.slice(0, 1)) await complete(database.pool, job, start(node));
    expect(await claimAs('w6')).not.toBeNull();
    expect(await claimAs('w7')).toBeNull();
  });

  it('go to the user with the fewest running jobs first when the queue is fair', async () => {
    const keys = ['a1', 'a2', 'a3'];
    await enqueue(database.pool, [...keys.map((key) => request(key)), request('b1', { ownerId: 'bob' })]);
    const fair = handler({ fair: true });
    const order = [await claimAs('w', fair), await claimAs('w', fair), await claimAs('w', fair)];
    expect(order.map((job) => job?.dedupKey)).toEqual(['a1', 'b1', 'a2']);
  });

  it('of one user take no more places than the queue gives a user', async () => {
    await enqueue(database.pool, [request('a1'), request('a2'), request('a3'), request('b1', { ownerId: 'bob' })]);
    const capped = handler({ perUser: 2, concurrency: 8 });
    const order = [];
    for (let i = 0; i < 4; i++) order.push((await claimAs('w', capped))?.dedupKey);
    expect(order).toEqual(['a1', 'b1', 'a2', undefined]);
  });

  it('wait for their time, which began with their event', async () => {
    const origin = { process: 'p', position: position(1), created: new Date(Date.now() - 50_000) };
    await enqueue(database.pool, [request('a', { delayMs: 60_000, origin })]);
    expect(await claimAs('w')).toBeNull();
    expect(await countUnfinished(database.pool)).toBe(0);
    await elapse('run_at', 10);
    expect(await claimAs('w')).not.toBeNull();
  });

  it('of an event that the stores date in the future wait no longer than their delay', async () => {
    const origin = { process: 'p', position: position(1), created: new Date(Date.now() + 3_600_000) };
    await enqueue(database.pool, [request('a', { delayMs: 1_000, origin })]);
    await elapse('run_at', 1);
    expect(await claimAs('w')).not.toBeNull();
  });

  it('are taken up by another node when a lease has run out', async () => {
    await enqueue(database.pool, [request('a')]);
    const job = await claimed('dead');
    expect(await claimAs('alive')).toBeNull();
    expect(await heartbeat(database.pool, job, start('dead'), LEASE)).toBe(true);
    await elapse('lease_until', 7);
    expect((await claimAs('alive'))?.attempt).toBe(2);
    expect(await heartbeat(database.pool, job, start('dead'), LEASE)).toBe(false);
  });

  it('are left to those who held them while nobody could renew a lease', async () => {
    await enqueue(database.pool, [request('a')]);
    const job = await claimed('alive');
    await elapse('lease_until', 15);
    // The first answer that a node gets after a silence; what is held is renewed before the next lease would end.
    expect(await claimAs('another', handler(), new DatabaseContact(3_000))).toBeNull();
    expect(await heartbeat(database.pool, job, start('alive'), LEASE)).toBe(true);
    expect(await claimAs('another')).toBeNull();
  });

  it('of a node that was killed are taken up by another one by itself', async () => {
    await enqueue(database.pool, [request('a')]);
    await claimed('killed');
    const ran: string[] = [];
    await launch(handler({ run: async () => void ran.push('alive') }), 'alive');
    // Half of what a fault may cost in a busy test run; a lease that could outlast a pause of Postgres would take longer.
    await eventually('the run of its job', async () => (ran.length > 0 ? true : null), 20_000);
  });

  it('are taken back at once by the node that held them before it was killed, and by no other', async () => {
    await enqueue(database.pool, [request('a')]);
    await claimAs('me');
    const ran: string[] = [];
    const runAs = (node: string) => handler({ run: async () => void ran.push(node) });
    await launch(runAs('other'), 'other');
    // Its name begins like the other one's.
    await launch(runAs('m'), 'm');
    await launch(runAs('me'), 'me', 'second');
    await eventually(
      'the end of the job',
      async () => ((await countUnfinished(database.pool)) === 0 ? true : null),
      5_000,
    );
    expect(ran).toHaveLength(1);
    expect((await rows('id')).length).toBe(0);
  });

  it('stay where they run when another node starts', async () => {
    await enqueue(database.pool, [request('a')]);
    let finish = (): void => undefined;
    const running = new Promise<void>((resolve) => (finish = resolve));
    let runs = 0;
    await launch(handler({ run: () => ((runs += 1), running) }), 'a-home');
    await eventually('the first run', async () => (runs > 0 ? true : null), 5_000);
    await launch(handler({ run: async () => void (runs += 1) }), 'another-home');
    finish();
    await eventually(
      'the end of the job',
      async () => ((await countUnfinished(database.pool)) === 0 ? true : null),
      5_000,
    );
    expect(runs).toBe(1);
  });

  it('are given up after the last attempt, and the handler is told', async () => {
    await enqueue(database.pool, [request('a')]);
    let told = '';
    await launch(
      handler({
        maxAttempts: 1,
        run: () => Promise.reject(new Error('no \0luck \ud83d')),
        exhausted: async (_, error) => void (told = error.message),
      }),
      'me',
    );
    await eventually(
      'the end of the job',
      async () => ((await countUnfinished(database.pool)) === 0 ? true : null),
      5_000,
    );
    expect(told).toBe('no \0luck \ud83d');
    expect(await rows('state, last_error')).toEqual([{ state: 'dead', last_error: 'no luck \ufffd' }]);
  });

  it('are handed back when the runner stops in the middle, and that is no attempt', async () => {
    await enqueue(database.pool, [request('a')]);
    let started = (): void => undefined;
    const running = new Promise<void>((resolve) => (started = resolve));
    const runner = await launch(
      handler({
        run: (_, signal) =>
          new Promise((_resolve, reject) => {
            started();
            signal.addEventListener('abort', () => reject(new Error('stopped')));
          }),
      }),
      'me',
    );
    await running;
    await runner.stop();
    expect(await rows('state, attempts')).toEqual([{ state: 'queued', attempts: 0 }]);
    expect((await claimAs('another'))?.attempt).toBe(1);
  });

  it('that were being claimed when the runner stopped are handed back before it has, and never begin', async () => {
    const began = jest.fn(() => Promise.resolve());
    const runner = await launch(handler({ run: began }), 'worker');
    const stopped = jest.fn();
    let stopping: Promise<void> | undefined;
    await inTransaction(database.pool, async (client) => {
      await client.query('lock table platform.jobs in access exclusive mode');
      runner.wake();
      const waiting = `select 1 from pg_locks where not granted and relation = 'platform.jobs'::regclass`;
      await eventually('A claim', async () => (await client.query(waiting)).rows[0] ?? null, 5_000);
      await client.query(
        `insert into platform.jobs (queue, dedup_key, owner_id, payload, correlation_id, causation_id)
         values ('images', 'a', 'ada', '{}', 'c', 'e')`,
      );
      stopping = runner.stop().then(stopped);
      await client.query('select 1');
      expect(stopped).not.toHaveBeenCalled();
    });
    await stopping;
    expect(await rows('dedup_key, state, attempts')).toEqual([{ dedup_key: 'a', state: 'queued', attempts: 0 }]);
    expect(began).not.toHaveBeenCalled();
    expect(errors).toEqual([]);
  });

  it('bring the jobs that follow them, in one step with their end', async () => {
    await enqueue(database.pool, [request('a')]);
    const job = await claimed('me');
    await complete(database.pool, job, start('not-me'), [request('b')]);
    expect(await rows('dedup_key, state')).toEqual([{ dedup_key: 'a', state: 'running' }]);
    await complete(database.pool, job, start('me'), [request('b')]);
    expect(await rows('dedup_key, state')).toEqual([{ dedup_key: 'b', state: 'queued' }]);
  });

  it('that have run end once the database can be written again, without a second run', async () => {
    await enqueue(database.pool, [request('a')]);
    let runs = 0;
    await database.pool.query(`create function no_end() returns trigger language plpgsql as
      $$ begin if new.state = 'done' then raise 'disk full' using errcode = '53100'; end if; return new; end $$`);
    await database.pool.query(
      'create trigger no_end before update on platform.jobs for each row execute function no_end()',
    );
    await launch(handler({ run: async () => void (runs += 1) }), 'me');
    await eventually('the first try to end', async () => (errors.length > 0 ? true : null), 5_000);
    await database.pool.query('drop trigger no_end on platform.jobs');
    await eventually('the end of the job', async () => ((await rows('id')).length === 0 ? true : null), 5_000);
    expect(runs).toBe(1);
  });

  describe('that are finished', () => {
    const checkpoint = (at: number) =>
      database.pool.query(
        `insert into platform.process_checkpoints (name, position) values ('p', $1)
         on conflict (name) do update set position = excluded.position`,
        [position(at)],
      );

    it('leave once their event is behind the stored checkpoint, and not before', async () => {
      const origin = { process: 'p', position: position(5), created: new Date() };
      await enqueue(database.pool, [request('a', { origin })]);
      await checkpoint(4);
      await complete(database.pool, await claimed('me'), start('me'));
      await sweepJobs(database.pool, { deadForDays: 30 });
      // Asked for again by the same event, it is still the same job.
      await enqueue(database.pool, [request('a', { origin })]);
      expect(await rows('dedup_key, state')).toEqual([{ dedup_key: 'a', state: 'done' }]);
      await checkpoint(5);
      expect(await sweepJobs(database.pool, { deadForDays: 30 })).toBe(1);
      expect(await rows('id')).toEqual([]);
    });

    it('without luck are kept for people to see, for so many days', async () => {
      await enqueue(database.pool, [request('a')]);
      await bury(database.pool, await claimed('me'), start('me'), 'no luck');
      await elapse('finished_at', 29 * 86_400);
      expect(await sweepJobs(database.pool, { deadForDays: 30 })).toBe(0);
      await elapse('finished_at', 2 * 86_400);
      expect(await sweepJobs(database.pool, { deadForDays: 30 })).toBe(1);
    });
  });

  it('wait by the database’s clock until they are tried again', async () => {
    await enqueue(database.pool, [request('a')]);
    await retryLater(database.pool, await claimed('me'), start('me'), { delayMs: 5_000, error: 'busy' });
    expect(await claimAs('me')).toBeNull();
    await elapse('run_at', 5);
    expect((await claimAs('me'))?.attempt).toBe(2);
  });
});
