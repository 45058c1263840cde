import 'reflect-metadata';
import { resolve } from 'node:path';
import { ServerRun } from './app/server-run';
import { ensureUsableDataDirectory } from './app/data-directory';
import { ConfigError, readConfig } from './infra/config/app-config';
import { loadOrCreateSecret } from './lib/secrets';
import { EmbeddedPostgresError } from './infra/embedded-postgres';
import { createLog, warningsInLog } from './observability/log';
import { LogBuffer } from './observability/log-lines/log-buffer';
import { StartError } from './lib/keep-trying';

const DEFAULT_HOME = resolve(__dirname, '../../.storyreel');
/**
 * Container runtimes kill a process that takes longer than ten seconds to stop; parts still running at this limit are
 * abandoned.
 */
const STOP_LIMIT_MS = 9_500;

async function main(): Promise<void> {
  const config = readConfig(process.env, DEFAULT_HOME, (home) => {
    ensureUsableDataDirectory(home);
    return loadOrCreateSecret(home, 'session-secret');
  });
  const logBuffer = new LogBuffer();
  const log = createLog(config, undefined, logBuffer);
  warningsInLog(log);
  const run = new ServerRun(config, log, logBuffer);

  let stopping = false;
  let exitCode = 0;
  const end = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => {
      log.error(new Error('Not everything ended in time.'), 'Stopping without waiting for the rest.');
      process.exit(1);
    }, STOP_LIMIT_MS + config.stopDelayMs);
    await run.end().catch((error: unknown) => {
      log.error(error, 'Stopping failed.');
      exitCode = 1;
    });
    process.exit(exitCode);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (!stopping) log.info(`${signal}: stopping.`);
      void end();
    });
  }
  // Also emitted for unhandled rejections. The process's state can no longer be trusted, so it ends; it releases its
  // leases and jobs first, so that another node takes them at once.
  process.on('uncaughtException', (error) => {
    log.error(error, 'An uncaught error ends this node.');
    exitCode = 1;
    void end();
  });

  try {
    process.stdout.write(`Storyreel is ready at ${await run.start()}\n`);
  } catch (error) {
    // An error of a start that was interrupted by a signal is not reported.
    if (!stopping) throw error;
  }
}

const KNOWN = [ConfigError, StartError, EmbeddedPostgresError];

main().catch((error: unknown) => {
  const isKnown = KNOWN.some((kind) => error instanceof kind);
  process.stderr.write(`${isKnown ? (error as Error).message : ((error as Error).stack ?? String(error))}\n`);
  process.exit(1);
});
