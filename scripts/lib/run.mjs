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
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: capture ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      // Windows finds npm and npx (scripts, not programs) through its shell only.
      shell: process.platform === 'win32',
      // A group of its own, so that a stage that hangs can be ended with everything that it started.
      detached: timeoutMs !== undefined && process.platform !== 'win32',
    });
    let output = '';
    let timedOut = false;
    child.stdout?.on('data', (chunk) => (output += chunk));
    child.stderr?.on('data', (chunk) => (output += chunk));
    const endGroup = () => signalGroup(child, 'SIGKILL');
    const timer = timeoutMs === undefined ? undefined : setTimeout(() => ((timedOut = true), endGroup()), timeoutMs);
    const forward = timeoutMs === undefined ? undefined : forwardSignals(child);
    const finish = (/** @type {number} */ code) => {
      clearTimeout(timer);
      forward?.();
      resolve({ code, output, timedOut });
    };
    child.on('error', (error) => {
      output += error.message;
      finish(127);
    });
    child.on('close', (code) => finish(code ?? 1));
  });
}

/** @param {import('node:child_process').ChildProcess} child @param {NodeJS.Signals} signal */
function signalGroup(child, signal) {
  if (child.pid === undefined || child.exitCode !== null) return;
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, signal);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH') throw error;
  }
}

/** A child in a group of its own does not see Ctrl-C: pass it on, and end like a program that was interrupted.
 * @param {import('node:child_process').ChildProcess} child */
function forwardSignals(child) {
  /** @param {NodeJS.Signals} signal */
  const onSignal = (signal) => {
    signalGroup(child, signal);
    child.once('close', () => process.exit(signal === 'SIGINT' ? 130 : 143));
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
