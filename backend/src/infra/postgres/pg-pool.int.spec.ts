import { createTestDatabase } from '../../testing/test-database';
import { createPool } from './pg-pool';

it('a checked-out connection that the server closes between two queries fails its next query, not the process', async () => {
  const database = await createTestDatabase();
  const pool = createPool(database.url, () => undefined, { max: 1 });
  const client = await pool.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  await client.query('begin');
  const ended = new Promise<void>((resolve) => client.once('end', resolve));
  await database.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
  await ended;
  await expect(client.query('select 1')).rejects.toThrow(/not queryable/);
  client.release(true);
  await pool.end();
  await database.drop();
});
