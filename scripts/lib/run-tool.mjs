import { pathToFileURL } from 'node:url';
import { main } from './main.mjs';
import { requireNode } from './node-version.mjs';
import { inRoot } from './paths.mjs';
import { ensureInstalled, ensureServerBuilt } from './prepare.mjs';

/**
 * Runs a command-line tool of the back end in this process, with this process's arguments.
 * @param {string} name of its file in backend/dist/tools
 */
export async function runTool(name) {
  requireNode();
  await main(async () => {
    await ensureInstalled();
    await ensureServerBuilt();
    await import(pathToFileURL(inRoot('backend/dist/tools', `${name}.js`)).href);
  });
}
