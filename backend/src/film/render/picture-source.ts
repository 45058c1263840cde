import type { CameraMove, CameraReach } from '@storyreel/ffmpeg';
import { threadCount, zoompan } from '@storyreel/ffmpeg';
import { FROM_FILE, FROM_OUTSIDE } from '../../platform/examine/ffmpeg-input';
import { cover } from './encoding';
import { FPS, type FrameSize, stillSize } from './frame-size';

/** Where the frames of a scene or a card come from: arguments for one input, and what is done to it. */
export interface PictureSource {
  input: string[];
  filter: string;
}

/** A JPEG that we drew ourselves, with a camera that moves over it for `frames` frames. */
export function stillSource(
  path: string,
  { move, ...reach }: { move: CameraMove } & CameraReach,
  frames: number,
  size: FrameSize,
): PictureSource {
  const camera = zoompan(move, frames, size.width, size.height, FPS, reach);
  return {
    input: [...FROM_FILE, '-f', 'image2', '-pattern_type', 'none', '-c:v', 'mjpeg', '-i', path],
    filter: `${cover(stillSize(size))},${camera},setsar=1,format=yuv420p`,
  };
}

/**
 * A clip from a time on, in its own speed or slower. Should its picture end sooner than it says, its last one stays.
 * @param slow 1.2: five seconds take six
 */
export function clipSource(
  path: string,
  { demuxer, from, slow }: { demuxer: string; from: number; slow: number },
  size: FrameSize,
): PictureSource {
  const seek = from > 0 ? ['-ss', from.toFixed(3)] : [];
  const speed = slow === 1 ? '' : `setpts=${slow.toFixed(4)}*PTS,`;
  return {
    input: [...FROM_OUTSIDE, ...seek, '-f', demuxer, '-threads', String(threadCount()), '-i', path],
    filter: `${speed}fps=${FPS},tpad=stop=-1:stop_mode=clone,${cover(size)}`,
  };
}
