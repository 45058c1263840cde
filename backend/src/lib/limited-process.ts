import { type ChildProcess, fork, type ForkOptions } from 'node:child_process';

export interface Limits {
  /** Limit of memory for data, enforced on Linux only; null for no limit. */
  dataKib: number | null;
  /** Limit of processor time, enforced on Linux only. */
  cpuSeconds?: number;
  execArgv?: readonly string[];
}

/**
 * Starts one of the product's programs in a separate process, with `advanced` messages and without its output.
 * @param program the compiled file, or TypeScript under a test runner or a watcher, where the process gets the loader
 * too
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
