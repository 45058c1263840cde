import type { Project } from '@storyreel/contracts';
import { hasStatus } from '../../../platform/http/api-client';
import { dispositionFilename, downloadFrom, lookAtDownload } from '../../../platform/http/downloads';
import { reasonOf } from '../../../platform/http/failures';
import { logError } from '../../../platform/log';
import { tellFailure, toast } from '../../../ui';
import { sanitizeTitle } from '../../pictures/media/files';

export const zipFilename = (disposition: string | null, title: string): string =>
  dispositionFilename(disposition) ?? `${sanitizeTitle(title)}_assets.zip`;

function tellReason(error: unknown): void {
  logError('The ZIP could not be downloaded', error);
  if (hasStatus(error, 404))
    tellFailure('No Assets Found', "This project doesn't have any videos or audio files to download.");
  else tellFailure('Download Failed', reasonOf(error));
}

function tellLeftOut(count: number): void {
  const files = count === 1 ? '1 file is' : `${count} files are`;
  const description = `${files} missing or damaged. LEFT_OUT.txt in the ZIP names them.`;
  tellFailure('Some files are missing from the ZIP', description);
}

/** Downloads a project's assets as one ZIP, which the browser streams to disk. Never rejects. */
export async function downloadZip(project: Pick<Project, 'id' | 'title'> | null): Promise<void> {
  if (!project) return tellFailure('No project selected');
  const address = `/api/projects/${project.id}/download-all`;
  try {
    const { disposition, leftOut } = await lookAtDownload(address);
    const filename = zipFilename(disposition, project.title);
    downloadFrom(address, filename);
    toast({ title: 'Download Started', description: filename });
    if (leftOut > 0) tellLeftOut(leftOut);
  } catch (error) {
    tellReason(error);
  }
}
