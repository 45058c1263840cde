import { randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Compares two secrets in a time that does not reveal where they differ. Their lengths are not secret. Compares text
 * rather than bytes: decoding drops bits of base64's last letter, so several texts decode to the same bytes.
 */
export function isSameSecret(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Returns a secret, created once and kept in the data directory, readable by its owner only. */
export const loadOrCreateSecret = (home: string, name: string): string =>
  loadOrCreateFile(home, name, () => randomBytes(32).toString('base64url'));

/** Returns a secret that is kept in the data directory; undefined if there is none, since it does not create one. */
export function keptSecret(home: string, name: string): string | undefined {
  const file = join(home, name);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

/**
 * Like `loadOrCreateSecret`, for a secret of another form.
 * @throws Error when the file is empty, after a full disk or a power cut: anybody could forge signatures made with an
 * empty secret
 */
export function loadOrCreateFile(home: string, name: string, make: () => string): string {
  const file = join(home, name);
  mkdirSync(home, { recursive: true });
  try {
    // Flush the file to disk before its secret signs anything. With 'wx', only one of two starting processes creates
    // the file; the other reads it.
    writeFileSync(file, make(), { mode: 0o600, flag: 'wx', flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const kept = readFileSync(file, 'utf8').trim();
  if (kept !== '') return kept;
  throw new Error(`${file} is empty. Restore the original file; if there was none, delete it.`);
}
