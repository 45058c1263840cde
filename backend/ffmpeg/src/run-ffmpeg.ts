import { spawn } from 'node:child_process';
import { totalmem } from 'node:os';

/** What a server lacked for work that had nothing wrong about it: room to write, or the peace to end. */
export type Trouble = 'space' | 'killed';

/** Of the file systems; the last one is what Postgres calls it. */
const FULL = new Set(['ENOSPC', 'EDQUOT', '53100']);

/**
 * The trouble that an error tells of, itself or in its causes: by a property of this name, or by the code of a full disk.
 * Null when it tells of none, and trying again would change nothing.
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
/** How a child ends that went beyond what we let it take. */
const LIMITS: readonly (NodeJS.Signals | null)[] = ['SIGXFSZ', 'SIGXCPU'];

/** Why a run of ffmpeg ended without its work done; `words` are the last ones it said, for a log and not for people. */
export class FfmpegFailure extends Error {
  /** What the server lacked: ffmpeg says that there is no space, and whoever kills it says nothing. */
  readonly trouble: Trouble | null;

  /** @param killedBy null when it ended by itself, or was ended by us since its time was over */
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

const TAIL = 4000;
/**
 * What it says of an output that it could not write. It ends with code 0 all the same when that happens at the end of a
 * file, as on a disk that becomes full with its last bytes.
 */
const UNWRITTEN =
  /error writing (?:trailer|header)|error closing file|error muxing|av_interleaved_write_frame|no space left on device|disk quota exceeded|file too large/iu;

export interface FfmpegRun {
  signal?: AbortSignal;
  /** Hears of the frames done so far. */
  onFrame?: (frame: number) => void;
  /** Hears of the seconds of its output that are done so far. */
  onTime?: (seconds: number) => void;
  /** The folder that relative names in the arguments begin at. */
  cwd?: string;
  /** With limits, the child also has no environment of ours and gives way to other processes. */
  limits?: ProcessLimits;
  /** With 'info' it also says what it found in its inputs and what its filters measured. */
  says?: 'error' | 'info';
}

/**
 * Runs ffmpeg to its end and answers with the end of what it said. That it succeeded is not proof of its files: whoever
 * uses one looks at it first, with `requireWhole` or by its size.
 * @throws FfmpegFailure when it fails, could not write what it made, or goes beyond its limits; the signal's reason when
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
    // With 'info' it repeats what is written in its inputs, and may say anything.
    unwritten ||= says === 'error' && UNWRITTEN.test(tail);
  });
  let told = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    // The last line may be half of one.
    told = (told + text).slice(-TAIL);
    const frame = lastOf(told, /^frame=\s*(\d+)$/gmu);
    if (frame !== null) onFrame?.(frame);
    // In microseconds under this name too; the name that says so is younger.
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

/** An encoder of 1080p takes some 200 MB for each thread, beside the server and what else it makes. */
const MB_FOR_TWO = 1_024;

/** The memory that this process and its children may take: the container's, where it is limited, else the machine's. */
function memoryMb(): number {
  // 0, or more than there is, when nothing limits it.
  const limit = process.constrainedMemory();
  const machine = totalmem();
  return (limit > 0 && limit < machine ? limit : machine) / 1_048_576;
}

/** How many threads ffmpeg encodes with, by the memory that there is. */
export const threadCount = (megabytes = memoryMb()): number => (megabytes < MB_FOR_TWO ? 1 : 2);
