import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { IncompleteFile, runFfmpeg, threadCount } from '@storyreel/ffmpeg';
import type { FfmpegRun, ProcessLimits } from '@storyreel/ffmpeg';
import type { Pictures } from '../../../../infra/media/pictures';
import { ifMissing } from '../../../../lib/errors';
import { FPS } from './film-plan';
import type { FilmQuality, FrameSize } from './film-plan';

/** Tools and settings shared by all steps of a render. */
export interface FilmTools {
  /** Path of the ffmpeg executable. */
  ffmpeg: string;
  /** Decodes untrusted images in a separate process. */
  pictures: Pictures;
  /** Folder used by this render only; emptied at its start and end. */
  scratch: string;
  signal?: AbortSignal;
}

const MEMORY_MB = 2_048;
const FILE_MB = 4_096;

/** Runs ffmpeg with the resource limits of every child process of a render. `seconds` limits its wall-clock time. */
export function encode(
  { ffmpeg, signal, scratch }: FilmTools,
  args: readonly string[],
  { seconds, ...run }: { seconds: number } & Pick<FfmpegRun, 'onFrame' | 'onTime' | 'says'>,
): Promise<string> {
  const limits: ProcessLimits = { seconds, memoryMb: MEMORY_MB, fileMb: FILE_MB };
  return runFfmpeg(ffmpeg, ['-filter_threads', '1', '-filter_complex_threads', '1', ...args], {
    ...run,
    signal,
    limits,
    cwd: scratch,
  });
}

/**
 * Number of concurrent ffmpeg processes with one thread each: two single-threaded processes need a fifth less processor
 * time than one process with two threads.
 */
export const atOnce = (): number => (threadCount() === 1 ? 1 : Math.min(4, Math.max(2, availableParallelism())));

/**
 * Maps the items with limited concurrency. After a failure no further item is started, and the error is thrown when the
 * running ones have ended.
 */
export async function inTurns<Item, Made>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Made>,
): Promise<Made[]> {
  const made: Made[] = [];
  const queue = items.entries();
  let ending = false;
  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) {
      if (ending) return;
      try {
        made[index] = await work(item, index);
      } catch (error) {
        ending = true;
        throw error;
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: atOnce() }, worker));
  const failed = ended.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
  return made;
}

/** Checks the size of a file of raw samples, since it has no header that states its length. @throws IncompleteFile */
export async function requireBytes(path: string, bytes: number): Promise<void> {
  const found = await stat(path).catch(ifMissing(null));
  if (found?.size !== bytes) throw new IncompleteFile(`${path} has ${found?.size ?? 'no'} bytes of ${bytes}`);
}

/** Colours of all parts: the film has the header of its first part, so all parts need the same settings. */
const COLOURS = ['-color_primaries', 'bt709', '-color_trc', 'bt709', '-colorspace', 'bt709', '-color_range', 'tv'];
/** Timescale in ticks per second, chosen so that every frame is a whole number of ticks. */
export const TICKS = 15_360;
const REPEATABLE = ['-map_metadata', '-1', '-map_chapters', '-1', '-fflags', '+bitexact', '-flags:v', '+bitexact'];

const SPEED: Record<FilmQuality, string[]> = {
  '1080p': ['-preset', 'veryfast', '-crf', '21'],
  '720p': ['-preset', 'veryfast', '-crf', '22'],
  draft: ['-preset', 'superfast', '-crf', '26'],
};

/** Settings for H.264 that every browser and platform can play, with a key frame every two seconds. */
export const filmPicture = (quality: FilmQuality): string[] => [
  '-c:v',
  'libx264',
  ...SPEED[quality],
  ...['-profile:v', 'high', '-pix_fmt', 'yuv420p', '-g', String(FPS * 2), '-r', String(FPS)],
  ...common(),
];

/** Nearly lossless settings for the few frames of a cross-fade, which are encoded again. */
export const betweenPicture = (): string[] => [
  ...['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '6', '-pix_fmt', 'yuv420p', '-r', String(FPS)],
  ...common(),
];

const common = (): string[] => [
  ...COLOURS,
  ...['-threads', '1', '-video_track_timescale', String(TICKS), '-an'],
  ...REPEATABLE,
];

const TO_FILM_COLOURS = ':flags=bicubic:out_color_matrix=bt709:out_range=tv';

/**
 * Scales a video to fill the frame and crops the rest, in the colours that all parts have.
 * @param isInColour true if the video already has these colours; a needless conversion would take half as long as the
 * encoding
 */
export const cover = ({ width, height }: FrameSize, isInColour = false): string =>
  [
    `scale=${width}:${height}:force_original_aspect_ratio=increase${isInColour ? '' : TO_FILM_COLOURS}`,
    `crop=${width}:${height}`,
    'setsar=1',
    'format=yuv420p',
  ].join(',');

/** Arguments that leave out metadata, for the whole film. */
export const WITHOUT_METADATA = [...REPEATABLE, '-flags:a', '+bitexact'];
