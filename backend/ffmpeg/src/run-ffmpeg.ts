import { spawn } from 'node:child_process';
import { totalmem } from 'node:os';

/** Server trouble that ended valid work: no disk space, or the process was killed. */
export type Trouble = 'space' | 'killed';

/** Error codes of a full disk, a quota or a limit on file sizes (EFBIG), and Postgres' code of a full disk. */
const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', '53100']);

/**
 * Returns the server trouble behind an error: from a `trouble` property of the error or one of its causes, or from a
 * full-disk code. Returns null when there is none; a retry would then change nothing.
 */
export function troubleOf(error: unknown): Trouble | null {
  const seen = new Set<unknown>();
  for (let at = error; typeof at === 'object' && at !== null && !seen.has(at); at = 'cause' in at ? at.cause : null) {
    seen.add(at);
    if ('trouble' in at && (at.trouble === 'space' || at.trouble === 'killed')) return at.trouble;
    if ('code' in at && typeof at.code === 'string' && FULL.has(at.code)) return 'space';
  }
  return null;
}

const NO_SPACE = /no space left on device|disk quota exceeded|file too large/iu;
/** Signals that end a child beyond its limits. */
const LIMITS: readonly (NodeJS.Signals | null)[] = ['SIGXFSZ', 'SIGXCPU'];

/** ffmpeg ended without finishing its work; `words` is the end of its output, for a log and not for people. */
export class FfmpegFailure extends Error {
  /** 'space' when ffmpeg reports a full disk, 'killed' when something else killed ffmpeg; else null. */
  readonly trouble: Trouble | null;

  /** @param killedBy null when ffmpeg ended by itself, or when we ended it on timeout */
  constructor(
    readonly ended: string,
    readonly words: string,
    killedBy: NodeJS.Signals | null = null,
  ) {
    super(`ffmpeg ended with ${ended}: ${words || 'no message'}`);
    const killed = killedBy !== null && !LIMITS.includes(killedBy);
    this.trouble = NO_SPACE.test(words) ? 'space' : killed ? 'killed' : null;
  }
}

/** Limits of one child process; exceeding one ends it. */
export interface ProcessLimits {
  /** Wall-clock time. */
  seconds: number;
  memoryMb: number;
  /** The largest file the child may write. */
  fileMb: number;
}

interface Command {
  file: string;
  args: string[];
}

/** `ulimit -f` counts in blocks of 512 bytes (POSIX). */
const BLOCKS_A_MB = 2048;
const NICENESS = 10;

/** Wraps a command in a shell that lowers its limits and priority and then execs the command: one process, one id. */
export function limitedCommand(file: string, args: readonly string[], limits: ProcessLimits): Command {
  // On other systems the shell uses other units or lacks the limit; the wall clock still ends the child.
  if (process.platform !== 'linux') return { file, args: [...args] };
  const { seconds, memoryMb, fileMb } = limits;
  const processorSeconds = Math.ceil(seconds * 4);
  const limit = `ulimit -d ${memoryMb * 1024} && ulimit -f ${fileMb * BLOCKS_A_MB} && ulimit -t ${processorSeconds}`;
  return { file: '/bin/sh', args: ['-c', `${limit} && exec nice -n ${NICENESS} "$0" "$@"`, file, ...args] };
}

const TAIL = 4000;
/**
 * ffmpeg's messages about an output that it could not write. At the end of a file, as on a disk that becomes full with
 * the last bytes, ffmpeg still exits with code 0.
 */
const UNWRITTEN =
  /error writing (?:trailer|header)|error closing file|error muxing|av_interleaved_write_frame|no space left on device|disk quota exceeded|file too large/iu;

export interface FfmpegRun {
  signal?: AbortSignal;
  /** Called with the number of frames done so far. */
  onFrame?: (frame: number) => void;
  /** Called with the seconds of output done so far. */
  onTime?: (seconds: number) => void;
  /** Folder that relative paths in the arguments start from. */
  cwd?: string;
  /** With limits, the child also gets none of our environment and a lower priority. */
  limits?: ProcessLimits;
  /** 'info' adds ffmpeg's description of its inputs and the measurements of its filters. */
  says?: 'error' | 'info';
}

/**
 * Runs ffmpeg to its end and returns the end of its log output. Success is no proof of the output files: check them
 * with `requireWhole` or by size before use.
 * @throws FfmpegFailure when ffmpeg fails, could not write its output, or exceeds its limits; the signal's reason when
 * aborted. The child has ended.
 */
export async function runFfmpeg(
  ffmpeg: string,
  args: readonly string[],
  { signal, onFrame, onTime, cwd, limits, says = 'error' }: FfmpegRun = {},
): Promise<string> {
  signal?.throwIfAborted();
  const all = ['-hide_banner', '-loglevel', says, '-nostdin', '-nostats', '-y', '-progress', 'pipe:1', ...args];
  const command = limits === undefined ? { file: ffmpeg, args: all } : limitedCommand(ffmpeg, all, limits);
  const child = spawn(command.file, command.args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd,
    ...(limits === undefined ? {} : { env: { PATH: '/usr/bin:/bin' } }),
  });
  const kill = (): void => void child.kill('SIGKILL');
  signal?.addEventListener('abort', kill, { once: true });
  let late = false;
  const end = (): void => {
    late = true;
    kill();
  };
  const clock = limits === undefined ? undefined : setTimeout(end, limits.seconds * 1000);
  let tail = '';
  let unwritten = false;
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-TAIL);
    // With 'info' ffmpeg repeats metadata of its inputs, which may contain any text.
    unwritten ||= says === 'error' && UNWRITTEN.test(tail);
  });
  let told = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    // The last line may be incomplete.
    told = (told + text).slice(-TAIL);
    const frame = lastOf(told, /^frame=\s*(\d+)$/gmu);
    if (frame !== null) onFrame?.(frame);
    // Despite its name `out_time_ms` is in microseconds; `out_time_us` is missing in older versions.
    const time = lastOf(told, /^out_time_ms=(-?\d+)$/gmu);
    if (time !== null) onTime?.(Math.max(0, time / 1_000_000));
  });
  const { problem, killedBy } = await new Promise<{ problem: string | null; killedBy: NodeJS.Signals | null }>(
    (resolve, reject) => {
      child.once('error', (error) =>
        reject(new Error(`ffmpeg could not be started: ${error.message}`, { cause: error })),
      );
      child.once('close', (code, signalled) =>
        resolve({ problem: code === 0 ? null : (signalled ?? `code ${code}`), killedBy: signalled }),
      );
    },
  ).finally(() => {
    clearTimeout(clock);
    signal?.removeEventListener('abort', kill);
  });
  if (problem === null && !unwritten) return tail.trim();
  signal?.throwIfAborted();
  const ended = late ? `its time of ${limits?.seconds} s` : (problem ?? 'code 0, and an output that was not written');
  throw new FfmpegFailure(ended, tail.trim(), late ? null : killedBy);
}

function lastOf(text: string, pattern: RegExp): number | null {
  const found = [...text.matchAll(pattern)].at(-1)?.[1];
  return found === undefined ? null : Number(found);
}

/** Memory for two encoder threads: at 1080p each needs some 200 MB, beside the server and other work. */
const MB_FOR_TWO = 1_024;

/** Returns the memory limit of this process and its children: the container's, if set, else the machine's. */
function memoryMb(): number {
  // Without a limit, this is 0 or more than the machine has.
  const limit = process.constrainedMemory();
  const machine = totalmem();
  return (limit > 0 && limit < machine ? limit : machine) / 1_048_576;
}

/** Returns the number of ffmpeg's encoder threads for the available memory. */
export const threadCount = (megabytes = memoryMb()): number => (megabytes < MB_FOR_TWO ? 1 : 2);
