import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const sample = (name: string): Buffer => readFileSync(join(__dirname, 'samples', name));

/** A second of picture and sound; its index comes first. */
export const CLIP = sample('clip.mp4');
export const WEBM = sample('no-length.webm');
export const SAMPLES = {
  /** As browsers record: it does not say how long it is. */
  'a WebM without a length': WEBM,
  'a clip of one frame': sample('one-frame.mp4'),
  'sound in an MP4': sample('sound.m4a'),
  'ProRes in a MOV': sample('prores.mov'),
};
