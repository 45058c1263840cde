import { spawn } from 'node:child_process';
import { ROOT } from './paths.mjs';

/**
 * How a program ended. `output` is what it printed, empty unless it was captured; when it was overheard, the end of it.
 * @typedef {{ code: number, output: string, timedOut: boolean }} Ended
 */

const OVERHEARD_CHARACTERS = 8_000;
const CLOSE_GRACE_MS = 2_000;

/**
 * Runs a program to its end; it never rejects. A signal counts as exit code 1, a program that is not there as 127.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: Record<string, string | undefined>, capture?: boolean, overhear?: boolean,
 *   timeoutMs?: number }} [options] `overhear`: what it prints is passed on, and its end is kept
 * @returns {Promise<Ended>}
 */
export function run(command, args, { cwd = ROOT, env = {}, capture = false, overhear = false, timeoutMs } = {}) {
  return new Promise((resolve) => {
    // A group of its own, so that a stage that hangs can be ended with everything that it started.
    const ownGroup = timeoutMs !== undefined && process.platform !== 'win32';
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: capture || overhear ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      // Windows finds npm and npx (scripts, not programs) through its shell only.
      shell: process.platform === 'win32',
      detached: ownGroup,
    });
    let output = '';
    let timedOut = false;
    /** @param {NodeJS.WriteStream} to */
    const take = (to) => (/** @type {Buffer} */ chunk) => {
      if (overhear) to.write(chunk);
      output = overhear ? `${output}${chunk}`.slice(-OVERHEARD_CHARACTERS) : `${output}${chunk}`;
    };
    child.stdout?.on('data', take(process.stdout));
    child.stderr?.on('data', take(process.stderr));
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
    // Not for ever: what the program left running may hold its output open.
    child.on('exit', (code) => {
      const cut = setTimeout(() => {
        child.stdout?.destroy();
        child.stderr?.destroy();
        finish(code ?? 1);
      }, CLOSE_GRACE_MS);
      child.once('close', () => clearTimeout(cut));
    });
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
