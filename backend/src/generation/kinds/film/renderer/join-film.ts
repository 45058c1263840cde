import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { IncompleteFile, requireWhole } from '@storyreel/ffmpeg';
import { FROM_FILE } from '../../../../infra/media/examine/probe-clip';
import { isWholePicture } from '../../../../infra/media/pictures/picture-header';
import { encode, TICKS, WITHOUT_METADATA } from './film-tools';
import type { FilmTools } from './film-tools';
import { FPS } from './film-plan';

/** A file with a part of the film's video. */
export interface Piece {
  path: string;
  frames: number;
}

const SECONDS = 900;

/**
 * Concatenates the pieces and adds the sound, without encoding either again.
 * @throws IncompleteFile when the film lacks frames of its pieces, or sound
 */
export async function joinFilm(
  tools: FilmTools,
  target: string,
  { pieces, sound, onFrame }: { pieces: readonly Piece[]; sound: string; onFrame?: (frame: number) => void },
): Promise<void> {
  const list = join(tools.scratch, 'pieces.txt');
  const entries = pieces.map(
    ({ path, frames }) => `file '${path.replaceAll("'", String.raw`'\''`)}'\nduration ${(frames / FPS).toFixed(6)}\n`,
  );
  await writeFile(list, `ffconcat version 1.0\n${entries.join('')}`);
  const pictures = [...FROM_FILE, '-f', 'concat', '-safe', '0', '-i', list];
  const heard = [...FROM_FILE, '-f', 'mov', '-i', sound];
  const copied = ['-map', '0:v:0', '-map', '1:a:0', '-c', 'copy', '-video_track_timescale', String(TICKS)];
  const file = ['-movflags', '+faststart', ...WITHOUT_METADATA, '-f', 'mp4', target];
  await encode(tools, [...pictures, ...heard, ...copied, ...file], { seconds: SECONDS, onFrame });
  const all = pieces.reduce((sum, { frames }) => sum + frames, 0);
  await requireWhole(target, { frames: all, soundSeconds: all / FPS });
}

/**
 * Writes the film's frame at a given time as JPEG.
 * @param name relative to the scratch folder, since ffmpeg would take a percent sign in a folder's name for a pattern
 * @throws IncompleteFile when the JPEG is cut off
 */
export async function takePoster(tools: FilmTools, film: string, name: string, seconds: number): Promise<void> {
  const input = [...FROM_FILE, '-ss', seconds.toFixed(3), '-f', 'mov', '-i', film];
  const output = ['-map', '0:v:0', '-frames:v', '1', '-q:v', '3', ...WITHOUT_METADATA, '-f', 'image2', name];
  await encode(tools, [...input, ...output], { seconds: 60 });
  const path = join(tools.scratch, name);
  if (!isWholePicture('image/jpeg', await readFile(path))) throw new IncompleteFile(`${path} is not a complete JPEG`);
}
