import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { freePort } from './free-port.mjs';
import { SERVER_FLAGS } from './node-flags.mjs';
import { ROOT, SERVER_MAIN } from './paths.mjs';

const READY = /^Storyreel is ready at (http:\/\/\S+)/;
const LOG_LINES_KEPT = 60;

/**
 * @typedef {object} RunningServer
 * @property {string} url without a trailing slash
 * @property {number} pid
 * @property {() => string} log returns the last lines of its output
 * @property {() => boolean} hasEnded true after it has ended for any reason
 * @property {() => Promise<number | null>} stop sends SIGTERM and resolves to its exit code; null after SIGKILL
 * @property {() => Promise<void>} kill ends it like a crash
 */

/**
 * Starts a built server in its own process and waits until it reports that it is ready.
 * @param {{ home?: string, port?: number, env?: Record<string, string | undefined>, main?: string, readyTimeoutMs?:
 * number, stopTimeoutMs?: number, onLine?: (line: string) => void, }} [options] `home`: the data directory, by default
 * the project's own; `port`: by default any free one
 * @returns {Promise<RunningServer>}
 * @throws when the server ends or times out before it is ready; the message includes its last lines
 */
export async function startServer(options = {}) {
  const { home, env = {}, main = SERVER_MAIN, readyTimeoutMs = 120_000, stopTimeoutMs = 20_000, onLine } = options;
  const port = options.port ?? (await freePort());
  const child = spawn(process.execPath, [...SERVER_FLAGS, main], {
    cwd: ROOT,
    // Without PUBLIC_URL the server uses the address by which it is reached from here.
    env: {
      ...process.env,
      ...(home ? { STORYREEL_HOME: home } : {}),
      ...env,
      PUBLIC_URL: undefined,
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  /** @type {string[]} */
  const lines = [];
  const exited = once(child, 'exit');
  /** @type {Promise<string>} */
  const ready = new Promise((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line);
        if (lines.length > LOG_LINES_KEPT) lines.shift();
        onLine?.(line);
        const url = READY.exec(line)?.[1];
        if (url) resolve(url.replace(/\/$/, ''));
      });
    }
  });
  const log = () => lines.join('\n');
  const tooLate = deadline(readyTimeoutMs);
  const first = await Promise.race([ready, exited, tooLate.passed]);
  tooLate.cancel();
  if (typeof first !== 'string') {
    child.kill('SIGKILL');
    const why = first === undefined ? `was not ready after ${readyTimeoutMs / 1000} s` : 'ended before it was ready';
    throw new Error(`The server ${why}. Its last lines:\n${log()}`);
  }

  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const kill = async () => {
    if (!hasEnded()) child.kill('SIGKILL');
    await exited;
  };
  return {
    url: first,
    pid: /** @type {number} */ (child.pid),
    log,
    hasEnded,
    kill,
    async stop() {
      child.kill('SIGTERM');
      const late = deadline(stopTimeoutMs);
      await Promise.race([exited, late.passed]);
      late.cancel();
      await kill();
      return child.exitCode;
    },
  };
}

/** @param {number} ms */
function deadline(ms) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  /** @type {Promise<undefined>} */
  const passed = new Promise((resolve) => (timer = setTimeout(() => resolve(undefined), ms)));
  return { passed, cancel: () => clearTimeout(timer) };
}
