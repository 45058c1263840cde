import { spawn } from 'node:child_process';
import { ROOT } from './paths.mjs';

/**
 * How a program ended. `output` is what it printed, empty unless it was captured.
 * @typedef {{ code: number, output: string, timedOut: boolean }} Ended
 */

/**
 * Runs a program to its end; it never rejects. A signal counts as exit code 1, a program that is not there as 127.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: Record<string, string | undefined>, capture?: boolean, timeoutMs?: number }} [options]
 * @returns {Promise<Ended>}
 */
export function run(command, args, { cwd = ROOT, env = {}, capture = false, timeoutMs } = {}) {
  return new Promise((resolve) => {
    // A group of its own, so that a stage that hangs can be ended with everything that it started.
    const ownGroup = timeoutMs !== undefined && process.platform !== 'win32';
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: capture ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      // Windows finds npm and npx (scripts, not programs) through its shell only.
      shell: process.platform === 'win32',
      detached: ownGroup,
    });
    let output = '';
    let timedOut = false;
    child.stdout?.on('data', (chunk) => (output += chunk));
    child.stderr?.on('data', (chunk) => (output += chunk));
    const timer =
      timeoutMs === undefined
        ? undefined
        : setTimeout(() => ((timedOut = true), signal(child, 'SIGKILL', ownGroup)), timeoutMs);
    const stopForwarding = forwardSignals(child, ownGroup);
    const finish = (/** @type {number} */ code) => {
      clearTimeout(timer);
      stopForwarding();
      resolve({ code, output, timedOut });
    };
    child.on('error', (error) => {
      output += error.message;
      finish(127);
    });
    child.on('close', (code) => finish(code ?? 1));
  });
}

/** @param {import('node:child_process').ChildProcess} child @param {NodeJS.Signals} name @param {boolean} ownGroup */
function signal(child, name, ownGroup) {
  if (child.pid === undefined || child.exitCode !== null) return;
  try {
    process.kill(ownGroup ? -child.pid : child.pid, name);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH') throw error;
  }
}

/**
 * Who is told to end passes it on, and ends after the child like a program that was interrupted. Ctrl-C in a terminal
 * reaches a child by itself, unless it has a group of its own.
 * @param {import('node:child_process').ChildProcess} child
 * @param {boolean} ownGroup
 */
function forwardSignals(child, ownGroup) {
  /** @param {NodeJS.Signals} name */
  const onSignal = (name) => {
    if (ownGroup || name !== 'SIGINT') signal(child, name, ownGroup);
    child.once('close', () => process.exit(name === 'SIGINT' ? 130 : 143));
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return () => {
    process.off('SIGINT', onSignal);
    process.off('SIGTERM', onSignal);
  };
}

/** Whole and tenth seconds since a moment that performance.now() gave.
 * @param {number} startedAt */
export const secondsSince = (startedAt) => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
