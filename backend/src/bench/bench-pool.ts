import { Pool } from 'pg';

/**
 * Connections for a measurement: without the limits of a server's, since filling a table may take minutes. A dropped
 * idle one is reported, as the server's are.
 */
export function benchPool(connectionString: string, max: number): Pool {
  const pool = new Pool({ connectionString, max });
  pool.on('error', (error) => process.stderr.write(`bench: ${error.message}\n`));
  return pool;
}

/**
 * Resolves when its connections are closed. `end` alone resolves once they were told to close, and a Postgres that is
 * stopped right then still has them.
 */
export async function closePool(pool: Pool): Promise<void> {
  let open = pool.totalCount;
  const closed = new Promise<void>((resolve) => pool.on('remove', () => void (--open <= 0 && resolve())));
  const ended = pool.end();
  if (open > 0) await closed;
  await ended;
}
