import type { ProjectSummary } from '@storyreel/contracts';
import { flushAutosaves } from '../../platform/autosave/autosave-registry';
import { dispositionFilename, downloadFrom, lookAtDownload } from '../../platform/http/downloads';
import { tellError, tellFailure, toast } from '../../ui';

/** Downloads the project with its media and history as one file, which the browser streams to disk. Never rejects. */
export async function exportProject({ id }: Pick<ProjectSummary, 'id'>): Promise<void> {
  const address = `/api/projects/${id}/export`;
  try {
    // Saves text that is being typed, so that the file includes it.
    await flushAutosaves();
    const { disposition, leftOut } = await lookAtDownload(address);
    const filename = dispositionFilename(disposition) ?? 'project.storyreel';
    downloadFrom(address, filename);
    toast({ title: 'Export Started', description: filename });
    if (leftOut === 0) return;
    const files = leftOut === 1 ? '1 file is' : `${leftOut} files are`;
    tellFailure(
      'Some media are missing from the export',
      `${files} missing or damaged. LEFT_OUT.txt in the file names them.`,
    );
  } catch (error) {
    tellError("Couldn't export the project", error);
  }
}
