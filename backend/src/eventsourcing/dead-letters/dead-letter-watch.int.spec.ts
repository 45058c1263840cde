import { eventually } from '../../testing/eventually';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database';
import { ensurePlatformSchema } from '../platform-schema';
import { DeadLetterWatch } from './dead-letter-watch';

const PARKED_REACTION = `insert into platform.parked_reactions (process, position, event_id, error)
  values ('greet', '1', 'e', 'why')`;
const PARKED_ROW = `insert into platform.parked_events (view, version, key, position, event_id, error)
  values ('texts', 1, 'x', '1', gen_random_uuid(), 'why')`;

describe('a watcher of stuck work', () => {
  let database: TestDatabase;
  let watch: DeadLetterWatch;
  let told: number;
  let tell: () => Promise<void>;
  const errors: string[] = [];
  beforeEach(async () => {
    database = await createTestDatabase();
    await ensurePlatformSchema(database.pool);
    await database.pool.query(
      `insert into platform.jobs (queue, dedup_key, owner_id, payload, correlation_id, causation_id)
       values ('zaps', 'one', 'ada', '{}', 'c', 'e')`,
    );
    await database.pool.query(`insert into platform.view_checkpoints (name, version) values ('texts', 1)`);
    told = 0;
    tell = () => Promise.resolve();
    errors.length = 0;
    watch = new DeadLetterWatch({
      pool: database.pool,
      tell: async () => {
        told += 1;
        await tell();
      },
      log: { error: (_, message) => errors.push(message) },
      restMs: 0,
    });
    watch.start();
    await isTold(1);
  });
  afterEach(async () => {
    await watch.stop();
    await database.drop();
  });
  const isTold = (times: number) =>
    eventually('The news', () => Promise.resolve(told >= times || null), 10_000).then(() => expect(told).toBe(times));

  it.each([
    ['a reaction is parked', PARKED_REACTION],
    ['a row is parked', PARKED_ROW],
    ['a view stops', `update platform.view_checkpoints set stopped_at = '1', stopped_since = now()`],
    ['a job dies', `update platform.jobs set state = 'dead', finished_at = now()`],
    ['a job is tried for the fifth time', `update platform.jobs set state = 'running', attempts = 5`],
  ])(
    'is notified when %s, once the change is visible to reads, and when the work is no longer stuck',
    async (_, sql) => {
      const client = await database.pool.connect();
      await client.query('begin');
      await client.query(sql);
      expect(told).toBe(1);
      await client.query('commit');
      client.release();
      await isTold(2);
      await database.pool.query(`
      delete from platform.parked_reactions; delete from platform.parked_events;
      update platform.view_checkpoints set stopped_at = null; update platform.jobs set state = 'queued', attempts = 0;`);
      await isTold(3);
    },
  );

  it('is not notified of work that continues', async () => {
    await database.pool.query(`
      update platform.view_checkpoints set position = '2';
      update platform.jobs set state = 'running', attempts = 4; update platform.jobs set state = 'done'; delete from platform.jobs;`);
    // The next notification is caused by this row alone.
    await database.pool.query(PARKED_ROW);
    await isTold(2);
  });

  it('is notified of changes that happened while the connection was lost', async () => {
    await database.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where query like 'listen stuck%' and datname = current_database()`);
    await isTold(2);
    expect(errors).toEqual(['Notifications of stuck work do not arrive; connecting again.']);
    await database.pool.query(PARKED_ROW);
    await isTold(3);
  });

  it('is notified again when a notification failed', async () => {
    tell = () => (told === 2 ? Promise.reject(new Error('no roles')) : Promise.resolve());
    await database.pool.query(PARKED_ROW);
    await isTold(3);
    expect(errors).toEqual(['Stuck work could not be announced; trying again.']);
  });
});
