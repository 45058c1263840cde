import 'reflect-metadata';
import { resolve } from 'node:path';
import { createApp } from './bootstrap/create-app';
import { createRuntime } from './bootstrap/runtime';
import { ConfigError, readConfig } from './platform/config/app-config';
import { keptSecret } from './platform/config/kept-secret';
import { createLog } from './platform/observability/log';

const DEFAULT_HOME = resolve(__dirname, '../../.storyreel');

async function main(): Promise<void> {
  const config = readConfig(process.env, DEFAULT_HOME, (home) => keptSecret(home, 'session-secret'));
  const log = createLog(config);
  const runtime = await createRuntime(config, log);
  const app = await createApp(runtime);

  let stopping = false;
  const stop = async (signal: string): Promise<void> => {
    if (stopping) return;
    stopping = true;
    log.info(`${signal}: stopping.`);
    await app.close();
    await runtime.close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      stop(signal).catch((error: unknown) => {
        log.error(error, 'Stopping failed.');
        process.exit(1);
      });
    });
  }

  await app.listen(config.port);
  const { port } = app.getHttpServer().address() as { port: number };
  process.stdout.write(`Storyreel is ready at ${config.publicUrl ?? `http://localhost:${port}`}\n`);
}

main().catch((error: unknown) => {
  const known = error instanceof ConfigError || (error as { code?: string }).code === 'EADDRINUSE';
  process.stderr.write(`${known ? (error as Error).message : ((error as Error).stack ?? String(error))}\n`);
  process.exit(1);
});
