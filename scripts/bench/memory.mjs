// Peak memory of a server that builds its views from a log of large events, and of the tool that rebuilds them beside
// the live ones, each above its own peak with an empty log. Linux only.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { SERVER_MAIN } from '../lib/paths.mjs';
import { startServer } from '../lib/server.mjs';

/** @typedef {import('./measure.mjs').BenchRow} BenchRow */

const require = createRequire(import.meta.url);
const SAVES = 3_000;
const BYTES = 200_000;
/** Memory that a start or a rebuild may take above idle, in MB. */
const ALLOWED_MB = 300;

/**
 * @param {{ home: string, env: Record<string, string>, databaseUrl: string,
 *   fillStories(databaseUrl: string, saves: number, bytes: number): Promise<void> }} place
 * @returns {Promise<BenchRow[]>}
 */
export async function benchMemory({ home, env, databaseUrl, fillStories }) {
  if (!existsSync('/proc/self/status')) return [];
  const idle = await peakOfStart({ home, env });
  const idleRebuild = await peakOfRebuild({ home, env });
  await fillStories(databaseUrl, SAVES, BYTES);
  await forgetViews(databaseUrl);
  const start = (await peakOfStart({ home, env })) - idle;
  const rebuild = (await peakOfRebuild({ home, env })) - idleRebuild;
  return [row('a start', start), row('a rebuild beside the live views', rebuild)];
}

/** @param {string} what @param {number} aboveIdle in MB @returns {BenchRow} */
function row(what, aboveIdle) {
  const value = Math.max(1, aboveIdle);
  return {
    name: `peak memory of ${what}, ${SAVES} stories of ${BYTES / 1_000} KB, above idle`,
    value,
    unit: 'MB',
    baseline: ALLOWED_MB,
    ratio: ALLOWED_MB / value,
    aim: 1,
  };
}

/** Returns the peak memory of a start in MB. @param {{ home: string, env: Record<string, string> }} place */
async function peakOfStart({ home, env }) {
  const server = await startServer({ home, env });
  try {
    return peakOf(server.pid);
  } finally {
    await server.stop();
  }
}

/** Returns the peak memory of a rebuild in MB. @param {{ home: string, env: Record<string, string> }} place */
async function peakOfRebuild({ home, env }) {
  const tool = spawn(process.execPath, [path.join(path.dirname(SERVER_MAIN), 'tools/views.js')], {
    env: { ...process.env, STORYREEL_HOME: home, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let peak = 0;
  // Polled, because a process's status disappears with it.
  const looking = setInterval(() => (peak = Math.max(peak, tool.pid ? peakOf(tool.pid) : 0)), 20);
  const [code] = await once(tool, 'exit');
  clearInterval(looking);
  if (code !== 0) throw new Error(`The rebuild ended with ${code}.`);
  return peak;
}

/** Returns the process's peak memory in MB; 0 if it has just ended. @param {number} pid */
function peakOf(pid) {
  const file = `/proc/${pid}/status`;
  const status = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024);
}

/** @param {string} databaseUrl */
async function forgetViews(databaseUrl) {
  const { Client } = require('pg');
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('drop schema views cascade; create schema views; delete from platform.view_checkpoints');
  await client.end();
}
