import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
/** Where test runs write what came of them: `reports`, but for a run inside another run, which has its own folder. */
export const REPORTS = path.resolve(ROOT, process.env.STORYREEL_REPORTS ?? 'reports');
/** What the scripts remember between runs: stamps of installs and builds. */
export const CACHE = path.join(ROOT, 'node_modules/.cache/storyreel');
/** The backend with its benches and test rigs, for `npm run bench`, where its packages are found; what is served has none. */
export const BENCH_BUILD = path.join(ROOT, 'backend/node_modules/.cache/storyreel/bench');
export const SERVER_MAIN = path.join(ROOT, 'backend/dist/main.js');

/** A path below the project's folder.
 * @param {string[]} parts */
export const inRoot = (...parts) => path.join(ROOT, ...parts);
