import { stat } from 'node:fs/promises';
import { IncompleteFile, runFfmpeg, threadCount } from '@storyreel/ffmpeg';
import type { FfmpegRun, ProcessLimits } from '@storyreel/ffmpeg';
import type { Pictures } from '../../../../infra/media/pictures';
import { ifMissing } from '../../../../lib/errors';
import { FPS } from './film-plan';
import type { FilmQuality, FrameSize } from './film-plan';

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

/** The part that was rendered first gives its header to the film, so all parts have the same settings and colours. */
const COLOURS = ['-color_primaries', 'bt709', '-color_trc', 'bt709', '-colorspace', 'bt709', '-color_range', 'tv'];
/** A second: each frame has a whole number of them. */
export const TICKS = 15_360;
const REPEATABLE = ['-map_metadata', '-1', '-map_chapters', '-1', '-fflags', '+bitexact', '-flags:v', '+bitexact'];

const SPEED: Record<FilmQuality, string[]> = {
  '1080p': ['-preset', 'veryfast', '-crf', '21'],
  '720p': ['-preset', 'veryfast', '-crf', '22'],
  draft: ['-preset', 'superfast', '-crf', '26'],
};

/** H.264 as every browser and platform plays it, with a key frame every two seconds. */
export const filmPicture = (quality: FilmQuality): string[] => [
  '-c:v',
  'libx264',
  ...SPEED[quality],
  ...['-profile:v', 'high', '-pix_fmt', 'yuv420p', '-g', String(FPS * 2), '-r', String(FPS)],
  ...common(),
];

/** All but lossless, for the few frames that a cross-fade is made of and that are encoded again. */
export const betweenPicture = (): string[] => [
  ...['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '6', '-pix_fmt', 'yuv420p', '-r', String(FPS)],
  ...common(),
];

const common = (): string[] => [
  ...COLOURS,
  ...['-threads', String(threadCount()), '-video_track_timescale', String(TICKS), '-an'],
  ...REPEATABLE,
];

/** Fills the frame and cuts off what stands out, in the colours that all parts have. */
export const cover = ({ width, height }: FrameSize): string =>
  [
    `scale=${width}:${height}:force_original_aspect_ratio=increase:flags=bicubic:out_color_matrix=bt709:out_range=tv`,
    `crop=${width}:${height}`,
    'setsar=1',
    'format=yuv420p',
  ].join(',');

/** Of the film as a whole. */
export const WITHOUT_METADATA = [...REPEATABLE, '-flags:a', '+bitexact'];
