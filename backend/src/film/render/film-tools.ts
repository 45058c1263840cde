import { stat } from 'node:fs/promises';
import type { FfmpegRun, ProcessLimits } from '@storyreel/ffmpeg';
import { IncompleteFile, runFfmpeg, threadCount } from '@storyreel/ffmpeg';
import { ifMissing } from '../../platform/missing-file';
import type { Pictures } from '../../platform/pictures';

/** What all steps of one render work with. */
export interface FilmTools {
  /** The executable. */
  ffmpeg: string;
  /** Decodes images that came from outside, in a process of its own. */
  pictures: Pictures;
  /** Ours alone, emptied at the start and at the end. */
  scratch: string;
  signal?: AbortSignal;
}

const MEMORY_MB = 2_048;
const FILE_MB = 4_096;

/** Runs ffmpeg with the limits that every child of a render has. `seconds` is what it may take by the clock. */
export function encode(
  { ffmpeg, signal, scratch }: FilmTools,
  args: readonly string[],
  { seconds, ...run }: { seconds: number } & Pick<FfmpegRun, 'onFrame' | 'onTime' | 'says'>,
): Promise<string> {
  const limits: ProcessLimits = { seconds, memoryMb: MEMORY_MB, fileMb: FILE_MB };
  const threads = String(threadCount());
  return runFfmpeg(ffmpeg, ['-filter_threads', threads, '-filter_complex_threads', threads, ...args], {
    ...run,
    signal,
    limits,
    cwd: scratch,
  });
}

/** For files of samples, which have no outline that would tell how many there should be. @throws IncompleteFile */
export async function requireBytes(path: string, bytes: number): Promise<void> {
  const found = await stat(path).catch(ifMissing(null));
  if (found?.size !== bytes) throw new IncompleteFile(`${path} has ${found?.size ?? 'no'} bytes of ${bytes}`);
}
