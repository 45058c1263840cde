import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { requireWhole } from '@storyreel/ffmpeg';
import { UnusablePicture } from '../../platform/pictures';
import { drawCard } from './draw-card';
import { betweenPicture } from './encoding';
import type { FilmPicture } from './film-pictures';
import { FilmProblem } from './film-problem';
import { encode, type FilmTools } from './film-tools';
import { FPS, type FrameSize, stillSize } from './frame-size';
import { clipSource, type PictureSource, stillSource } from './picture-source';
import { trimOf } from './prepare-scenes';
import { secondsFor } from './render-scene';

/** Of stills between the decoder and ffmpeg. */
const QUALITY = 95;
/** Larger images are made smaller while they are decoded. */
const STILL_SIDE = 4_096;
const STILL = 'still.jpg';
const REST = 'rest.mp4';

/** Makes ready what the frames of a picture are taken from. @throws FilmProblem for an image that is none */
export async function sourceOf(
  tools: FilmTools,
  folder: string,
  picture: FilmPicture,
  { frames, size }: { frames: number; size: FrameSize },
): Promise<PictureSource> {
  const still = join(folder, STILL);
  if (picture.kind === 'card') {
    await writeFile(still, await drawCard(picture.text, stillSize(size)));
    return stillSource(still, 'push-in', frames, size);
  }
  const { scene, prepared, number } = picture;
  if (scene.picture.kind === 'image') {
    const { path, move } = scene.picture;
    await writeFile(still, await decodeImage(tools, path, { number, sceneId: scene.id }));
    return stillSource(still, move, frames, size);
  }
  const { path } = scene.picture;
  const demuxer = prepared.clip?.demuxer ?? 'mov';
  const trim = trimOf(scene);
  const rest = (prepared.clip?.seconds ?? 0) - trim;
  if (trim === 0 || rest * FPS >= frames) return clipSource(path, demuxer, trim, size);
  // Begun again, an input starts at its own beginning: what was left out has to be cut off for good.
  const cut = clipSource(path, demuxer, trim, size);
  const target = join(folder, REST);
  const output = ['-map', '0:v:0', '-vf', cut.filter, '-t', rest.toFixed(3), ...betweenPicture(), target];
  let cutFrames = 0;
  await encode(tools, [...cut.input, ...output], {
    seconds: secondsFor(rest * FPS),
    onFrame: (frame) => (cutFrames = frame),
  });
  await requireWhole(tools, target, { frames: cutFrames });
  return clipSource(target, 'mov', 0, size);
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
