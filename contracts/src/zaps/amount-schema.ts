import { z } from 'zod';
import { toUnits, toZaps } from './amount';

/** Zaps that can be counted exactly: with four decimals at most. */
export const zapsSchema = (max: number) =>
  z
    .number()
    .min(0)
    .max(max)
    .refine((zaps) => toZaps(toUnits(zaps)) === zaps, 'must have at most four decimals');
