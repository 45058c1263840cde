import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { fingerprint, readStamp, writeStamp } from './fingerprint.mjs';
import { BENCH_BUILD, inRoot, ROOT } from './paths.mjs';
import { run, secondsSince } from './run.mjs';

/**
 * The builds: their sources, and a file whose existence shows that the build was made. A lock file is a source because
 * new versions of packages change the build.
 * @satisfies {Record<string, { from: string[], makes: string }>}
 */
const BUILDS = {
  contracts: { from: ['contracts/src', 'contracts/package.json', '.swcrc'], makes: 'contracts/dist/index.js' },
  ffmpeg: {
    from: ['backend/ffmpeg/src', 'backend/ffmpeg/package.json', '.swcrc'],
    makes: 'backend/ffmpeg/dist/index.js',
  },
  sandbox: {
    from: ['backend/sandbox/src', 'backend/sandbox/package.json', '.swcrc'],
    makes: 'backend/sandbox/dist/index.js',
  },
  backend: { from: ['backend/src', 'backend/package.json', '.swcrc'], makes: 'backend/dist/main.js' },
  // The back end including the benches and test rigs that the product leaves out.
  bench: {
    from: ['backend/src', 'backend/package.json', '.swcrc'],
    makes: path.relative(ROOT, path.join(BENCH_BUILD, 'main.js')),
  },
  frontend: {
    from: [
      'frontend/src',
      'frontend/public',
      'frontend/index.html',
      'frontend/vite.config.ts',
      'frontend/build',
      'frontend/package.json',
      'contracts/src',
      'package-lock.json',
    ],
    makes: 'frontend/dist/index.html',
  },
};

/** npm writes this file last: without it the install was never finished. */
const INSTALLED = 'node_modules/.package-lock.json';

/** Returns true if the installed packages match the lock file. */
function isInstalled() {
  if (!existsSync(inRoot(INSTALLED))) return false;
  const stamp = readStamp('install');
  if (stamp !== null) return stamp === fingerprint(['package-lock.json']);
  return statSync(inRoot(INSTALLED)).mtimeMs >= statSync(inRoot('package-lock.json')).mtimeMs;
}

/** Runs `npm ci` when packages are missing or older than the lock file. */
export async function ensureInstalled() {
  if (isInstalled()) return;
  const startedAt = performance.now();
  console.log('Installing packages (npm ci) …');
  const { code } = await run('npm', ['ci', '--no-audit', '--no-fund'], {});
  if (code !== 0) throw new Error(`npm ci failed with exit code ${code}; its message is above.`);
  writeStamp('install', fingerprint(['package-lock.json']));
  console.log(`Packages installed in ${secondsSince(startedAt)}`);
}

/**
 * Makes a build if its sources have changed since the last one.
 * @param {keyof typeof BUILDS} workspace
 */
export async function ensureBuilt(workspace) {
  const { from, makes } = BUILDS[workspace];
  const now = fingerprint(from);
  if (existsSync(inRoot(makes)) && readStamp(`build-${workspace}`) === now) return;
  const startedAt = performance.now();
  const { code, output } = await run('npm', ['run', '--silent', `build:${workspace}`], { capture: true });
  if (code !== 0) throw new Error(`Building the ${workspace} failed:\n${output.trim()}`);
  if (!existsSync(inRoot(makes))) throw new Error(`Building the ${workspace} made no ${makes}:\n${output.trim()}`);
  writeStamp(`build-${workspace}`, now);
  console.log(`Built ${workspace} in ${secondsSince(startedAt)}`);
}

/** Makes the stale builds that a server needs. */
export async function ensureServerBuilt() {
  await ensureBuilt('contracts');
  await ensureBuilt('ffmpeg');
  await ensureBuilt('sandbox');
  await ensureBuilt('backend');
}

/** Makes the stale builds of all workspaces. */
export async function ensureAllBuilt() {
  await ensureServerBuilt();
  await ensureBuilt('frontend');
}
