// `npm start`: installs missing packages, makes stale builds, and runs the server.
import { pathToFileURL } from 'node:url';
import { main } from './lib/main.mjs';
import { requireNode } from './lib/node-version.mjs';
import { SERVER_MAIN } from './lib/paths.mjs';
import { ensureAllBuilt, ensureInstalled } from './lib/prepare.mjs';

requireNode();
await main(async () => {
  await ensureInstalled();
  await ensureAllBuilt();
  process.setSourceMapsEnabled(true);
  // The server runs in this process, so that signals reach it directly and its exit code is this process's.
  await import(pathToFileURL(SERVER_MAIN).href);
});
