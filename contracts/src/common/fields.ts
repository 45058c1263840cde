import { z } from 'zod';
import { LIMITS } from './limits';

/** Ids that we make are UUIDs; anything else in an id's place is malformed (400). */
export const idSchema = z.uuid();

const hasLoneSurrogate = (text: string): boolean => !text.isWellFormed();

/** Text that every store can hold: no NUL, no half of a surrogate pair. */
export const text = (max: number) =>
  z
    .string()
    .max(max, `must be at most ${max} characters`)
    .refine((value) => !value.includes('\u0000'), 'must not contain NUL')
    .refine((value) => !hasLoneSurrogate(value), 'must be well-formed Unicode');

/** One of our own media addresses, or an http(s) address from outside. */
export const mediaUrl = text(LIMITS.url).refine(
  (value) => value.startsWith('/api/media/') || /^https?:\/\/[^\s/]/i.test(value),
  'must be an http(s) address',
);

/** ISO 8601 instant, UTC. */
export const instant = z.iso.datetime({ offset: true });
