import { DataSource } from 'typeorm';
import { startTestApp, type TestApp } from '../testing/app-harness';

const SETTINGS = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'application_name'];

describe('the connection pool of TypeORM', () => {
  let app: TestApp;
  let database: DataSource;
  beforeAll(async () => {
    app = await startTestApp();
    database = app.get(DataSource);
  });
  afterAll(() => app?.close());

  it('has the same limits as ours', async () => {
    const asked = `select name, setting from pg_settings where name = any($1) order by name`;
    const theirs: unknown = await database.query(asked, [SETTINGS]);
    const { rows: ours } = await app.runtime.pool.query<{ name: string; setting: string }>(asked, [SETTINGS]);
    expect(theirs).toEqual(ours);
    expect(ours).toContainEqual({ name: 'statement_timeout', setting: '60000' });
    const { connectionTimeoutMillis } = app.runtime.pool.options;
    expect(connectionTimeoutMillis).toBeGreaterThan(0);
    expect(database.options.extra).toMatchObject({ connectionTimeoutMillis });
  });
});
