import { Body, Controller, Delete, Get, Injectable, Param, Patch, Post, Query, Res } from '@nestjs/common';
import {
  createProjectRequestSchema,
  deletedProjectSchema,
  deletedResponseSchema,
  deletedThingSchema,
  LIMITS,
  pageQuerySchema,
  projectListQuerySchema,
  projectOrSummarySchema,
  projectQuerySchema,
  projectSchema,
  reorderProjectsRequestSchema,
  restoreRequestSchema,
  updateProjectRequestSchema,
} from '@storyreel/contracts';
import type { DeletedProject, DeletedThing, PageQuery, Project, ProjectSummary } from '@storyreel/contracts';
import type { Response } from 'express';
import { createZodDto } from 'nestjs-zod';
import { DataSource, Not } from 'typeorm';
import { z } from 'zod';
import { CommandDispatcher } from '../../../eventsourcing/commands/command-dispatcher';
import type { AggregateCommand } from '../../../eventsourcing/commands/command-handler';
import { CommandId, Idempotent } from '../../../eventsourcing/commands/idempotency';
import { Quota } from '../../../eventsourcing/commands/quota';
import { LargeBody } from '../../../infra/http/bodies';
import { Answers } from '../../../infra/http/openapi/answers.decorator';
import { answerPage } from '../../../infra/http/paging';
import { IdPipe } from '../../../infra/http/request-params';
import { CurrentUser } from '../../../infra/sessions';
import type { SessionUser } from '../../../infra/sessions';
import { derivedId } from '../../../lib/ids';
import { ReorderProjects } from '../dashboard-order';
import { ownProject } from '../domain/project';
import type { ProjectState } from '../domain/project';
import {
  CreateProject,
  DeleteProject,
  DuplicateProject,
  EditProject,
  RestoreProject,
} from '../domain/project-commands';
import { DeletedQueries } from '../views/deleted-queries';
import { presentProject } from '../views/presenters';
import { projectListEntity, ProjectQueries } from '../views/project-list.view';

/** Per-user quota of projects. */
@Injectable()
export class ProjectQuota extends Quota {
  constructor(database: DataSource) {
    super({
      limit: LIMITS.projectsPerUser,
      things: 'projects',
      others: (userId, id) =>
        database.getRepository(projectListEntity).countBy({ userId, deleted: false, id: Not(id) }),
    });
  }
}

class ProjectListQueryDto extends createZodDto(projectListQuerySchema) {}
class ProjectQueryDto extends createZodDto(projectQuerySchema) {}
class CreateProjectDto extends createZodDto(createProjectRequestSchema) {}
class UpdateProjectDto extends createZodDto(updateProjectRequestSchema) {}
class RestoreDto extends createZodDto(restoreRequestSchema) {}
class ReorderProjectsDto extends createZodDto(reorderProjectsRequestSchema) {}

@Controller('api/projects')
export class ProjectsController {
  constructor(
    private readonly dispatcher: CommandDispatcher,
    private readonly projects: ProjectQueries,
    private readonly deleted: DeletedQueries,
    private readonly room: ProjectQuota,
  ) {}

  @Get()
  @Answers(z.array(projectOrSummarySchema))
  async list(
    @CurrentUser() user: SessionUser,
    @Query() { fields, ...page }: ProjectListQueryDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<(Project | ProjectSummary)[]> {
    return this.answerList(response, user, fields, page);
  }

  /** Declare this route before the routes with an id, which would match 'deleted' as an id. */
  @Get('deleted')
  @Answers(z.array(deletedProjectSchema))
  deletedProjects(@CurrentUser() user: SessionUser): Promise<DeletedProject[]> {
    return this.deleted.projects(user.id);
  }

  @Get(':id')
  @Answers(projectOrSummarySchema)
  one(
    @CurrentUser() user: SessionUser,
    @Param('id', IdPipe) id: string,
    @Query() { fields }: ProjectQueryDto,
  ): Promise<Project | ProjectSummary> {
    return fields === 'summary' ? this.projects.summary(id, user.id) : this.projects.one(id, user.id);
  }

  @Get(':id/deleted')
  @Answers(z.array(deletedThingSchema))
  deletedThings(@CurrentUser() user: SessionUser, @Param('id', IdPipe) id: string): Promise<DeletedThing[]> {
    return this.deleted.inProject(id, user.id);
  }

  @Post()
  @LargeBody()
  @Idempotent()
  @Answers(projectSchema, 201)
  create(
    @CurrentUser() user: SessionUser,
    @Body() { idempotencyKey: _, ...fields }: CreateProjectDto,
    @CommandId() commandId: string,
  ): Promise<Project> {
    const id = derivedId(commandId, 'project');
    const command = new CreateProject(id, fields, this.dispatcher.context(user, commandId));
    return this.room.take(id, user.id, () => this.answer(user, command));
  }

  @Post('restore')
  @LargeBody()
  @Answers(projectSchema)
  restore(@CurrentUser() user: SessionUser, @Body() { id }: RestoreDto): Promise<Project> {
    const command = new RestoreProject(id, {}, this.dispatcher.context(user));
    return this.room.take(id, user.id, () => this.answer(user, command));
  }

  @Post('reorder')
  @Answers(z.array(projectOrSummarySchema))
  async reorder(
    @CurrentUser() user: SessionUser,
    @Body() { projectIds }: ReorderProjectsDto,
    @Query() { fields }: ProjectQueryDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<(Project | ProjectSummary)[]> {
    await this.dispatcher.execute(new ReorderProjects(user.id, { projectIds }, this.dispatcher.context(user)));
    return this.answerList(response, user, fields, pageQuerySchema.parse({}));
  }

  @Patch(':id')
  @LargeBody()
  @Answers(projectSchema)
  async edit(
    @CurrentUser() user: SessionUser,
    @Param('id', IdPipe) id: string,
    @Body() body: UpdateProjectDto,
  ): Promise<Project> {
    return this.answer(user, new EditProject(id, body, this.dispatcher.context(user)));
  }

  @Post(':id/duplicate')
  @Idempotent()
  @Answers(projectSchema, 201)
  duplicate(
    @CurrentUser() user: SessionUser,
    @Param('id', IdPipe) id: string,
    @CommandId() commandId: string,
  ): Promise<Project> {
    const copyId = derivedId(commandId, 'project');
    const command = new DuplicateProject(copyId, { sourceId: id }, this.dispatcher.context(user, commandId));
    return this.room.take(copyId, user.id, () => this.answer(user, command));
  }

  @Delete(':id')
  @Answers(deletedResponseSchema)
  async remove(@CurrentUser() user: SessionUser, @Param('id', IdPipe) id: string): Promise<{ id: string }> {
    await this.dispatcher.execute(new DeleteProject(id, {}, this.dispatcher.context(user)));
    return { id };
  }

  private async answerList(
    response: Response,
    { id: userId }: SessionUser,
    fields: 'summary' | undefined,
    page: PageQuery,
  ): Promise<(Project | ProjectSummary)[]> {
    return fields === 'summary'
      ? answerPage(response, await this.projects.summaries(userId, page))
      : answerPage(response, await this.projects.list(userId, page));
  }

  /**
   * Answers from the command's own state, without waiting for views.
   * @throws DomainError not_found when a repeat finds that the first call's result has been deleted
   */
  private async answer(user: SessionUser, command: AggregateCommand<ProjectState, unknown>): Promise<Project> {
    const { state } = await this.dispatcher.execute(command);
    return presentProject(ownProject(state, { ownerId: user.id }));
  }
}
