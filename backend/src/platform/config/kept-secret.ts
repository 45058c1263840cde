import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A secret that is made once and kept in the data folder, readable by its owner only. */
export const keptSecret = (home: string, name: string): string =>
  keptFile(home, name, () => randomBytes(32).toString('base64url'));

/** The same for a secret of another form. */
export function keptFile(home: string, name: string, make: () => string): string {
  const file = join(home, name);
  mkdirSync(home, { recursive: true });
  try {
    // 'wx' lets one of two starters make the file; the other reads what the first wrote.
    writeFileSync(file, make(), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
}
