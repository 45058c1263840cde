import { z } from 'zod';
import { LIMITS } from './limits';
import { isLongerThan, isMediaUrl, utf8Bytes } from './text';

/** Our own ids are UUIDs; any other value is malformed (400). */
export const idSchema = z.uuid();

/** Text of any length that every store accepts: no NUL, no half of a surrogate pair. */
export const storable = z
  .string()
  .refine((value) => !value.includes('\u0000'), 'must not contain NUL')
  .refine((value) => value.isWellFormed(), 'must be well-formed Unicode');

/** Storable text of at most `max` characters. */
export const text = (max: number) =>
  storable.refine((value) => !isLongerThan(value, max), `must be at most ${max} characters`).meta({ maxLength: max });

/** A story. Its limit counts UTF-8 bytes, whatever the script. */
export const storyText = storable.refine(
  (value) => utf8Bytes(value) <= LIMITS.storyBytes,
  `must be at most ${LIMITS.storyBytes} bytes of UTF-8`,
);

/** One of our own media addresses, an external http(s) address, or one of `others`. */
export const mediaUrlOr = (others: readonly string[]) =>
  text(LIMITS.url).refine((value) => isMediaUrl(value) || others.includes(value), 'must be an http(s) address');

export const mediaUrl = mediaUrlOr([]);

const [FIRST_DAY, LAST_DAY] = ['0001-01-01', '9999-12-31'];
/** Outside these limits, applying the UTC offset could give a year that the stores cannot hold. */
const isHeld = (moment: string): boolean =>
  Date.parse(moment) >= Date.parse(FIRST_DAY) && Date.parse(moment) <= Date.parse(LAST_DAY);
const HELD = `must lie between ${FIRST_DAY} and ${LAST_DAY}`;

/** ISO 8601 instant, UTC. */
export const instant = z.iso.datetime({ offset: true }).refine(isHeld, HELD);

export const day = z.iso.date().refine(isHeld, HELD);

/**
 * A client's idempotency key for one operation. Every retry sends the same key, in the header or as `idempotencyKey` in
 * the body.
 */
export const idempotencyKeySchema = text(200).min(8);
