import { Pool } from 'pg';

/**
 * Connections for a benchmark: without the server's timeouts, since filling a table may take minutes. A lost idle
 * connection is reported, as the server does.
 */
export function benchPool(connectionString: string, max: number): Pool {
  const pool = new Pool({ connectionString, max });
  pool.on('error', (error) => process.stderr.write(`bench: ${error.message}\n`));
  return pool;
}

/**
 * Resolves when all connections are closed. `end` alone resolves once closing was requested; a Postgres that is stopped
 * right then still has them open.
 */
export async function closePool(pool: Pool): Promise<void> {
  let open = pool.totalCount;
  const closed = new Promise<void>((resolve) => pool.on('remove', () => void (--open <= 0 && resolve())));
  const ended = pool.end();
  if (open > 0) await closed;
  await ended;
}
