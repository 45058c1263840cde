import { spawn } from 'node:child_process';
import { ROOT } from './paths.mjs';

/**
 * The end of a program. `output`: its captured output, the last part if overheard, else empty.
 * @typedef {{ code: number, output: string, timedOut: boolean }} Ended
 */

const OVERHEARD_CHARACTERS = 8_000;
const CLOSE_GRACE_MS = 2_000;

/** The running programs. @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
/** Exit code of this process after a signal, once the last program has ended. @type {number | null} */
let endsWith = null;

/**
 * Forwards output by whole lines, each with a prefix, so that the output of parallel programs stays readable.
 * @param {string} prefix
 * @param {(text: string) => void} write
 */
export function prefixedLines(prefix, write) {
  let unfinished = '';
  return {
    take(/** @type {string} */ text) {
      const lines = `${unfinished}${text}`.split('\n');
      unfinished = lines.pop() ?? '';
      if (lines.length > 0) write(lines.map((line) => `${prefix}${line}\n`).join(''));
    },
    /** Writes the last line if it has no line break. */
    end() {
      if (unfinished !== '') write(`${prefix}${unfinished}\n`);
      unfinished = '';
    },
  };
}

/**
 * Runs a program to its end; never rejects. A signal counts as exit code 1, a missing program as 127.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: Record<string, string | undefined>, capture?: boolean, overhear?: boolean, prefix?:
 * string, timeoutMs?: number }} [options] `overhear`: forwards the output and keeps its last part; `prefix`: the same,
 * with this before each line
 * @returns {Promise<Ended>}
 */
export function run(command, args, options = {}) {
  const { cwd = ROOT, env = {}, capture = false, prefix, overhear = prefix !== undefined, timeoutMs } = options;
  return new Promise((resolve) => {
    // Starts nothing new while this process is ending.
    if (endsWith !== null) return;
    // A process group of its own, so that a hanging stage can be killed together with everything it started.
    const ownGroup = timeoutMs !== undefined && process.platform !== 'win32';
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: capture || overhear ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      // Windows finds npm and npx (scripts, not programs) only through its shell.
      shell: process.platform === 'win32',
      detached: ownGroup,
    });
    running.add(child);
    let output = '';
    let timedOut = false;
    /** @param {import('node:stream').Readable | null} from @param {NodeJS.WriteStream} to */
    const listen = (from, to) => {
      const lines = prefix === undefined ? null : prefixedLines(prefix, (text) => to.write(text));
      // Decodes characters whose bytes are split between chunks.
      from?.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
        if (lines) lines.take(text);
        else if (overhear) to.write(text);
        output = overhear ? `${output}${text}`.slice(-OVERHEARD_CHARACTERS) : `${output}${text}`;
      });
      return () => lines?.end();
    };
    const listening = [listen(child.stdout, process.stdout), listen(child.stderr, process.stderr)];
    const timer =
      timeoutMs === undefined
        ? undefined
        : setTimeout(() => ((timedOut = true), signal(child, 'SIGKILL', ownGroup)), timeoutMs);
    const stopForwarding = forwardSignals(child, ownGroup);
    const finish = (/** @type {number} */ code) => {
      clearTimeout(timer);
      stopForwarding();
      running.delete(child);
      for (const end of listening) end();
      if (endsWith === null) resolve({ code, output, timedOut });
      else if (running.size === 0) process.exit(endsWith);
    };
    child.on('error', (error) => {
      output += error.message;
      finish(127);
    });
    child.on('close', (code) => finish(code ?? 1));
    // Limits the wait: processes that the program left running may hold its output open.
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
 * Forwards a signal to the child and ends with the code of an interrupted program after the last child. A child gets
 * Ctrl-C from the terminal directly, unless it has a process group of its own.
 * @param {import('node:child_process').ChildProcess} child
 * @param {boolean} ownGroup
 */
function forwardSignals(child, ownGroup) {
  /** @param {NodeJS.Signals} name */
  const onSignal = (name) => {
    endsWith = name === 'SIGINT' ? 130 : 143;
    if (ownGroup || name !== 'SIGINT') signal(child, name, ownGroup);
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return () => {
    process.off('SIGINT', onSignal);
    process.off('SIGTERM', onSignal);
  };
}

/**
 * Formats the time since a value of performance.now() in seconds with one decimal.
 * @param {number} startedAt
 */
export const secondsSince = (startedAt) => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
