import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { APP_CONFIG, type AppConfig } from '../../infra/config/app-config';
import { publicAddress } from '../../infra/http/origin.guard';
import { Public } from '../../infra/sessions';
import { keyOfMediaUrl, MediaStore, sendFile } from '../../infra/storage';
import { noSharePage, sharePage } from './share-page';
import { SharedLinks, type SharedVideo } from './shared-links';

/** Browsers revalidate at each visit, so that a revoked link shows nothing from then on. */
const ASK_AGAIN = 'private, no-cache';
/** Allows no script and no embedding; the video and its poster may be hosted elsewhere. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' https:; media-src 'self' https:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

function sendPage(response: Response, status: number, page: string): void {
  response.setHeader('content-security-policy', PAGE_POLICY);
  response.setHeader('cache-control', ASK_AGAIN);
  // The page's address contains the secret token, so it must not leak to other sites.
  response.setHeader('referrer-policy', 'no-referrer');
  response.setHeader('x-robots-tag', 'noindex');
  response.status(status).type('html').send(page);
}

/**
 * Serves the page of one video and the video's files to anybody with the link. Not part of the API: browsers display
 * it.
 */
@Controller('share/:token')
@ApiExcludeController()
@Public()
export class SharePageController {
  constructor(
    private readonly links: SharedLinks,
    private readonly media: MediaStore,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'publicUrl'>,
  ) {}

  @Get()
  async page(@Param('token') token: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const page = `/share/${token}`;
    // Computed before anything is sent, so that a request with an invalid address gets an error, not a page.
    const whole = new URL(page, publicAddress(this.config, request)).href;
    const video = await this.links.open(token);
    if (!video) return sendPage(response, 404, noSharePage());
    const { title, size, url, posterUrl, captionsUrl } = video;
    // Visitors can load files of this installation only from addresses below this page.
    const address = (file: string, name: string): string => (keyOfMediaUrl(file) === null ? file : `${page}/${name}`);
    const addresses = {
      url: whole,
      videoUrl: address(url, 'video'),
      posterUrl: posterUrl && address(posterUrl, 'poster'),
      captionsUrl: captionsUrl && address(captionsUrl, 'captions'),
    };
    sendPage(response, 200, sharePage({ title, size, home: new URL('/', whole).href, ...addresses }));
  }

  @Get('video')
  video(@Param('token') token: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.send(token, ({ url }) => url, request, response);
  }

  @Get('poster')
  poster(@Param('token') token: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.send(token, ({ posterUrl }) => posterUrl, request, response);
  }

  @Get('captions')
  captions(@Param('token') token: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.send(token, ({ captionsUrl }) => captionsUrl, request, response);
  }

  private async send(
    token: string,
    fileOf: (video: SharedVideo) => string | null,
    request: Request,
    response: Response,
  ): Promise<void> {
    const video = await this.links.open(token);
    const key = video && keyOfMediaUrl(fileOf(video) ?? '');
    const opened = video && key ? await this.media.open(key, video.ownerId) : null;
    // Browsers may open this address directly, for instance from a link preview. So a missing file is answered with a
    // page, never with JSON.
    if (!opened) return sendPage(response, 404, noSharePage());
    await sendFile(request, response, opened, { cacheControl: ASK_AGAIN });
  }
}
