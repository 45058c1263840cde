import type { Project } from '@storyreel/contracts';
import { downloadFrom } from '../../../domains/media/download';
import { ApiError, hasStatus, withSession } from '../../../platform/api-client';
import { reasonOf } from '../../../platform/reasons';
import { tellFailure, toast } from '../../../ui';
import { zipFilename } from './zip-filename';

async function fetchZip(projectId: string): Promise<{ zip: Blob; disposition: string | null; leftOut: number }> {
  const response = await withSession(() =>
    fetch(`/api/projects/${projectId}/download-all`, { credentials: 'include' }),
  );
  if (!response.ok) throw new ApiError(response.status, await response.text(), response.statusText);
  return {
    zip: await response.blob(),
    disposition: response.headers.get('content-disposition'),
    leftOut: Number(response.headers.get('x-left-out') ?? 0),
  };
}

function tellReason(error: unknown): void {
  if (hasStatus(error, 404))
    tellFailure('No Assets Found', "This project doesn't have any videos or audio files to download.");
  else tellFailure('Download Failed', reasonOf(error));
}

function tellLeftOut(count: number): void {
  const files = count === 1 ? '1 file is' : `${count} files are`;
  const description = `${files} missing or damaged. LEFT_OUT.txt in the ZIP names them.`;
  tellFailure('Some files are missing from the ZIP', description);
}

/** Fetches a project's assets as one ZIP and hands it to the browser's downloads. Never rejects. */
export async function downloadZip(project: Pick<Project, 'id' | 'title'> | null): Promise<void> {
  if (!project) return tellFailure('No project selected');
  try {
    const { zip, disposition, leftOut } = await fetchZip(project.id);
    const address = URL.createObjectURL(zip);
    const filename = zipFilename(disposition, project.title);
    downloadFrom(address, filename);
    // The browser has taken hold of the blob once the click has been handled.
    window.setTimeout(() => URL.revokeObjectURL(address), 60_000);
    toast({ title: 'Download Started', description: filename });
    if (leftOut > 0) tellLeftOut(leftOut);
  } catch (error) {
    tellReason(error);
  }
}
