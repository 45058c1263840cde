import { Controller, Get, Param, Res } from '@nestjs/common';
import { MUSIC_BEDS } from '@storyreel/contracts';
import type { Response } from 'express';
import { WritesFile } from '../../../../infra/http/openapi/answers.decorator';
import { notFound } from '../../../../lib/domain-error';
import { bedOf } from './music-beds';

/** Cached for only a day, since a new release may serve other music under the same address. */
const CACHE = 'private, max-age=86400';

/** Serves the music supplied with the product. */
@Controller('api/music')
export class MusicController {
  @Get(':bed')
  @WritesFile('audio/mp4')
  listen(@Param('bed') name: string, @Res() response: Response): void {
    const bed = MUSIC_BEDS.find((known) => known === name);
    if (!bed) throw notFound();
    response.set({ 'content-type': 'audio/mp4', 'cache-control': CACHE, 'x-content-type-options': 'nosniff' });
    response.sendFile(bedOf(bed).path, { cacheControl: false, dotfiles: 'allow' });
  }
}
