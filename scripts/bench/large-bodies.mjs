import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { inRoot } from '../lib/paths.mjs';
import { newUserWithScene } from './bench-user.mjs';
import { leanClient } from './lean-client.mjs';
import { p99, time } from './measure.mjs';

const SENDERS = 32;
const MS = 8_000;
/** Acceptable wait (ms) of another user for the project list during the flood. */
const WANTED_MS = 250;

/**
 * Measures another user's wait while large JSON bodies are sent, without and with an account.
 * @param {{ url: string }} options
 * @returns {Promise<import('./measure.mjs').BenchRow[]>}
 */
export async function benchLargeBodies({ url }) {
  const visitor = await newUserWithScene(url);
  const sender = await newUserWithScene(url);
  const client = leanClient(url, { cookie: visitor.api.cookieHeader });
  const name = (/** @type {string} */ to) => `p99 of somebody else's list while ${SENDERS} send 7.8 MB of {} ${to}`;
  try {
    await waits(client, 1_000);
    const toNobody = await duringFlood({ FLOOD_URL: `${url}/api/nowhere` }, () => waits(client, MS));
    const toProject = await duringFlood(
      {
        FLOOD_URL: `${url}/api/projects/${sender.projectId}`,
        FLOOD_METHOD: 'PATCH',
        FLOOD_COOKIE: sender.api.cookieHeader,
      },
      () => waits(client, MS),
    );
    return [
      time(name('to an address that there is not'), p99(toNobody), WANTED_MS, 1),
      time(name('to their project'), p99(toProject), WANTED_MS, 1),
    ];
  } finally {
    client.close();
  }
}

/**
 * Returns the durations of consecutive calls during `ms` milliseconds. @param {ReturnType<typeof leanClient>} client
 * @param {number} ms
 */
async function waits(client, ms) {
  /** @type {number[]} */
  const taken = [];
  const began = performance.now();
  while (performance.now() - began < ms) {
    const from = performance.now();
    await client.call('GET', '/api/projects?fields=summary');
    taken.push(performance.now() - from);
  }
  return taken;
}

/** @param {Record<string, string>} env @param {() => Promise<number[]>} measure */
async function duringFlood(env, measure) {
  const flood = spawn(process.execPath, [inRoot('scripts/bench/flood.mjs')], {
    env: { ...process.env, FLOOD_SENDERS: String(SENDERS), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await once(flood.stdout, 'data');
    return await measure();
  } finally {
    flood.kill('SIGKILL');
    if (flood.exitCode === null && flood.signalCode === null) await once(flood, 'exit');
  }
}
