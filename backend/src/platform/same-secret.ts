import { timingSafeEqual } from 'node:crypto';

/**
 * Whether two secrets are the same text, in a time that does not tell where they differ. Their lengths are no secret.
 * Text rather than bytes: the last letter of base64 has bits that decoding drops, so bytes have several spellings.
 */
export function isSameSecret(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
