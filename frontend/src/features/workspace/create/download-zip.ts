import type { Project } from '@storyreel/contracts';
import { ApiError, hasStatus, withSession } from '../../../platform/http/api-client';
import { reasonOf } from '../../../platform/http/failures';
import { logError } from '../../../platform/log';
import { tellFailure, toast } from '../../../ui';
import { downloadFrom, sanitizeTitle } from '../../pictures/media/files';

function decodeExtended(value: string): string | null {
  const match = /^utf-8'[^']*'(.+)$/i.exec(value);
  if (!match?.[1]) return null;
  try {
    return decodeURIComponent(match[1]);
  } catch {
    return null;
  }
}

/** Parses a Content-Disposition header's file name (RFC 6266: filename* wins), without any folder; null without one. */
function dispositionFilename(header: string | null): string | null {
  if (!header) return null;
  const extended = /;\s*filename\*\s*=\s*([^;]+)/i.exec(header)?.[1]?.trim();
  const quoted = /;\s*filename\s*=\s*"((?:[^"\\]|\\.)*)"/i.exec(header)?.[1]?.replace(/\\(.)/g, '$1');
  const bare = /;\s*filename\s*=\s*([^";\s]+)/i.exec(header)?.[1];
  const name = (extended && decodeExtended(extended)) ?? quoted ?? bare;
  return name?.split(/[\\/]/).at(-1)?.trim() || null;
}

export const zipFilename = (disposition: string | null, title: string): string =>
  dispositionFilename(disposition) ?? `${sanitizeTitle(title)}_assets.zip`;

const ask = (address: string, method: 'HEAD' | 'GET'): Promise<Response> =>
  withSession(() => fetch(address, { method, credentials: 'include' }));

/** Checks the download with a HEAD request: a ZIP of gigabytes does not fit in the page, and a file of errors shall not be saved. @throws ApiError */
export async function lookAtDownload(address: string): Promise<{ disposition: string | null; leftOut: number }> {
  const head = await ask(address, 'HEAD');
  if (!head.ok) {
    // The reason is in the body, which a HEAD response lacks.
    const { status, statusText } = head;
    throw new ApiError(status, await (await ask(address, 'GET')).text(), statusText);
  }
  return {
    disposition: head.headers.get('content-disposition'),
    leftOut: Number(head.headers.get('x-left-out') ?? 0),
  };
}

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
