import { Controller, Get, Inject, Param, Post, Req, Res } from '@nestjs/common';
import { projectSchema } from '@storyreel/contracts';
import type { Project } from '@storyreel/contracts';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import { ZipArchive } from 'archiver';
import type { Request, Response } from 'express';
import { AggregateStore } from '../../eventsourcing/commands/aggregate-store';
import { CommandDispatcher } from '../../eventsourcing/commands/command-dispatcher';
import { CommandId, Idempotent } from '../../eventsourcing/commands/idempotency';
import { Answers, WritesFile } from '../../infra/http/openapi/answers.decorator';
import { IdPipe } from '../../infra/http/request-params';
import { CurrentUser, type SessionUser } from '../../infra/sessions';
import { toError } from '../../lib/errors';
import { ownProject, presentProject, projectAggregate } from '../../projects/storyboard';
import { incomingBody } from '../../projects/uploads';
import { attachment, safeName } from '../zip';
import { ProjectExporter } from './export-project';
import { ProjectImporter } from './import-project';

/** A project as one file, out and in. */
@Controller('api/projects')
export class ProjectFileController {
  constructor(
    @Inject(AggregateStore) private readonly store: AggregateStore,
    @Inject(CommandDispatcher) private readonly dispatcher: CommandDispatcher,
    @Inject(ProjectExporter) private readonly exporter: ProjectExporter,
    @Inject(ProjectImporter) private readonly importer: ProjectImporter,
  ) {}

  @Get(':id/export')
  @WritesFile('application/zip')
  async export(
    @Param('id', IdPipe) id: string,
    @CurrentUser() user: SessionUser,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const state = ownProject(await this.store.load(projectAggregate, id), { ownerId: user.id });
    const plan = await this.exporter.plan(state, user.id);
    // For the client's toast; the file itself names what is not in it.
    if (plan.lost > 0) response.setHeader('X-Left-Out', String(plan.lost));
    response.setHeader('Content-Type', 'application/zip');
    response.setHeader('Content-Disposition', attachment(`${safeName(state.fields.title, 'project')}.storyreel`));
    // Clients check by HEAD before they start the download; nothing is packed for it.
    if (request.method === 'HEAD') {
      response.end();
      return;
    }
    const archive = new ZipArchive();
    // The headers are sent: only a broken connection can show the client that the file is incomplete.
    archive.on('error', (error) => response.destroy(error));
    const gone = new AbortController();
    response.on('close', () => {
      gone.abort();
      archive.destroy();
    });
    archive.pipe(response);
    await this.exporter.write({ archive, signal: gone.signal }, plan).catch((error: unknown) => {
      response.destroy(toError(error));
    });
  }

  /** The body is the file. Once it has arrived, the import goes on even if the sender leaves. */
  @Post('import')
  @Idempotent()
  @ApiConsumes('application/zip')
  @ApiBody({ schema: { type: 'string', format: 'binary' } })
  @Answers(projectSchema, 201)
  async import(
    @CurrentUser() user: SessionUser,
    @CommandId() commandId: string,
    @Req() request: Request,
  ): Promise<Project> {
    const length = request.get('content-length');
    const announced = length === undefined ? null : Number(length);
    const context = this.dispatcher.context(user, commandId);
    const state = await this.importer.import(incomingBody(request), announced, context);
    return presentProject(ownProject(state, { ownerId: user.id }));
  }
}
