/** What one child process may take; whatever goes beyond ends it. */
export interface ProcessLimits {
  /** By the clock. */
  seconds: number;
  memoryMb: number;
  /** The largest file it may write. */
  fileMb: number;
}

interface Command {
  file: string;
  args: string[];
}

/** In blocks of 512 bytes, as POSIX has it. */
const BLOCKS_A_MB = 2048;
const NICENESS = 10;

/** The same command in a shell that lowers its limits and its priority first, and then becomes it: one process, one id. */
export function limitedCommand(file: string, args: readonly string[], limits: ProcessLimits): Command {
  // Elsewhere the shell counts in other units, or has no such limit; the clock still ends it.
  if (process.platform !== 'linux') return { file, args: [...args] };
  const { seconds, memoryMb, fileMb } = limits;
  const processorSeconds = Math.ceil(seconds * 4);
  const limit = `ulimit -d ${memoryMb * 1024} && ulimit -f ${fileMb * BLOCKS_A_MB} && ulimit -t ${processorSeconds}`;
  return { file: '/bin/sh', args: ['-c', `${limit} && exec nice -n ${NICENESS} "$0" "$@"`, file, ...args] };
}
