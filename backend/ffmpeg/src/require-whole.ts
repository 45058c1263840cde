import { existsSync } from 'node:fs';
import { FfmpegFailure } from './ffmpeg-failure';
import type { ProcessLimits } from './limited-command';
import { runFfmpeg } from './run-ffmpeg';
import { isWholeMov } from './whole-mov';
import type { Trouble } from './trouble-of';

/** A file holds less than was written to it, as on a disk that became full. The message is for a log. */
export class IncompleteFile extends Error {
  readonly trouble: Trouble = 'space';
}

/** What a file has to hold: so many frames, or so many seconds of sound, or both. */
export interface Wanted {
  frames?: number;
  soundSeconds?: number;
}

interface Tools {
  /** The executable. */
  ffmpeg: string;
  signal?: AbortSignal;
}

/** A packet of AAC lasts 21 ms, and one is silence before the first sample. */
const SOUND_TOLERANCE = 0.1;
const LIMITS: ProcessLimits = { seconds: 120, memoryMb: 1_024, fileMb: 1 };

/**
 * Reads an MP4 from its first packet to its last, decoding nothing, and compares what it holds with what it has to.
 * @throws IncompleteFile; the signal's reason when aborted
 */
export async function requireWhole(tools: Tools, path: string, { frames, soundSeconds }: Wanted): Promise<void> {
  // Half of a frame would count as one.
  if (!existsSync(path) || !(await isWholeMov(path))) throw new IncompleteFile(`${path} is cut off or missing`);
  if (frames !== undefined) {
    const found = await read(tools, path, '0:v:0');
    if (found.frames !== frames) throw new IncompleteFile(`${path} has ${found.frames} frames of ${frames}`);
  }
  if (soundSeconds !== undefined) {
    const found = await read(tools, path, '0:a:0');
    if (Math.abs(found.seconds - soundSeconds) > SOUND_TOLERANCE)
      throw new IncompleteFile(`${path} has ${found.seconds} s of sound of ${soundSeconds}`);
  }
}

async function read(
  { ffmpeg, signal }: Tools,
  path: string,
  track: string,
): Promise<{ frames: number; seconds: number }> {
  const found = { frames: 0, seconds: 0 };
  const input = ['-protocol_whitelist', 'file', '-f', 'mov', '-i', path];
  try {
    await runFfmpeg(ffmpeg, [...input, '-map', track, '-c', 'copy', '-f', 'null', '-'], {
      signal,
      limits: LIMITS,
      onFrame: (frames) => (found.frames = frames),
      onTime: (seconds) => (found.seconds = seconds),
    });
  } catch (error) {
    // What was killed tells nothing about the file.
    if (!(error instanceof FfmpegFailure) || error.trouble !== null) throw error;
    throw new IncompleteFile(`${path} cannot be read: ${error.words}`, { cause: error });
  }
  return found;
}
