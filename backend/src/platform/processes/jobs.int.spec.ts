import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database';
import { systemClock } from '../clock';
import { ensurePlatformSchema } from '../database/platform-schema';
import { JobRunner } from './job-runner';
import { claim, countUnfinished, enqueue, finish } from './job-table';
import type { Job, JobHandler, JobRequest } from './process';

const request = (dedupKey: string, changes: Partial<JobRequest> = {}): JobRequest => ({
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

describe('durable jobs', () => {
  let database: TestDatabase;
  const runners: JobRunner[] = [];
  const claimAs = (worker: string, given = handler(), now = new Date()) =>
    claim(database.pool, given, worker, 30_000, now);
  const launch = async (given: JobHandler, worker: string = randomUUID()): Promise<JobRunner> => {
    const log = { error: () => undefined };
    const runner = new JobRunner({ pool: database.pool, clock: systemClock, handlers: [given], worker, log });
    runners.push(runner);
    await runner.start();
    return runner;
  };

  beforeEach(async () => {
    database = await createTestDatabase();
    await ensurePlatformSchema(database.pool);
  });
  afterEach(async () => {
    for (const runner of runners.splice(0)) await runner.stop();
    await database.drop();
  });

  it('are one a key, however often they are asked for', async () => {
    await enqueue(database.pool, [request('a'), request('a')]);
    await enqueue(database.pool, [request('a')]);
    expect(await countUnfinished(database.pool, new Date())).toBe(1);
  });

  it('run at most three at once across the installation [IMGJOB-28]', async () => {
    await enqueue(
      database.pool,
      ['a', 'b', 'c', 'd', 'e'].map((key) => request(key)),
    );
    const claims = await Promise.all(['w1', 'w2', 'w3', 'w4', 'w5'].map((worker) => claimAs(worker)));
    expect(claims.filter((job) => job !== null)).toHaveLength(3);
    const [first] = claims.filter((job): job is Job => job !== null);
    if (first) await finish(database.pool, first, 'w1', 'done');
    expect(await claimAs('w6')).not.toBeNull();
    expect(await claimAs('w7')).toBeNull();
  });

  it('go to the user with the fewest running jobs first when the queue is fair', async () => {
    const keys = ['a1', 'a2', 'a3'];
    await enqueue(database.pool, [...keys.map((key) => request(key)), request('b1', { ownerId: 'bob' })]);
    const fair = handler({ fair: true });
    const order = [await claimAs('w', fair), await claimAs('w', fair)].map((job) => job?.dedupKey);
    expect(order).toEqual(['a1', 'b1']);
  });

  it('wait for their time', async () => {
    const later = new Date(Date.now() + 60_000);
    await enqueue(database.pool, [request('a', { runAt: later.toISOString() })]);
    expect(await claimAs('w')).toBeNull();
    expect(await claimAs('w', handler(), new Date(later.getTime() + 1))).not.toBeNull();
  });

  it('are taken up by another worker when a lease has run out', async () => {
    await enqueue(database.pool, [request('a')]);
    await claimAs('dead');
    expect(await claimAs('alive')).toBeNull();
    const again = await claimAs('alive', handler(), new Date(Date.now() + 31_000));
    expect(again?.attempt).toBe(2);
  });

  it('are taken back at once by the worker that held them before it was killed', async () => {
    await enqueue(database.pool, [request('a')]);
    await claimAs('me');
    const ran = new Promise<Job>((resolve) => {
      void launch(handler({ run: (job) => Promise.resolve(resolve(job)) }), 'me');
    });
    expect((await ran).dedupKey).toBe('a');
  });

  it('are given up after the last attempt, and the handler is told', async () => {
    await enqueue(database.pool, [request('a')]);
    const told = new Promise<Error>((resolve) => {
      void launch(
        handler({
          maxAttempts: 1,
          run: () => Promise.reject(new Error('no luck')),
          exhausted: (_, error) => Promise.resolve(resolve(error)),
        }),
      );
    });
    expect((await told).message).toBe('no luck');
    await runners[0]?.stop();
    const { rows } = await database.pool.query('select state, last_error from platform.jobs');
    expect(rows).toEqual([{ state: 'dead', last_error: 'no luck' }]);
  });

  it('are left for the next start when the runner stops in the middle', async () => {
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
    const done = new Promise<void>((resolve) => {
      void launch(handler({ run: () => Promise.resolve(resolve()) }), 'me');
    });
    await expect(done).resolves.toBeUndefined();
  });
});
