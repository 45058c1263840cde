import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { FfmpegFailure, runFfmpeg } from './run-ffmpeg';
import type { ProcessLimits, Trouble } from './run-ffmpeg';

const LARGE_HEADER = 16;
/** Real files have few top-level boxes; one with thousands was crafted to be slow. */
const MOST_BOXES = 20_000;

/**
 * Checks that an MP4 or MOV has its index (moov) and all the bytes that its boxes declare, including those of its
 * frames. A file cut off after its index plays up to there; one whose writer was cut off has frames and no index.
 */
export async function isWholeMov(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { size: end } = await file.stat();
    const head = Buffer.alloc(LARGE_HEADER);
    let at = 0;
    let hasIndex = false;
    for (let box = 0; at + 8 <= end; box++) {
      await file.read(head, 0, LARGE_HEADER, at);
      const short = head.readUInt32BE(0);
      const size = short === 1 ? Number(head.readBigUInt64BE(8)) : short;
      hasIndex ||= head.toString('latin1', 4, 8) === 'moov';
      if (size === 0) return hasIndex;
      if (size < 8 || at + size > end || box > MOST_BOXES) return false;
      at += size;
    }
    return hasIndex;
  } finally {
    await file.close();
  }
}

/** A file holds less than was written to it, for example because the disk became full. The message is for a log. */
export class IncompleteFile extends Error {
  readonly trouble: Trouble = 'space';
}

/** Expected content of a file: a number of frames, seconds of sound, or both. */
export interface Wanted {
  frames?: number;
  soundSeconds?: number;
}

interface Tools {
  /** Path of the ffmpeg executable. */
  ffmpeg: string;
  signal?: AbortSignal;
}

/** Seconds. An AAC packet lasts 21 ms, and one packet of silence precedes the first sample. */
const SOUND_TOLERANCE = 0.1;
const LIMITS: ProcessLimits = { seconds: 120, memoryMb: 1_024, fileMb: 1 };

/**
 * Reads an MP4 from its first packet to its last without decoding, and compares its content with the expected.
 * @throws IncompleteFile; the signal's reason when aborted
 */
export async function requireWhole(tools: Tools, path: string, { frames, soundSeconds }: Wanted): Promise<void> {
  // ffmpeg would count the half of a frame where a file is cut off as a frame, so the boxes are checked first.
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
    // A killed process proves nothing about the file.
    if (!(error instanceof FfmpegFailure) || error.trouble !== null) throw error;
    throw new IncompleteFile(`${path} cannot be read: ${error.words}`, { cause: error });
  }
  return found;
}
