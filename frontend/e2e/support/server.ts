import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { STAFF_ROLES } from '../../../scripts/lib/account.mjs';
import { startServer, type RunningServer } from '../../../scripts/lib/server.mjs';
import { STANDALONE } from '../../../scripts/lib/standalone.mjs';

const SETTINGS = {
  ...STANDALONE,
  ...STAFF_ROLES,
  LOG_LEVEL: 'warn',
  SANDBOX_DELAY_MS: '20',
  // All users of a worker share one IP address.
  AUTH_ATTEMPTS_PER_MINUTE: '100000',
};

export interface TestServer extends RunningServer {
  /** The server's data directory, removed with the server. */
  home: string;
  /** Restarts the server on the same data and address after it was stopped or killed. */
  restart(): Promise<void>;
}

/** Starts a server with its own port and data directory, on sandbox providers with short delays. */
export async function startTestServer(env: Record<string, string> = {}): Promise<TestServer> {
  const home = await mkdtemp(path.join(os.tmpdir(), 'storyreel-e2e-'));
  const settings = { ...SETTINGS, ...env };
  let running = await startServer({ home, env: settings });
  const { url } = running;
  const port = Number(new URL(url).port);
  return {
    home,
    url,
    get pid() {
      return running.pid;
    },
    log: () => running.log(),
    hasEnded: () => running.hasEnded(),
    kill: () => running.kill(),
    async restart() {
      await running.stop();
      running = await startServer({ home, env: settings, port });
    },
    async stop() {
      const code = await running.stop();
      await rm(home, { recursive: true, force: true });
      return code;
    },
  };
}
