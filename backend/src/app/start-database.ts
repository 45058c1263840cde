import { Client, DatabaseError } from 'pg';
import { startEmbeddedPostgres } from '../infra/embedded-postgres';
import type { EmbeddedPostgres } from '../infra/embedded-postgres';
import { toError } from '../lib/errors';
import { keepTrying, StartError } from '../lib/keep-trying';
import type { KeepTryingOptions } from '../lib/keep-trying';
import type { Log } from './runtime';

const CONNECT_MS = 5_000;

/** Codes of a server that is starting or stopping, or has no free connection right now. */
const PASSING = new Set(['57P01', '57P02', '57P03', '53300']);

/**
 * Waits until the Postgres at an address answers queries.
 * @throws StartError, whose message names the setting and contains no secret: at once when the server refuses the
 * connection, otherwise after the timeout
 */
export async function reachDatabase(url: string, patience: KeepTryingOptions): Promise<void> {
  const refusal = await keepTrying(() => attempt(url), patience);
  if (refusal) throw refusal;
}

/** @returns a refusal that waiting cannot resolve, or null @throws StartError when the server cannot be reached */
async function attempt(url: string): Promise<StartError | null> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  // The client may emit a second error after a failure; the relevant one is thrown below.
  client.on('error', () => undefined);
  const { host, port, user = '', database = '' } = client;
  const at = host.startsWith('/') ? host : `${host}:${port}`;
  try {
    await client.connect();
    await client.query('select 1');
    return null;
  } catch (cause) {
    if (cause instanceof DatabaseError && !PASSING.has(cause.code ?? '')) {
      const reason = { '28P01': `refuses the password of ${user}`, '3D000': `has no database '${database}'` };
      const known = reason[cause.code as keyof typeof reason] ?? `refuses the connection (${cause.message})`;
      return new StartError(`DATABASE_URL: the Postgres at ${at} ${known}.`, { cause });
    }
    throw new StartError(`DATABASE_URL: the Postgres at ${at} cannot be reached (${reasonOf(cause)}).`, { cause });
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** For a host with several unreachable addresses Node reports one error each; the first is enough. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  return toError(error).message.replace(/[\s.]+$/, '');
}

const CHECK_MS = 250;

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Starts the embedded server, and restarts it on the same port whenever it dies unexpectedly. */
export async function superviseEmbeddedPostgres(options: {
  dataDir: string;
  log: Log;
}): Promise<{ url: string; stop(): Promise<void> }> {
  const start = (port?: number): Promise<EmbeddedPostgres> =>
    startEmbeddedPostgres({ dataDir: options.dataDir, port, log: (message) => options.log.info(message) });
  let server = await start();
  let restarting: Promise<void> | null = null;
  let stopped = false;

  const restart = async (): Promise<void> => {
    options.log.error(new Error('The embedded Postgres has died.'), 'Starting the embedded Postgres again.');
    try {
      server = await start(server.port);
    } catch (error) {
      options.log.error(error, 'The embedded Postgres did not come up; trying again.');
    } finally {
      restarting = null;
    }
  };
  const timer = setInterval(() => {
    if (!stopped && !restarting && !isAlive(server.pid)) restarting = restart();
  }, CHECK_MS);
  timer.unref();
  // Stops this process's Postgres however the process exits, except after kill -9.
  const abandon = (): void => {
    if (isAlive(server.pid)) process.kill(server.pid, 'SIGINT');
  };
  process.once('exit', abandon);

  return {
    url: server.url,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await restarting;
      await server.stop();
      process.off('exit', abandon);
    },
  };
}
