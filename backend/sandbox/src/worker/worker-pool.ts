import { availableParallelism } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { TaskInput, TaskName, TaskOutput } from './tasks';
import type { TaskAnswer, TaskRequest } from './worker';

interface Waiting {
  request: TaskRequest;
  resolve: (output: unknown) => void;
  reject: (error: unknown) => void;
  signal?: AbortSignal;
  onAbort?: () => void;
}

interface Member {
  worker: Worker;
  current: Waiting | null;
}

/** The sources are TypeScript when they run under a test runner or a watcher: the thread then needs a loader too. */
function startWorker(): Worker {
  const file = join(__dirname, `worker${extname(__filename)}`);
  if (!file.endsWith('.ts')) return new Worker(file, { execArgv: [] });
  const env = { ...process.env, TSX_TSCONFIG_PATH: resolve(__dirname, '../../tsconfig.json') };
  return new Worker(file, { execArgv: ['--require', require.resolve('tsx/cjs')], env });
}

/** A few threads that draw and read while the event loop goes on. Idle threads do not keep the process alive. */
export class WorkerPool {
  private readonly members: Member[] = [];
  private readonly queue: Waiting[] = [];
  private nextId = 1;
  private closed = false;

  constructor(private readonly size = Math.max(1, Math.min(3, availableParallelism() - 1))) {}

  /** @throws the signal's reason when aborted; Error with the task's message when it failed or its thread died. */
  async run<Name extends TaskName>(
    name: Name,
    input: TaskInput<Name>,
    signal?: AbortSignal,
  ): Promise<TaskOutput<Name>> {
    if (this.closed) throw new Error('The worker pool is closed.');
    signal?.throwIfAborted();
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        request: { id: this.nextId++, name, input },
        resolve: (output) => resolve(output as TaskOutput<Name>),
        reject,
        signal,
      };
      waiting.onAbort = () => this.abort(waiting);
      signal?.addEventListener('abort', waiting.onAbort, { once: true });
      this.queue.push(waiting);
      this.dispatch();
    });
  }

  async close(): Promise<void> {
    this.closed = true;
    for (const waiting of this.queue.splice(0))
      this.settle(waiting, () => waiting.reject(new Error('The worker pool was closed.')));
    await Promise.all(this.members.splice(0).map(({ worker }) => worker.terminate()));
  }

  private dispatch(): void {
    while (this.queue.length > 0) {
      const member =
        this.members.find(({ current }) => current === null) ??
        (this.members.length < this.size ? this.recruit() : undefined);
      if (member === undefined) return;
      const waiting = this.queue.shift();
      if (waiting === undefined) return;
      member.current = waiting;
      member.worker.ref();
      member.worker.postMessage(waiting.request);
    }
  }

  private recruit(): Member {
    const member: Member = { worker: startWorker(), current: null };
    member.worker.on('message', (message: TaskAnswer) => this.finish(member, message));
    member.worker.on('error', (error) => this.lose(member, error));
    member.worker.on('exit', () => this.lose(member, new Error('A worker thread ended unexpectedly.')));
    this.members.push(member);
    return member;
  }

  private finish(member: Member, message: TaskAnswer): void {
    const waiting = member.current;
    if (waiting === null || waiting.request.id !== message.id) return;
    member.current = null;
    member.worker.unref();
    this.settle(waiting, () =>
      'error' in message ? waiting.reject(new Error(message.error)) : waiting.resolve(message.output),
    );
    this.dispatch();
  }

  private lose(member: Member, error: unknown): void {
    const at = this.members.indexOf(member);
    if (at >= 0) this.members.splice(at, 1);
    const waiting = member.current;
    member.current = null;
    if (waiting !== null) this.settle(waiting, () => waiting.reject(error));
    if (!this.closed) this.dispatch();
  }

  /** A running task cannot be interrupted: its thread is given up and replaced. */
  private abort(waiting: Waiting): void {
    const queued = this.queue.indexOf(waiting);
    if (queued >= 0) this.queue.splice(queued, 1);
    const member = this.members.find(({ current }) => current === waiting);
    this.settle(waiting, () => waiting.reject(waiting.signal?.reason));
    if (member === undefined) return;
    member.current = null;
    this.members.splice(this.members.indexOf(member), 1);
    void member.worker.terminate().then(() => this.dispatch());
  }

  private settle(waiting: Waiting, outcome: () => void): void {
    if (waiting.onAbort !== undefined) waiting.signal?.removeEventListener('abort', waiting.onAbort);
    outcome();
  }
}
