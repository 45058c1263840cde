import { join } from 'node:path';
import type { MusicBed } from '@storyreel/contracts';

/**
 * Number of extra samples before and after each bed in its file. A decoder needs them to reproduce both ends; only the
 * part between them repeats.
 */
export const AROUND = 4_096;

/** Length of each bed in samples at 48,000 Hz, as printed by `compose-music`. */
const SAMPLES: Record<MusicBed, number> = {
  calm: 2_560_000,
  hopeful: 2_880_512,
  playful: 2_468_864,
  adventurous: 2_658_304,
  mysterious: 2_632_704,
  wistful: 2_468_864,
};

/** Music that repeats without a seam. */
export interface RepeatedMusic {
  path: string;
  /** The range of samples that repeats. */
  repeats: { from: number; to: number };
}

/** Returns a bed that is supplied with the product, as MP4 with AAC: our own composition, CC0. */
export const bedOf = (bed: MusicBed): RepeatedMusic => ({
  path: join(__dirname, `${bed}.m4a`),
  repeats: { from: AROUND, to: AROUND + SAMPLES[bed] },
});
