import { checkBackupFile } from './backup-file';
import { checkMedia } from './copy-media';
import { type Manifest, readManifest } from './manifest';

/** Reads every file of a backup and compares it with what was written. @throws BackupUnusable */
export async function checkBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  const { tables, log, media, kept } = manifest;
  for (const file of [...tables, log.lines, media.list, ...kept]) {
    if (file) await checkBackupFile(folder, file);
  }
  await checkMedia(folder, media);
  return manifest;
}
