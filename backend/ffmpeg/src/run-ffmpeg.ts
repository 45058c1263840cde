import { spawn } from 'node:child_process';
import { FfmpegFailure } from './ffmpeg-failure';
import { limitedCommand, type ProcessLimits } from './limited-command';

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
