import { Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import { FILE_LIMITS, type OwnArchive, ownArchiveSchema } from '@storyreel/contracts';
import type { Request, Response } from 'express';
import { AggregateStore } from '../../eventsourcing/commands/aggregate-store';
import { CommandDispatcher } from '../../eventsourcing/commands/command-dispatcher';
import { Answers, WritesFile } from '../../infra/http/openapi/answers.decorator';
import { IdPipe } from '../../infra/http/request-params';
import { CurrentUser, type SessionUser } from '../../infra/sessions';
import { MediaStore, sendFile } from '../../infra/storage';
import { DomainError, notFound } from '../../lib/domain-error';
import { Clock } from '../../lib/time';
import { archiveAggregate, type ArchiveState, presentArchive, RequestArchive } from './archive';
import { ArchivePacker } from './pack-archive';
import { fileOf } from './prepare-archive';

const GB = 1_073_741_824;

/** Requests, presents and serves the archive of all data of the session's user. */
@Controller('api/account')
export class ArchiveController {
  constructor(
    private readonly store: AggregateStore,
    private readonly dispatcher: CommandDispatcher,
    private readonly packer: ArchivePacker,
    private readonly media: MediaStore,
    private readonly clock: Clock,
  ) {}

  @Get('archive')
  @Answers(ownArchiveSchema)
  async read(@CurrentUser() user: SessionUser): Promise<OwnArchive> {
    return this.answer(await this.store.load(archiveAggregate, user.id));
  }

  /** @throws DomainError payload_too_large, before an archive is requested */
  @Post('archive')
  @Answers(ownArchiveSchema)
  async request(@CurrentUser() user: SessionUser): Promise<OwnArchive> {
    if ((await this.packer.bytesOf(user.id)) > FILE_LIMITS.archive)
      throw new DomainError(
        'payload_too_large',
        `Your files take more than ${FILE_LIMITS.archive / GB} GB, too much for one archive. ` +
          'Please download your projects one by one, or ask the operator of this installation.',
      );
    const context = this.dispatcher.context(user);
    return this.answer((await this.dispatcher.execute(new RequestArchive(user.id, {}, context))).state);
  }

  @Get('archives/:id/file')
  @WritesFile('application/zip')
  async download(
    @Param('id', IdPipe) id: string,
    @CurrentUser() user: SessionUser,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const state = await this.store.load(archiveAggregate, user.id);
    const runId = state.newest?.prepared?.runId;
    const isThere = state.newest?.id === id && presentArchive(state, this.clock.now()) !== null;
    const opened = isThere && runId !== undefined ? await this.media.openSaved(user.id, fileOf({ id, runId })) : null;
    if (!opened || !state.newest) throw notFound();
    const name = `storyreel-${state.newest.requestedAt.slice(0, 10)}.zip`;
    await sendFile(request, response, opened, { cacheControl: 'private, no-store', name });
  }

  private answer(state: ArchiveState): OwnArchive {
    return { archive: presentArchive(state, this.clock.now()) };
  }
}
