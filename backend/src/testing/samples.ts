import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const sample = (name: string): Buffer => readFileSync(join(__dirname, 'samples', name));

/** One second of image and sound, with the index first. */
export const CLIP = sample('clip.mp4');
export const WEBM = sample('no-length.webm');
export const SAMPLES = {
  /** A file as browsers record it: without its duration. */
  'a WebM without a length': WEBM,
  'a clip of one frame': sample('one-frame.mp4'),
  'sound in an MP4': sample('sound.m4a'),
  'ProRes in a MOV': sample('prores.mov'),
};
