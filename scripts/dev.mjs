// `npm run dev`: the server, rebuilt and restarted after each change, with Vite and live reload in front of it.
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { freePort } from './lib/free-port.mjs';
import { main } from './lib/main.mjs';
import { requireNode } from './lib/node-version.mjs';
import { inRoot } from './lib/paths.mjs';
import { ensureInstalled, ensureServerBuilt } from './lib/prepare.mjs';
import { startServer } from './lib/server.mjs';

const VITE_PORT = Number(process.env.PORT ?? 3000);
const QUIET_MS = 150;

requireNode();
await main(async () => {
  await ensureInstalled();
  const serverPort = await freePort();
  /** @type {import('./lib/server.mjs').RunningServer | null} */
  let server = null;

  const restart = async () => {
    await server?.stop();
    server = null;
    try {
      await ensureServerBuilt();
      server = await startServer({ port: serverPort, onLine: (line) => console.log(`[server] ${line}`) });
    } catch (error) {
      // The error is only logged, because the next change may fix it.
      console.error(`[server] ${error instanceof Error ? error.message : error}`);
    }
  };
  /** Restarts are serial; changes during one lead to a single further restart. */
  let work = restart();
  /** @type {NodeJS.Timeout | undefined} */
  let quiet;
  const changed = (/** @type {string} */ _event, /** @type {string | null} */ file) => {
    if (file?.includes('.spec.')) return;
    clearTimeout(quiet);
    quiet = setTimeout(() => (work = work.then(restart)), QUIET_MS);
  };
  const watchers = ['contracts/src', 'backend/ffmpeg/src', 'backend/sandbox/src', 'backend/src'].map((folder) =>
    watch(inRoot(folder), { recursive: true }, changed),
  );

  await work;
  const vite = spawn('npx', ['vite', '--port', String(VITE_PORT), '--strictPort', '--clearScreen', 'false'], {
    cwd: inRoot('frontend'),
    env: { ...process.env, STORYREEL_API_PORT: String(serverPort) },
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });

  let ending = false;
  const end = async () => {
    if (ending) return;
    ending = true;
    clearTimeout(quiet);
    for (const watcher of watchers) watcher.close();
    vite.kill('SIGTERM');
    await work;
    await server?.stop();
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  vite.on('exit', (code) => {
    if (!ending) process.exitCode = code ?? 1;
    void end();
  });
});
