import { availableParallelism } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { Piscina } from 'piscina';
import perform from './tasks';
import type { TaskCall, TaskInput, TaskName, TaskOutput } from './tasks';

const filename = join(__dirname, `tasks${extname(__filename)}`);

/**
 * Returns the thread's program. Under a test runner or a watcher the sources are TypeScript: the threads then need a
 * loader too.
 */
function program() {
  if (!filename.endsWith('.ts')) return { filename, execArgv: [] };
  const env = { ...process.env, TSX_TSCONFIG_PATH: resolve(__dirname, '../../tsconfig.json') };
  return { filename, execArgv: ['--require', require.resolve('tsx/cjs')], env };
}

/** Worker threads that draw images and read texts without blocking the event loop. Idle ones let the process end. */
export class WorkerPool {
  private readonly threads: Piscina<TaskCall, unknown>;
  private closed = false;

  constructor(size = Math.max(1, Math.min(3, availableParallelism() - 1))) {
    this.threads = new Piscina({
      ...program(),
      minThreads: 0,
      maxThreads: size,
      idleTimeout: Infinity,
      // A thread that waits for its next task in `Atomics.wait` does not run its event loop and so never releases
      // canvases: each image leaked 14 MB.
      atomics: 'disabled',
    });
  }

  /** @throws the signal's reason when aborted; Error with the task's message when it failed or its thread died. */
  async run<Name extends TaskName>(
    name: Name,
    input: TaskInput<Name>,
    signal?: AbortSignal,
  ): Promise<TaskOutput<Name>> {
    // Without this check, a closed pool would start its threads again.
    if (this.closed) throw new Error('The worker pool is closed.');
    try {
      return (await this.threads.run({ name, input }, { signal })) as TaskOutput<Name>;
    } catch (error) {
      throw signal?.aborted ? signal.reason : error;
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.threads.destroy();
  }
}

/** UTF-16 code units above which a text is read in a worker thread, so that it does not block the event loop. */
const LONG_TEXT = 12_000;

/** Runs a task in this thread when its text is short, and in a worker thread when it is long. */
export async function runTask<Name extends TaskName>(
  pool: Pick<WorkerPool, 'run'>,
  name: Name,
  input: TaskInput<Name>,
  { text, signal }: { text: string; signal?: AbortSignal },
): Promise<TaskOutput<Name>> {
  signal?.throwIfAborted();
  if (text.length > LONG_TEXT) return pool.run(name, input, signal);
  return perform({ name, input });
}
