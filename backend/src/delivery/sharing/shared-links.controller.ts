import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { endedLinkSchema, type SharedLink, sharedLinkSchema, shareRequestSchema } from '@storyreel/contracts';
import { createZodDto } from 'nestjs-zod';
import { z } from 'zod';
import { CommandDispatcher } from '../../eventsourcing/commands/command-dispatcher';
import { notFound } from '../../lib/domain-error';
import { IdPipe } from '../../infra/http/request-params';
import { Answers } from '../../infra/http/openapi/answers.decorator';
import { CurrentUser, type SessionUser } from '../../infra/sessions';
import { ShareVideo, UnshareVideo } from './share-video';
import { SharedLinks } from './shared-links';

class ShareDto extends createZodDto(shareRequestSchema) {}

/** Links by which others can watch videos of a project. */
@Controller('api/projects/:projectId/links')
export class SharedLinksController {
  constructor(
    private readonly links: SharedLinks,
    private readonly dispatcher: CommandDispatcher,
  ) {}

  @Get()
  @Answers(z.array(sharedLinkSchema))
  list(@CurrentUser() user: SessionUser, @Param('projectId', IdPipe) projectId: string): Promise<SharedLink[]> {
    return this.links.ofProject(projectId, user.id);
  }

  @Post()
  @Answers(sharedLinkSchema)
  async share(
    @CurrentUser() user: SessionUser,
    @Param('projectId', IdPipe) projectId: string,
    @Body() { filmId }: ShareDto,
  ): Promise<SharedLink> {
    const share = new ShareVideo(projectId, { filmId }, this.dispatcher.context(user));
    const { state } = await this.dispatcher.execute(share);
    const link = state.links.find((one) => one.filmId === filmId);
    if (!link) throw notFound();
    return this.links.present({ ...link, projectId });
  }

  @Delete(':linkId')
  @Answers(endedLinkSchema)
  async unshare(
    @CurrentUser() user: SessionUser,
    @Param('projectId', IdPipe) projectId: string,
    @Param('linkId', IdPipe) linkId: string,
  ): Promise<{ id: string }> {
    const unshare = new UnshareVideo(projectId, { linkId }, this.dispatcher.context(user));
    const { position } = await this.dispatcher.execute(unshare);
    if (position === null) await this.links.mustExist(linkId, projectId, user.id);
    return { id: linkId };
  }
}
