import { type ChildProcess, fork, type ForkOptions } from 'node:child_process';
import path from 'node:path';
import type { DecodeAnswer, DecodeRequest } from './decode-picture';

const PROGRAM = path.join(__dirname, `decode-picture${path.extname(__filename)}`);
/** Node and a picture of the largest size, four bytes a pixel, several times over. */
const MEMORY_KIB = 1_024 * 1_024;
const TIME_MS = 30_000;

/**
 * Decodes one picture in a process of its own, with a limit on its memory and its time and without our environment:
 * whatever a crafted file does to the decoder ends with that process, and its memory goes back to the system.
 * @throws the signal's reason; Error when no process could be started
 */
export function decodeInProcess(request: DecodeRequest, signal?: AbortSignal): Promise<DecodeAnswer> {
  return new Promise((resolve, reject) => {
    const child = start(signal);
    let answer: DecodeAnswer | null = null;
    child.once('message', (message: DecodeAnswer) => (answer = message));
    child.once('error', reject);
    // Its turn ends with its process, not with its answer: those of the next would run beside it.
    child.once('close', (code) => {
      if (answer) resolve(answer);
      // By a signal when it crashed, wanted too much memory or took too long; all of these are the file's doing.
      else if (code === null) resolve({ problem: 'unreadable' });
      else reject(new Error(`The picture decoder ended with code ${code}.`));
    });
    // A process that is gone cannot be written to; its exit tells why.
    child.send(request, () => undefined);
  });
}

function start(signal: AbortSignal | undefined): ChildProcess {
  const options: ForkOptions = {
    signal,
    timeout: TIME_MS,
    killSignal: 'SIGKILL',
    serialization: 'advanced',
    // The canvas's allocator would take a gigabyte at its start, which the limit counts.
    env: { MIMALLOC_ARENA_EAGER_COMMIT: '0' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  };
  // The sources are TypeScript under a test runner or a watcher; the process then needs the loader too.
  const execArgv = PROGRAM.endsWith('.ts') ? ['--require', require.resolve('tsx/cjs')] : [];
  if (process.platform !== 'linux') return fork(PROGRAM, { ...options, execArgv });
  const limited = ['-c', `ulimit -d ${MEMORY_KIB} && exec "$0" "$@"`, process.execPath, ...execArgv];
  return fork(PROGRAM, { ...options, execPath: '/bin/sh', execArgv: limited });
}
