import { spawn } from 'node:child_process';

const STDERR_TAIL = 2000;

/**
 * Runs ffmpeg to its end. `onFrame` hears of the frames done so far.
 * @throws Error with the end of ffmpeg's own words when it fails; the signal's reason when aborted (the child is killed).
 */
export async function runFfmpeg(
  ffmpeg: string,
  args: readonly string[],
  { signal, onFrame }: { signal?: AbortSignal; onFrame?: (frame: number) => void } = {},
): Promise<void> {
  signal?.throwIfAborted();
  const child = spawn(
    ffmpeg,
    ['-hide_banner', '-loglevel', 'error', '-nostdin', '-y', '-progress', 'pipe:1', ...args],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const kill = (): void => void child.kill('SIGKILL');
  signal?.addEventListener('abort', kill, { once: true });
  let tail = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (tail = (tail + text).slice(-STDERR_TAIL)));
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const frame = /frame=\s*(\d+)/u.exec(text)?.[1];
    if (frame !== undefined) onFrame?.(Number(frame));
  });
  const problem = await new Promise<string | null>((resolve, reject) => {
    child.once('error', (error) =>
      reject(new Error(`ffmpeg could not be started: ${error.message}`, { cause: error })),
    );
    child.once('close', (code, killedBy) => resolve(code === 0 ? null : (killedBy ?? `code ${code}`)));
  }).finally(() => signal?.removeEventListener('abort', kill));
  if (problem === null) return;
  signal?.throwIfAborted();
  throw new Error(`ffmpeg ended with ${problem}: ${tail.trim() || 'no message'}`);
}
