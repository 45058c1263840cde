import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { SLOWEST_CLIP } from '@storyreel/contracts';
import { zoompan } from '@storyreel/ffmpeg';
import type { CameraMove, CameraReach } from '@storyreel/ffmpeg';
import { type ClipFacts, FROM_FILE, FROM_OUTSIDE } from '../../../../infra/media/examine/probe-clip';
import { UnusablePicture } from '../../../../infra/media/pictures';
import { FPS, stillSize } from './film-plan';
import type { FrameSize } from './film-plan';
import { FilmProblem } from './film-problem';
import { fills, fitted, sizeOfStill } from './fit-frame';
import { encode } from './film-tools';
import type { FilmTools } from './film-tools';
import { type Stills, trimOf } from './prepare-scenes';
import { drawCard } from './text-drawing';
import { highRangeOf, toneMap } from './tone-map';
import type { FilmPicture } from './timeline';

/** Source of a picture's frames: ffmpeg's arguments for one input, and the filter for that input. */
export interface PictureSource {
  input: string[];
  filter: string;
}

/** A camera move that cuts off only margins, for a picture that should be shown whole. */
const CAREFUL = { move: 'push-in', near: 1, far: 0.4 } as const;

/** Returns a source with a JPEG drawn by this product, and a camera that moves over it for `frames` frames. */
async function stillSource(
  path: string,
  wanted: { move: CameraMove } & CameraReach,
  frames: number,
  size: FrameSize,
): Promise<PictureSource> {
  const picture = await sizeOfStill(path);
  const { move, ...reach } = fills(picture, size) ? wanted : { ...wanted, ...CAREFUL };
  const camera = zoompan(move, frames, size.width, size.height, FPS, reach);
  return {
    input: [...FROM_FILE, '-f', 'image2', '-pattern_type', 'none', '-c:v', 'mjpeg', '-i', path],
    filter: `${fitted(stillSize(size), picture)},${camera},setsar=1,format=yuv420p`,
  };
}

/**
 * Returns a source with a clip from a given time on, at normal speed or slower. If its video ends early, the last frame
 * stays visible.
 * @param slow factor by which the clip is slowed down; with 1.2, five seconds take six
 */
function clipSource(
  { path, demuxer, ...facts }: ClipFacts & { path: string },
  { from, slow, tone }: { from: number; slow: number; tone: string },
  size: FrameSize,
): PictureSource {
  const seek = from > 0 ? ['-ss', from.toFixed(3)] : [];
  const speed = slow === 1 ? '' : `setpts=${slow.toFixed(4)}*PTS,`;
  return {
    input: [...FROM_OUTSIDE, ...seek, '-f', demuxer, '-threads', '1', '-i', path],
    filter: `${speed}fps=${FPS},tpad=stop=-1:stop_mode=clone,${tone}${fitted(size, facts, tone === '' && isInColour(facts))}`,
  };
}

/**
 * Returns the factor by which a shot of a clip is slowed down. Greater than the shot's own factor if a fade would
 * otherwise show more of the clip than is left.
 * @param rest number of seconds of the clip from the beginning of the shot
 */
export const slowOf = ({ slow }: { slow: number }, rest: number, frames: number): number =>
  slow === 1 ? 1 : Math.max(slow, Math.min(SLOWEST_CLIP, frames / FPS / Math.max(0.1, rest)));

/**
 * Smallest side of a video for which players assume the colours of HD television if the video does not state its own.
 */
const HD_SIDE = 720;

/** Tells whether a clip has the film's pixels and colours. */
export function isInColour({ colours, width, height }: Pick<ClipFacts, 'colours' | 'width' | 'height'>): boolean {
  const [format = '', ...told] = colours.split(/[(), ]+/u).filter((word) => word !== '');
  if (format !== 'yuv420p' || told.includes('pc')) return false;
  const matrix = told.find((word) => /^(?:bt|smpte|ycgco|gbr|fcc)/u.test(word));
  return matrix === undefined ? Math.min(width, height) >= HD_SIDE : matrix.split('/')[0] === 'bt709';
}

/** JPEG quality of stills between the decoder and ffmpeg. */
const QUALITY = 95;
/** Longest side of a still; larger images are scaled down while they are decoded. */
const STILL_SIDE = 4_096;
const STILL = 'still.jpg';
/**
 * Time that a camera takes for its whole path over a still. A shorter shot covers part of the path at the same speed.
 */
const FULL_WAY_SECONDS = 6;
/** Zoom factor of a second shot of the same image, so that it looks different. */
const CLOSE = 1.3;
/** Cancels the slight zoom of the usual camera, which would look like a jump after a clip. */
const WITHOUT_JUMP = 1 / 1.02;
/** Length of a clip's end that is searched for the last frame. */
const END_SECONDS = 0.5;

/** Prepares the source of a picture's frames. @throws FilmProblem for an unusable image */
export async function sourceOf(
  tools: FilmTools,
  stills: Stills,
  folder: string,
  picture: FilmPicture,
  { frames, size }: { frames: number; size: FrameSize },
): Promise<PictureSource> {
  const still = join(folder, STILL);
  if (picture.kind === 'card') {
    await writeFile(still, await drawCard(picture.text, stillSize(size)));
    return stillSource(still, { move: 'push-in' }, frames, size);
  }
  const { shot, prepared, scene } = picture;
  if (shot.kind === 'image') {
    const image = prepared.images[shot.image];
    if (!image) throw new Error('a shot of an image has an image');
    const decoded = await stills.of(image, (path) =>
      decodeImage(tools, path, { number: picture.number, sceneId: scene.id }),
    );
    const far = Math.min(1, frames / FPS / FULL_WAY_SECONDS);
    return stillSource(decoded, { move: shot.move, near: shot.isClose ? CLOSE : 1, far }, frames, size);
  }
  const { clip } = prepared;
  if (!clip) throw new Error('a shot of a clip has a clip');
  const trim = trimOf(scene);
  if (shot.kind === 'last-frame') {
    await lastFrame(tools, clip, { folder, size });
    const far = Math.min(1, frames / FPS / FULL_WAY_SECONDS);
    if (!shot.continues)
      return stillSource(still, { move: shot.move, near: shot.isClose ? CLOSE : 1, far }, frames, size);
    return stillSource(still, { move: 'push-in', near: WITHOUT_JUMP, far: 0.5 }, frames, size);
  }
  const from = trim + shot.clipFrom;
  const slow = slowOf(shot, clip.seconds - from, frames);
  const range = highRangeOf(clip.colours);
  const tone = range ? await toneMap(folder, range, size) : '';
  return clipSource(clip, { from, slow, tone }, size);
}

/**
 * Writes the last frame of a clip as JPEG. Each frame near the end overwrites the previous one.
 * @param folder relative to the scratch folder, since ffmpeg would take a percent sign in a path for a pattern
 */
async function lastFrame(
  tools: FilmTools,
  clip: ClipFacts & { path: string },
  { folder, size }: { folder: string; size: FrameSize },
): Promise<void> {
  const from = Math.max(0, clip.seconds - END_SECONDS);
  const input = [...FROM_OUTSIDE, '-ss', from.toFixed(3), '-f', clip.demuxer, '-threads', '2', '-i', clip.path];
  const range = highRangeOf(clip.colours);
  const tone = range ? await toneMap(folder, range, size) : '';
  const asJpeg = `${tone}scale=out_color_matrix=bt601:out_range=pc,format=yuvj420p`;
  const output = [
    '-map',
    '0:v:0',
    '-vf',
    asJpeg,
    '-q:v',
    '2',
    '-update',
    '1',
    '-f',
    'image2',
    join(basename(folder), STILL),
  ];
  await encode(tools, [...input, ...output], { seconds: 60 });
}

async function decodeImage(
  tools: FilmTools,
  path: string,
  { number, sceneId }: { number: number; sceneId: string },
): Promise<Buffer> {
  const wish = { maxWidth: STILL_SIDE, maxHeight: STILL_SIDE, quality: QUALITY };
  try {
    const { stills } = await tools.pictures.decode('film', () => readFile(path), {
      stills: [wish],
      signal: tools.signal,
    });
    if (stills[0]) return stills[0];
  } catch (error) {
    if (!(error instanceof UnusablePicture)) throw error;
    throw new FilmProblem(
      'unusable-input',
      `The image of scene ${number} can't be used: ${error.message}`,
      sceneId,
      error,
    );
  }
  throw new Error('the decoder drew no still');
}
