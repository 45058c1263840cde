import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ifMissing, namedPath } from '../../lib/errors';
import { KEPT_FILE, readBackupFile, writeBackupFile } from './backup-file';
import type { BackupFile } from './backup-file';

const SECRETS = ['session-secret', 'ledger-signing-key'];
const HEADS = 'ledger-heads';

/**
 * Copies the files of the data directory that no store contains: the session secret, the ledger's key and its signed
 * heads.
 */
export async function dumpKeptFiles(home: string, folder: string): Promise<BackupFile[]> {
  const days = await readdir(path.join(home, HEADS)).catch(ifMissing<string[]>([]));
  const kept: BackupFile[] = [];
  for (const name of [...SECRETS, ...days.map((day) => `${HEADS}/${day}`)]) {
    const file = path.join(home, name);
    if (KEPT_FILE.test(name) && existsSync(file))
      kept.push(await writeBackupFile(folder, name, createReadStream(file)));
  }
  return kept;
}

/**
 * Restores the files of the data directory. Secrets replace the target's; signed heads that the target already has
 * stay, since signed data is never rewritten.
 */
export async function loadKeptFiles(home: string, folder: string, kept: readonly BackupFile[]): Promise<void> {
  for (const { file } of kept) {
    const target = path.join(home, file);
    const isSecret = SECRETS.includes(file);
    if (!isSecret && existsSync(target)) continue;
    await mkdir(path.dirname(target), { recursive: true });
    const draft = `${target}.part`;
    const mode = isSecret ? 0o600 : 0o640;
    try {
      await pipeline(readBackupFile(folder, { file }), createWriteStream(draft, { mode, flush: true }));
      await rename(draft, target);
    } catch (error) {
      await rm(draft, { force: true });
      namedPath(target)(error);
    }
  }
}
