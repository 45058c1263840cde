import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
/** Folder for results of test runs: `reports`, unless a run inside another run has its own folder. */
export const REPORTS = path.resolve(ROOT, process.env.STORYREEL_REPORTS ?? 'reports');
/** Folder for data kept between runs: stamps of installs and builds. */
export const CACHE = path.join(ROOT, 'node_modules/.cache/storyreel');
/**
 * The build for `npm run bench`: the back end with its benches and test rigs, which the product's build lacks. From
 * this folder the build can resolve its packages.
 */
export const BENCH_BUILD = path.join(ROOT, 'backend/node_modules/.cache/storyreel/bench');
export const SERVER_MAIN = path.join(ROOT, 'backend/dist/main.js');

/**
 * Returns a path below the project's folder.
 * @param {string[]} parts
 */
export const inRoot = (...parts) => path.join(ROOT, ...parts);
