import { pipeline } from 'node:stream/promises';
import { Controller, Get, Inject, Param, Query, Req, Res } from '@nestjs/common';
import { LIMITS, THUMBNAIL_WIDTHS } from '@storyreel/contracts';
import type { Request, Response } from 'express';
import { createZodDto } from 'nestjs-zod';
import { z } from 'zod';
import { notFound, DomainError } from '../platform/domain/domain-error';
import { WritesFile } from '../platform/openapi/answers.decorator';
import { Public } from '../platform/sessions';
import {
  type ByteRange,
  DamagedFile,
  isMediaKey,
  MediaStore,
  type OpenedMedia,
  type StoredObject,
} from '../platform/storage';
import { Thumbnails } from './thumbnails';

const mediaQuerySchema = z.object({
  download: z.string().max(LIMITS.filename).optional(),
  /** Lets somebody without a session read the file for a while. */
  shared: z.string().max(100).optional(),
  /** Of a picture, a small copy of about that width; the file itself where there is none. */
  width: z.coerce.number().pipe(z.literal(THUMBNAIL_WIDTHS)).optional(),
});
class MediaQueryDto extends createZodDto(mediaQuerySchema) {}

const FOR_GOOD = 'max-age=31536000, immutable';
/** The file itself, in the place of a thumbnail that may be there the next time. */
const FOR_NOW = 'max-age=60';

/** Serves files. Public ones to whoever was given the address; private ones to their owner. */
@Controller('api/media')
export class MediaFilesController {
  constructor(
    @Inject(MediaStore) private readonly media: MediaStore,
    @Inject(Thumbnails) private readonly thumbnails: Thumbnails,
  ) {}

  @Get(':key')
  @Public()
  @WritesFile('*/*')
  async serve(
    @Param('key') key: string,
    @Query() query: MediaQueryDto,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    if (!isMediaKey(key)) throw new DomainError('bad_request', 'The address is malformed.');
    const file = await this.media.open(key, request.session.user?.id, query.shared);
    if (!file) throw notFound();
    const thumbnail = query.width === undefined ? null : await this.thumbnails.find(file, query.width);
    const opened = thumbnail ?? file;
    const { object } = opened;
    const head = { object, kept: query.width === undefined || thumbnail ? FOR_GOOD : FOR_NOW, name: query.download };
    response.setHeader('etag', `"${object.sha256}"`);
    if (request.fresh) {
      writeHeaders(response, head);
      response.status(304).end();
      return;
    }
    const range = rangeOf(request, object.size);
    if (range === 'unsatisfiable') {
      response.setHeader('content-range', `bytes */${object.size}`);
      response.status(416).json({ message: 'The file has no such part.', code: 'bad_request' });
      return;
    }
    // Before the head goes out: it promises a length, and that the answer may be kept for good.
    const bytes = request.method === 'HEAD' ? await unlessDamaged(opened) : await opened.read(range ?? undefined);
    writeHeaders(response, head);
    if (range) response.status(206).setHeader('content-range', `bytes ${range.start}-${range.end}/${object.size}`);
    response.setHeader('content-length', range ? range.end - range.start + 1 : object.size);
    if (bytes) await send(bytes, response);
    else response.end();
  }
}

/** @throws DamagedFile */
async function unlessDamaged(opened: OpenedMedia): Promise<null> {
  const problem = await opened.check();
  if (problem) throw new DamagedFile(problem);
  return null;
}

interface Head {
  object: StoredObject;
  /** For how long the answer may be. */
  kept: string;
  /** What it is saved as. */
  name: string | undefined;
}

function writeHeaders(response: Response, { object, kept, name }: Head): void {
  // Before the type: it would guess one from the file's name.
  if (name !== undefined) response.attachment(name.replaceAll(/[\p{Cc}\\/]/gu, '_') || 'download');
  response.setHeader('content-type', object.contentType);
  response.setHeader('accept-ranges', 'bytes');
  response.setHeader('etag', `"${object.sha256}"`);
  response.setHeader('cache-control', `${object.visibility}, ${kept}`);
  response.setHeader('x-content-type-options', 'nosniff');
  // Opened as a page of its own, a file runs nothing.
  response.setHeader('content-security-policy', "default-src 'none'; img-src 'self'; media-src 'self'; sandbox");
}

/** One range; several at once may be answered with the whole. */
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
    // Players close the connection as soon as they have what they need.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}
