import { Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import { projectSchema } from '@storyreel/contracts';
import type { Project } from '@storyreel/contracts';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { AggregateStore } from '../../eventsourcing/commands/aggregate-store';
import { CommandDispatcher } from '../../eventsourcing/commands/command-dispatcher';
import { CommandId, Idempotent } from '../../eventsourcing/commands/idempotency';
import { Answers, WritesFile } from '../../infra/http/openapi/answers.decorator';
import { IdPipe } from '../../infra/http/request-params';
import { CurrentUser, type SessionUser } from '../../infra/sessions';
import { ownProject, presentProject, projectAggregate } from '../../projects/storyboard';
import { incomingBody } from '../../projects/uploads';
import { safeName, sendZip } from '../zip';
import { ProjectExporter } from './export-project';
import { ProjectImporter } from './import-project';

/** Exports a project as one file, and imports it again. */
@Controller('api/projects')
export class ProjectFileController {
  constructor(
    private readonly store: AggregateStore,
    private readonly dispatcher: CommandDispatcher,
    private readonly exporter: ProjectExporter,
    private readonly importer: ProjectImporter,
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
    const name = `${safeName(state.fields.title, 'project')}.storyreel`;
    await sendZip(request, response, { name, leftOut: plan.lost }, (zip) => this.exporter.write(zip, plan));
  }

  /**
   * Imports the project file in the request's body. Once the file has arrived, the import goes on even if the sender
   * disconnects.
   */
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
