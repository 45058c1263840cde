import perform, { type TaskInput, type TaskName, type TaskOutput } from './tasks';
import type { WorkerPool } from './worker-pool';

/** Texts longer than this (in UTF-16 code units) are read in a worker thread: they would hold the event loop up. */
const LONG_TEXT = 12_000;

/** Does a task right here when the text that it reads is short, and in a thread when it is long. */
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
