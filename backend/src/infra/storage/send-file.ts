import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { DamagedFile } from './media-store';
import type { OpenedMedia } from './media-store';
import type { ByteRange } from './object-storage';
import type { StoredObject } from './stored-objects';

export interface FileHead {
  cacheControl: string;
  /** File name for downloads. */
  name?: string | undefined;
}

/** Sends a file, or the range that a player requests. @throws DamagedFile before anything is sent */
export async function sendFile(
  request: Request,
  response: Response,
  opened: OpenedMedia,
  head: FileHead,
): Promise<void> {
  const { object } = opened;
  const etag = `"${object.sha256}"`;
  response.setHeader('etag', etag);
  if (request.fresh) {
    writeHeaders(response, object, head);
    response.status(304).end();
    return;
  }
  // The client may have a part of another file that was served at this address before.
  const ofThis = [undefined, etag].includes(request.get('if-range'));
  const range = ofThis ? rangeOf(request, object.size) : null;
  if (range === 'unsatisfiable') {
    response.setHeader('content-range', `bytes */${object.size}`);
    response.status(416).json({ message: 'The file has no such part.', code: 'bad_request' });
    return;
  }
  // Open the file before sending the head, which promises a length and permanent caching.
  const bytes = request.method === 'HEAD' ? await unlessDamaged(opened) : await opened.read(range ?? undefined);
  writeHeaders(response, object, head);
  if (range) response.status(206).setHeader('content-range', `bytes ${range.start}-${range.end}/${object.size}`);
  response.setHeader('content-length', range ? range.end - range.start + 1 : object.size);
  if (bytes) await send(bytes, response);
  else response.end();
}

/** Checks the file without reading it. @throws DamagedFile */
async function unlessDamaged(opened: OpenedMedia): Promise<null> {
  const problem = await opened.check();
  if (problem) throw new DamagedFile(problem);
  return null;
}

function writeHeaders(response: Response, object: StoredObject, { cacheControl, name }: FileHead): void {
  // Set this before the content type, since `attachment` sets a type guessed from the file's name.
  if (name !== undefined) response.attachment(name.replaceAll(/[\p{Cc}\\/]/gu, '_') || 'download');
  response.setHeader('content-type', object.contentType);
  response.setHeader('accept-ranges', 'bytes');
  response.setHeader('etag', `"${object.sha256}"`);
  response.setHeader('cache-control', cacheControl);
  response.setHeader('x-content-type-options', 'nosniff');
  // A file opened as a page of its own must not run scripts.
  response.setHeader('content-security-policy', "default-src 'none'; img-src 'self'; media-src 'self'; sandbox");
}

/** Returns the requested range; null, for the whole file, when there is none or more than one. */
function rangeOf(request: Request, size: number): ByteRange | 'unsatisfiable' | null {
  const ranges = request.range(size);
  if (ranges === -1) return 'unsatisfiable';
  if (ranges === undefined || ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return null;
  return ranges[0] ?? null;
}

async function send(bytes: NodeJS.ReadableStream, response: Response): Promise<void> {
  try {
    await pipeline(bytes, response);
  } catch (error) {
    // A player closes the connection as soon as it has enough.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}
