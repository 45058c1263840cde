import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../infra/embedded-postgres';
import { endTests } from './end-of-tests';
import { TEST_FOLDER, TEST_SERVER_URL } from './test-database';

interface TestServer {
  folder: string;
  server: EmbeddedPostgres;
}
const holder = globalThis as typeof globalThis & { storyreelTestServer?: TestServer };

/** One Postgres server for all integration tests of a run; each spec file makes its own database on it. */
export default async function startTestServer(): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'storyreel-test-'));
  try {
    // Nothing here has to survive a power cut; tests about that start a server of their own. No database lives for long
    // enough to be vacuumed, and there are so many that the server would begin a process for one of them all the time.
    const settings = { fsync: 'off', full_page_writes: 'off', max_connections: 300, autovacuum: 'off' };
    const server = await startEmbeddedPostgres({ dataDir: path.join(folder, 'postgres'), settings });
    holder.storyreelTestServer = { folder, server };
    process.env[TEST_SERVER_URL] = server.url;
    process.env[TEST_FOLDER] = folder;
    process.once('exit', () => abandonServer({ folder, server }));
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** When the run is interrupted, so that it leaves nothing behind. */
function abandonServer({ folder, server }: TestServer): void {
  if (!holder.storyreelTestServer) return;
  process.kill(server.pid, 'SIGQUIT');
  rmSync(folder, { recursive: true, force: true });
}

export async function stopTestServer(): Promise<void> {
  const running = holder.storyreelTestServer;
  if (!running) return;
  await endTests();
  delete holder.storyreelTestServer;
  await running.server.stop();
  await rm(running.folder, { recursive: true, force: true });
}
