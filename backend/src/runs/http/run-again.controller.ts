import { Body, Controller, Get, Param, Post, StreamableFile } from '@nestjs/common';
import {
  HOUSE_ID,
  keepRunRequestSchema,
  type RunAgainResponse,
  runAgainRequestSchema,
  runAgainResponseSchema,
  type RunDetail,
  runDetailSchema,
} from '@storyreel/contracts';
import { createZodDto } from 'nestjs-zod';
import { RerunRequests } from '../../generation';
import { DomainError, notFound } from '../../lib/domain-error';
import { IdPipe, RequestSignal } from '../../infra/http/request-params';
import { CommandId, Idempotent } from '../../eventsourcing/commands/idempotency';
import { Answers, WritesFile } from '../../infra/http/openapi/answers.decorator';
import { CurrentUser, type SessionUser } from '../../infra/sessions';
import { keyOfMediaUrl, MediaStore } from '../../infra/storage';
import { TextReruns } from '../../writing/story-ai';
import { RunDetails } from '../detail/run-details';
import { RunAccess } from './run-access';
import { RunResults } from '../detail/run-results';

class RunAgainDto extends createZodDto(runAgainRequestSchema) {}
class KeepRunDto extends createZodDto(keepRunRequestSchema) {}

/** Actions on a run: run it again, keep its results, remove them. */
@Controller('api/runs')
export class RunAgainController {
  constructor(
    private readonly access: RunAccess,
    private readonly trials: RerunRequests,
    private readonly texts: TextReruns,
    private readonly results: RunResults,
    private readonly details: RunDetails,
    private readonly media: MediaStore,
  ) {}

  @Post(':id/again')
  @Idempotent()
  @Answers(runAgainResponseSchema)
  async again(
    @CurrentUser() user: SessionUser,
    @Param('id', IdPipe) id: string,
    @Body() { idempotencyKey: _, ...body }: RunAgainDto,
    @CommandId() commandId: string,
    @RequestSignal() signal: AbortSignal,
  ): Promise<RunAgainResponse> {
    const { row } = await this.access.openFor('run again', user, id);
    const { projectId, userId: sceneOwnerId } = row;
    // The installation pays for reruns of other users' work.
    const payerId = sceneOwnerId === user.id ? user.id : HOUSE_ID;
    const payers = { payerId, askedBy: user.id };
    if (row.kind === 'text') {
      const { operation, sceneId } = row;
      const asked = { ...payers, parentRunId: id, operation, projectId, sceneId, sceneOwnerId };
      return this.texts.request(asked, await this.details.question(row), body, { commandId, signal });
    }
    if (projectId === null) throw new DomainError('bad_request', 'Work of this kind cannot be run again.');
    return this.trials.request({ ...payers, parentRunId: id, projectId, sceneOwnerId }, body, commandId);
  }

  @Post(':id/keep')
  @Answers(runDetailSchema)
  async keep(
    @CurrentUser() user: SessionUser,
    @Param('id', IdPipe) id: string,
    @Body() body: KeepRunDto,
  ): Promise<RunDetail> {
    const { row } = await this.access.openFor('run kept', user, id);
    await this.results.keep(row, user, body);
    return this.shown(user, id);
  }

  @Post(':id/undo-keep')
  @Answers(runDetailSchema)
  async undo(@CurrentUser() user: SessionUser, @Param('id', IdPipe) id: string): Promise<RunDetail> {
    const { row } = await this.access.openFor('run taken out', user, id);
    await this.results.undo(row, user);
    return this.shown(user, id);
  }

  /** Serves a run's asset to readers who are not the owner of its file. */
  @Get(':id/assets/:assetId')
  @WritesFile('application/octet-stream')
  async asset(
    @CurrentUser() user: SessionUser,
    @Param('id', IdPipe) id: string,
    @Param('assetId', IdPipe) assetId: string,
  ): Promise<StreamableFile> {
    const { row } = await this.access.openFor('picture of a run', user, id);
    const asset = await this.details.made(row, assetId);
    const key = asset && keyOfMediaUrl(asset.url);
    const opened = key && (await this.media.open(key, row.payerId));
    if (!opened) throw notFound();
    return new StreamableFile(await opened.read(), { type: opened.object.contentType, length: opened.object.size });
  }

  private async shown(user: SessionUser, id: string): Promise<RunDetail> {
    const { row, asDeveloper } = await this.access.open(user, id);
    return this.details.of(row, { withUsd: asDeveloper, readerId: user.id });
  }
}
