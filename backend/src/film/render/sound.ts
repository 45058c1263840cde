import { FPS } from './frame-size';

/** Sound between the steps is raw samples, so that a place in a file is a place in time. */
export const SAMPLE_RATE = 48_000;
export const SAMPLES_A_FRAME = SAMPLE_RATE / FPS;
/** Of one sample of a voice, which has one channel of 16 bits. */
export const VOICE_BYTES = 2;
/** Of one sample of a clip's own sound, which has two. */
export const OWN_BYTES = 4;
