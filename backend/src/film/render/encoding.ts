import { threadCount } from '@storyreel/ffmpeg';
import type { FilmQuality } from './film-plan';
import { FPS, type FrameSize } from './frame-size';

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
