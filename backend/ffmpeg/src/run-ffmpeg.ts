import { spawn } from 'node:child_process';
import { FfmpegFailure } from './ffmpeg-failure';
import { limitedCommand, type ProcessLimits } from './limited-command';

const TAIL = 4000;

export interface FfmpegRun {
  signal?: AbortSignal;
  /** Hears of the frames done so far. */
  onFrame?: (frame: number) => void;
  /** The folder that relative names in the arguments begin at. */
  cwd?: string;
  /** With limits, the child also has no environment of ours and gives way to other processes. */
  limits?: ProcessLimits;
  /** With 'info' it also says what it found in its inputs and what its filters measured. */
  says?: 'error' | 'info';
}

/**
 * Runs ffmpeg to its end and answers with the end of what it said.
 * @throws FfmpegFailure when it fails or goes beyond its limits; the signal's reason when aborted. The child has ended.
 */
export async function runFfmpeg(
  ffmpeg: string,
  args: readonly string[],
  { signal, onFrame, cwd, limits, says = 'error' }: FfmpegRun = {},
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
  child.stderr.setEncoding('utf8').on('data', (text: string) => (tail = (tail + text).slice(-TAIL)));
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const frame = [...text.matchAll(/frame=\s*(\d+)/gu)].at(-1)?.[1];
    if (frame !== undefined) onFrame?.(Number(frame));
  });
  const problem = await new Promise<string | null>((resolve, reject) => {
    child.once('error', (error) =>
      reject(new Error(`ffmpeg could not be started: ${error.message}`, { cause: error })),
    );
    child.once('close', (code, killedBy) => resolve(code === 0 ? null : (killedBy ?? `code ${code}`)));
  }).finally(() => {
    clearTimeout(clock);
    signal?.removeEventListener('abort', kill);
  });
  if (problem === null) return tail.trim();
  signal?.throwIfAborted();
  throw new FfmpegFailure(late ? `its time of ${limits?.seconds} s` : problem, tail.trim());
}
