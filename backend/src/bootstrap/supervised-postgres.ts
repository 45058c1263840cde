import { type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/embedded-postgres';
import type { Log } from './runtime';

const CHECK_MS = 250;

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it is there and belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** The embedded server, started again on the same port whenever it dies without being asked to. */
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
  // However this process goes, short of kill -9, its Postgres does not stay behind.
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
