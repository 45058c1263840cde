// Peak memory of a server that builds its views from a log of large events, above that of an idle one. Linux only.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { startServer } from '../lib/server.mjs';

/** @typedef {import('./measure.mjs').BenchRow} BenchRow */

const require = createRequire(import.meta.url);
const SAVES = 3_000;
const BYTES = 200_000;
/** What a start may take above idle, in MB. */
const ALLOWED_MB = 300;

/**
 * @param {{ home: string, env: Record<string, string>, databaseUrl: string,
 *   fillStories(databaseUrl: string, saves: number, bytes: number): Promise<void> }} place
 * @returns {Promise<BenchRow[]>}
 */
export async function benchMemory({ home, env, databaseUrl, fillStories }) {
  if (!existsSync('/proc/self/status')) return [];
  const idle = await peakOfStart({ home, env });
  await fillStories(databaseUrl, SAVES, BYTES);
  await forgetViews(databaseUrl);
  const above = Math.max(1, (await peakOfStart({ home, env })) - idle);
  return [
    {
      name: `peak memory of a start over ${SAVES} stories of ${BYTES / 1_000} KB, above idle`,
      value: above,
      unit: 'MB',
      baseline: ALLOWED_MB,
      ratio: ALLOWED_MB / above,
      aim: 1,
    },
  ];
}

/** In MB. @param {{ home: string, env: Record<string, string> }} place */
async function peakOfStart({ home, env }) {
  const server = await startServer({ home, env });
  try {
    const status = readFileSync(`/proc/${server.pid}/status`, 'utf8');
    return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1_024);
  } finally {
    await server.stop();
  }
}

/** @param {string} databaseUrl */
async function forgetViews(databaseUrl) {
  const { Client } = require('pg');
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('drop schema views cascade; create schema views; delete from platform.view_checkpoints');
  await client.end();
}
