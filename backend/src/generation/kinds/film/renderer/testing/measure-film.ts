import { readFile, rm } from 'node:fs/promises';
import { runFfmpeg } from '@storyreel/ffmpeg';
import { type Loudness, readLoudness } from '../mix-sound';

const SIDE = 180;
const RATE = 8_000;

export interface Frame {
  /** Red, green and blue in the middle of the upper half, each 0 to 255. */
  colour: [number, number, number];
  /** Share of the lower half's pixels that are as bright as letters. */
  bright: number;
}

/** Decodes every frame of a film and scales it to a small square. */
export async function framesOf(ffmpeg: string, film: string): Promise<Frame[]> {
  const raw = await decoded(ffmpeg, film, '.rgb', [
    ...['-map', '0:v:0', '-vf', `scale=${SIDE}:${SIDE}:flags=area`, '-f', 'rawvideo', '-pix_fmt', 'rgb24'],
  ]);
  const size = SIDE * SIDE * 3;
  return Array.from({ length: raw.length / size }, (_, n) => frameOf(raw.subarray(n * size, (n + 1) * size)));
}

function frameOf(pixels: Buffer): Frame {
  const middle = (SIDE * (SIDE / 4) + SIDE / 2) * 3;
  const [red = 0, green = 0, blue = 0] = pixels.subarray(middle, middle + 3);
  const lower = pixels.subarray(pixels.length / 2);
  let bright = 0;
  for (let at = 0; at < lower.length; at += 3) {
    if (Math.min(lower[at] ?? 0, lower[at + 1] ?? 0) > 180) bright += 1;
  }
  return { colour: [red, green, blue], bright: bright / (lower.length / 3) };
}

/** Finds the times, in seconds, at which a sound louder than `level` begins after silence. */
export async function onsetsOf(ffmpeg: string, film: string, level = 0.1): Promise<number[]> {
  const raw = await decoded(ffmpeg, film, '.f32', ['-map', '0:a:0', '-ac', '1', '-ar', String(RATE), '-f', 'f32le']);
  const samples = new Float32Array(raw.buffer, raw.byteOffset, raw.length / 4);
  const onsets: number[] = [];
  let loudAt = -Infinity;
  samples.forEach((sample, n) => {
    if (Math.abs(sample) < level) return;
    const at = n / RATE;
    if (at - loudAt > 0.1) onsets.push(at);
    loudAt = at;
  });
  return onsets;
}

/** Measures a film's integrated loudness and true peak with ffmpeg's EBU R 128 meter. */
export async function loudnessOf(ffmpeg: string, film: string): Promise<Loudness> {
  const args = ['-i', film, '-map', '0:a:0', '-af', 'ebur128=peak=true:framelog=verbose', '-f', 'null', '-'];
  return readLoudness(await runFfmpeg(ffmpeg, args, { says: 'info' }));
}

/** Finds black or motionless spans of a film with ffmpeg's detectors. */
export async function gapsOf(ffmpeg: string, film: string): Promise<string[]> {
  const detect = 'blackdetect=d=0.1:pix_th=0.06,freezedetect=n=0.0003:d=0.5';
  const words = await runFfmpeg(ffmpeg, ['-i', film, '-map', '0:v:0', '-vf', detect, '-f', 'null', '-'], {
    says: 'info',
  });
  return words.match(/black_start.*|freeze_start.*/gu) ?? [];
}

async function decoded(ffmpeg: string, film: string, ending: string, args: string[]): Promise<Buffer> {
  const target = `${film}${ending}`;
  try {
    await runFfmpeg(ffmpeg, ['-i', film, ...args, target]);
    return await readFile(target);
  } finally {
    await rm(target, { force: true });
  }
}
