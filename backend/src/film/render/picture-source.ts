import type { CameraMove } from '@storyreel/ffmpeg';
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
export function stillSource(path: string, move: CameraMove, frames: number, size: FrameSize): PictureSource {
  return {
    input: [...FROM_FILE, '-f', 'image2', '-pattern_type', 'none', '-c:v', 'mjpeg', '-i', path],
    filter: `${cover(stillSize(size))},${zoompan(move, frames, size.width, size.height, FPS)},setsar=1,format=yuv420p`,
  };
}

/** A clip that begins again as often as needed: a picture that moves on, rather than a frozen one. */
export function clipSource(path: string, demuxer: string, from: number, size: FrameSize): PictureSource {
  const seek = from > 0 ? ['-ss', from.toFixed(3)] : [];
  return {
    input: [
      ...FROM_OUTSIDE,
      '-stream_loop',
      '-1',
      ...seek,
      '-f',
      demuxer,
      '-threads',
      String(threadCount()),
      '-i',
      path,
    ],
    filter: `fps=${FPS},${cover(size)}`,
  };
}
