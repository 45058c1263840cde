import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { LIMITS, THUMBNAIL_WIDTHS } from '@storyreel/contracts';
import type { Request, Response } from 'express';
import { createZodDto } from 'nestjs-zod';
import { z } from 'zod';
import { notFound, DomainError } from '../../lib/domain-error';
import { WritesFile } from '../../infra/http/openapi/answers.decorator';
import { Public } from '../../infra/sessions';
import { isMediaKey, MediaStore, sendFile } from '../../infra/storage';
import { KEPT_TYPE } from '../../integrations/results/kept-results';
import { RECORDING_TYPE } from '../../integrations/recording/run-recordings';
import { Thumbnails } from './thumbnails';

const mediaQuerySchema = z.object({
  download: z.string().max(LIMITS.filename).optional(),
  /** Token that gives temporary access without a session. */
  shared: z.string().max(100).optional(),
  /** For images: width of the requested thumbnail; without a thumbnail, the file itself is sent. */
  width: z.coerce.number().pipe(z.literal(THUMBNAIL_WIDTHS)).optional(),
  /** For images: requests a version that platforms' feeds accept. */
  frame: z.enum(['feed', 'feed-cropped']).optional(),
});
class MediaQueryDto extends createZodDto(mediaQuerySchema) {}

const FOR_GOOD = 'max-age=31536000, immutable';
/** Cache time for a full file that is served instead of a thumbnail: the thumbnail may exist at the next request. */
const FOR_NOW = 'max-age=60';
/**
 * Types of files that are never served directly. A recording is shown with its run; creators see it without the
 * provider's prices.
 */
const INTERNAL: readonly string[] = [RECORDING_TYPE, KEPT_TYPE];

/** Serves files: public files to anybody who has the address, private files to their owner. */
@Controller('api/media')
export class MediaFilesController {
  constructor(
    private readonly media: MediaStore,
    private readonly thumbnails: Thumbnails,
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
    if (!file || INTERNAL.includes(file.object.contentType)) throw notFound();
    const thumbnail = query.width === undefined ? null : await this.thumbnails.find(file, query.width);
    const opened = thumbnail ?? (query.frame ? await this.thumbnails.forFeed(file, query.frame) : file);
    await sendFile(request, response, opened, {
      cacheControl: `${opened.object.visibility}, ${query.width === undefined || thumbnail ? FOR_GOOD : FOR_NOW}`,
      name: query.download,
    });
  }
}
