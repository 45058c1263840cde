import { ZipArchive } from 'archiver';
import type { Request, Response } from 'express';
import { toError } from '../../lib/errors';
import { attachment } from './plan-zip';
import type { OpenZip } from './write-zip';

interface SentZip {
  /** File name with its extension. */
  name: string;
  /** Number of files that are missing from the ZIP; the client shows the number in a toast. */
  leftOut: number;
}

/**
 * Sends a ZIP while it is being packed. Clients send a HEAD request before they start the download; it packs nothing.
 * @param write adds the files and ends the archive; its signal is aborted when the client disconnects
 */
export async function sendZip(
  request: Request,
  response: Response,
  { name, leftOut }: SentZip,
  write: (zip: OpenZip) => Promise<void>,
): Promise<void> {
  if (leftOut > 0) response.setHeader('X-Left-Out', String(leftOut));
  response.setHeader('Content-Type', 'application/zip');
  response.setHeader('Content-Disposition', attachment(name));
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  const archive = new ZipArchive();
  // The headers have been sent, so only a broken connection can tell the client that the file is incomplete.
  archive.on('error', (error) => response.destroy(error));
  const gone = new AbortController();
  response.on('close', () => {
    gone.abort();
    archive.destroy();
  });
  archive.pipe(response);
  await write({ archive, signal: gone.signal }).catch((error: unknown) => {
    response.destroy(toError(error));
  });
}
