import { setImmediate } from 'node:timers/promises';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database';
import { ensurePlatformSchema } from '../database/platform-schema';
import type { EventStore } from '../event-store/event-store';
import { ensureEventStoreSchema } from '../event-store/postgres/ensure-schema';
import { PostgresEventStore } from '../event-store/postgres/postgres-event-store';
import { randomIds } from '../ids';
import { checkLog } from './check-log';

describe('the check of the log', () => {
  let database: TestDatabase;
  let log: EventStore;

  beforeEach(async () => {
    database = await createTestDatabase();
    await ensurePlatformSchema(database.pool);
    await ensureEventStoreSchema(database.pool);
    log = new PostgresEventStore({ pool: database.pool });
  });
  afterEach(async () => {
    await log.close();
    await database.drop();
  });

  it('takes no node for a stranger that begins on the same empty log at the same time', async () => {
    const setting = 'DATABASE_URL';
    const pool = database.pool;
    /** Set while a log without an id is read: until it is given one by another node, which also tells Postgres. */
    let otherBegins: Promise<void> | undefined;
    const emptyAtFirst = Object.create(log, {
      readStream: {
        value: async function* (...given: Parameters<EventStore['readStream']>) {
          const begin = otherBegins === undefined;
          otherBegins ??= checkLog({ pool, log, ids: randomIds, setting });
          await otherBegins;
          yield* log.readStream(begin ? 'nothing-yet' : given[0]);
        },
      },
    }) as EventStore;
    // A query that is under way while the log is read is answered after the other node has begun.
    const slow = Object.create(pool, {
      query: {
        value: async (text: string, values?: unknown[]) => {
          await setImmediate();
          await otherBegins;
          return pool.query(text, values);
        },
      },
    }) as typeof pool;
    await expect(checkLog({ pool: slow, log: emptyAtFirst, ids: randomIds, setting })).resolves.toBeUndefined();
    expect(otherBegins).toBeDefined();
  });
});
