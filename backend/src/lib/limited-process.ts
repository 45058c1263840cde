import { type ChildProcess, fork, type ForkOptions } from 'node:child_process';

export interface Limits {
  /** Memory for data, which only Linux limits; null for no limit. */
  dataKib: number | null;
  /** Processor time, which only Linux limits. */
  cpuSeconds?: number;
  execArgv?: readonly string[];
}

/**
 * Starts a program of ours in a process of its own, with `advanced` messages and without its output.
 * @param program its compiled file, or TypeScript under a test runner or a watcher: then it gets the loader too
 */
export function forkLimited(
  program: string,
  { dataKib, cpuSeconds, execArgv = [] }: Limits,
  options: Pick<ForkOptions, 'signal' | 'timeout' | 'env'>,
): ChildProcess {
  const all = [...execArgv, ...(program.endsWith('.ts') ? ['--require', require.resolve('tsx/cjs')] : [])];
  const forking: ForkOptions = {
    ...options,
    killSignal: 'SIGKILL',
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  };
  if (dataKib === null || process.platform !== 'linux')
    return fork(program, { ...forking, execPath: process.execPath, execArgv: all });
  const cpu = cpuSeconds === undefined ? '' : ` && ulimit -t ${cpuSeconds}`;
  const limited = ['-c', `ulimit -d ${dataKib}${cpu} && exec "$0" "$@"`, process.execPath, ...all];
  return fork(program, { ...forking, execPath: '/bin/sh', execArgv: limited });
}
