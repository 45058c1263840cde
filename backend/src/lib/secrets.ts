import { randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Whether two secrets are the same text, in a time that does not tell where they differ. Their lengths are no secret.
 * Text rather than bytes: the last letter of base64 has bits that decoding drops, so bytes have several spellings.
 */
export function isSameSecret(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** A secret that is made once and kept in the data folder, readable by its owner only. */
export const loadOrCreateSecret = (home: string, name: string): string =>
  loadOrCreateFile(home, name, () => randomBytes(32).toString('base64url'));

/**
 * The same for a secret of another form.
 * @throws Error when the file is empty: a full disk or a power cut kept it from being written, and whatever an empty
 * secret signs, anybody can
 */
export function loadOrCreateFile(home: string, name: string, make: () => string): string {
  const file = join(home, name);
  mkdirSync(home, { recursive: true });
  try {
    // Durable before anything is signed with it. 'wx' lets one of two starters make the file; the other reads what the first wrote.
    writeFileSync(file, make(), { mode: 0o600, flag: 'wx', flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const kept = readFileSync(file, 'utf8').trim();
  if (kept !== '') return kept;
  throw new Error(`${file} is empty. Put back the one that was there; where there was none, delete it.`);
}
