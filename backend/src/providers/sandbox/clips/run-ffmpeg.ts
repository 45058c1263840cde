import { spawn } from 'node:child_process';
import { abortReason } from '../../abort-reason';

const STDERR_TAIL = 2000;

/**
 * Runs ffmpeg to its end. `onFrame` hears of the frames done so far.
 * @throws Error with the end of ffmpeg's own words when it fails; the signal's reason when aborted (the child is killed).
 */
export function runFfmpeg(
  ffmpeg: string,
  args: readonly string[],
  options: { signal?: AbortSignal; onFrame?: (frame: number) => void } = {},
): Promise<void> {
  const { signal, onFrame } = options;
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(abortReason(signal));
      return;
    }
    const child = spawn(
      ffmpeg,
      ['-hide_banner', '-loglevel', 'error', '-nostdin', '-y', '-progress', 'pipe:1', ...args],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    const kill = (): void => void child.kill('SIGKILL');
    signal?.addEventListener('abort', kill, { once: true });
    let tail = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (tail = (tail + text).slice(-STDERR_TAIL)));
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const frame = /frame=\s*(\d+)/u.exec(text)?.[1];
      if (frame !== undefined) onFrame?.(Number(frame));
    });
    child.once('error', (error) => {
      signal?.removeEventListener('abort', kill);
      reject(new Error(`ffmpeg could not be started: ${error.message}`, { cause: error }));
    });
    child.once('close', (code, killedBy) => {
      signal?.removeEventListener('abort', kill);
      if (code === 0) resolve();
      else if (signal?.aborted) reject(abortReason(signal));
      else reject(new Error(`ffmpeg ended with ${killedBy ?? `code ${code}`}: ${tail.trim() || 'no message'}`));
    });
  });
}
