import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { IncompleteFile } from '@storyreel/ffmpeg';
import { demuxerOf, FROM_OUTSIDE, UnusableSound } from '../../../../infra/media/examine/probe-clip';
import { FILM_LIMITS, OWN_BYTES, SAMPLE_RATE, VOICE_BYTES } from './film-plan';
import { encode, type FilmTools, requireBytes } from './film-tools';

/** The only file in the folder of a sound part. */
export const SOUND_FILE = 'sound.raw';
/** Fade at both ends of a sound: too short to be heard, but long enough to avoid a click. */
const EDGE_SECONDS = 0.015;
const SECONDS = 180;
/** Tolerance of the duration that ffmpeg reports for its output, in seconds. */
const TOLD_WITHIN = 0.05;

/** Returns the demuxer that reads a file's sound. @throws UnusableSound */
export async function soundDemuxer(path: string): Promise<string> {
  const demuxer = await demuxerOf(path);
  if (demuxer === null) throw new UnusableSound('is not a sound');
  return demuxer;
}

/** Decodes a narration into one channel. @throws UnusableSound, FfmpegFailure, IncompleteFile */
export async function decodeVoice(tools: FilmTools, folder: string, path: string): Promise<void> {
  const output = join(folder, SOUND_FILE);
  // Stops one second after the limit, so that a narration that is too long can be distinguished from one of exactly the
  // maximum length.
  const most = ['-t', String(FILM_LIMITS.sceneSeconds + 1)];
  const input = [...FROM_OUTSIDE, '-f', await soundDemuxer(path), '-i', path];
  const raw = ['-map', '0:a:0', '-vn', '-ac', '1', '-ar', String(SAMPLE_RATE), '-f', 's16le', ...most, output];
  let written = 0;
  await encode(tools, [...input, ...raw], { seconds: SECONDS, onTime: (time) => (written = time) });
  const seconds = await voiceSeconds(folder);
  if (Math.abs(seconds - written) > TOLD_WITHIN) throw new IncompleteFile(`${output} has ${seconds} s of ${written}`);
  if (seconds < 0.05) throw new UnusableSound('has no sound');
  if (seconds > FILM_LIMITS.sceneSeconds) {
    throw new UnusableSound(`is longer than ${FILM_LIMITS.sceneSeconds / 60} minutes`);
  }
}

/** Returns the length of a decoded narration. */
export const voiceSeconds = async (folder: string): Promise<number> =>
  (await stat(join(folder, SOUND_FILE))).size / VOICE_BYTES / SAMPLE_RATE;

/** Decodes a clip's first sound track, for the length of its video but at most for `seconds`. @throws FfmpegFailure */
export async function decodeOwnSound(
  tools: FilmTools,
  folder: string,
  { path, demuxer, from, seconds }: { path: string; demuxer: string; from: number; seconds: number },
): Promise<void> {
  const samples = Math.round(seconds * SAMPLE_RATE);
  const input = [...FROM_OUTSIDE, ...(from > 0 ? ['-ss', from.toFixed(3)] : []), '-f', demuxer, '-i', path];
  const edge = EDGE_SECONDS.toFixed(3);
  const filters = [
    // Keeps the sound in sync if it starts after the video or has gaps.
    `aresample=${SAMPLE_RATE}:async=1:first_pts=0`,
    `afade=t=in:d=${edge}`,
    `afade=t=out:st=${Math.max(0, seconds - EDGE_SECONDS).toFixed(3)}:d=${edge}`,
    `apad,atrim=end_sample=${samples}`,
  ];
  const raw = ['-map', '0:a:0', '-vn', '-af', filters.join(','), '-ac', '2', '-f', 's16le'];
  const limit = ['-fs', String(samples * OWN_BYTES), join(folder, SOUND_FILE)];
  await encode(tools, [...input, ...raw, ...limit], { seconds: SECONDS });
}

/** @throws IncompleteFile when a clip's own sound is shorter than ordered */
export const checkOwnSound = (folder: string, seconds: number): Promise<void> =>
  requireBytes(join(folder, SOUND_FILE), Math.round(seconds * SAMPLE_RATE) * OWN_BYTES);
