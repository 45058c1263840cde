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

/** Starts one Postgres server for all integration tests of a run; each spec file creates its own database on it. */
export default async function startTestServer(): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'storyreel-test-'));
  try {
    // Test data need not survive a power cut; tests of that start a server of their own. Autovacuum is off because
    // databases are short-lived, and the server would keep starting a process for one of them.
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

/** Removes everything when the run is interrupted. */
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
