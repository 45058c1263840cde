import { Body, Controller, Delete, Get, Inject, Param, Patch, Post } from '@nestjs/common';
import {
  createProjectRequestSchema,
  deletedResponseSchema,
  type Project,
  projectSchema,
  reorderProjectsRequestSchema,
  restoreRequestSchema,
  updateProjectRequestSchema,
} from '@storyreel/contracts';
import { createZodDto } from 'nestjs-zod';
import { z } from 'zod';
import type { Committed } from '../platform/commands/aggregate-store';
import { CommandGateway } from '../platform/commands/command-gateway';
import { IdPipe } from '../platform/http/id.pipe';
import { IdempotencyKey } from '../platform/idempotency-key';
import { derivedId, IDS, type Ids } from '../platform/ids';
import { Answers } from '../platform/openapi/answers.decorator';
import { CurrentUser, type SessionUser } from '../platform/sessions';
import { CreateProject } from './create-project';
import { ReorderProjects } from './dashboard-order';
import { DeleteProject, RestoreProject } from './delete-project';
import { DuplicateProject } from './duplicate-project';
import { EditProject } from './edit-project';
import type { ProjectState } from './model/project-aggregate';
import { presentProject } from './present-project';
import { ProjectQueries } from './project-queries';

class CreateProjectDto extends createZodDto(createProjectRequestSchema) {}
class UpdateProjectDto extends createZodDto(updateProjectRequestSchema) {}
class RestoreDto extends createZodDto(restoreRequestSchema) {}
class ReorderProjectsDto extends createZodDto(reorderProjectsRequestSchema) {}

@Controller('api/projects')
export class ProjectsController {
  constructor(
    @Inject(CommandGateway) private readonly gateway: CommandGateway,
    @Inject(ProjectQueries) private readonly projects: ProjectQueries,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  @Get()
  @Answers(z.array(projectSchema))
  list(@CurrentUser() user: SessionUser): Promise<Project[]> {
    return this.projects.list(user.id);
  }

  @Get(':id')
  @Answers(projectSchema)
  one(@CurrentUser() user: SessionUser, @Param('id', IdPipe) id: string): Promise<Project> {
    return this.projects.one(id, user.id);
  }

  @Post()
  @Answers(projectSchema, 201)
  async create(
    @CurrentUser() user: SessionUser,
    @Body() body: CreateProjectDto,
    @IdempotencyKey() idempotencyKey?: string,
  ): Promise<Project> {
    const id = this.newId(user, idempotencyKey);
    return this.answer(user, await this.gateway.execute(new CreateProject(id, body, this.gateway.context(user))));
  }

  @Post('restore')
  @Answers(projectSchema)
  async restore(@CurrentUser() user: SessionUser, @Body() { id }: RestoreDto): Promise<Project> {
    return this.answer(user, await this.gateway.execute(new RestoreProject(id, this.gateway.context(user))));
  }

  @Post('reorder')
  @Answers(z.array(projectSchema))
  async reorder(@CurrentUser() user: SessionUser, @Body() { projectIds }: ReorderProjectsDto): Promise<Project[]> {
    await this.gateway.execute(new ReorderProjects(user.id, projectIds, this.gateway.context(user)));
    return this.projects.list(user.id);
  }

  @Patch(':id')
  @Answers(projectSchema)
  async edit(
    @CurrentUser() user: SessionUser,
    @Param('id', IdPipe) id: string,
    @Body() body: UpdateProjectDto,
  ): Promise<Project> {
    return this.answer(user, await this.gateway.execute(new EditProject(id, body, this.gateway.context(user))));
  }

  @Post(':id/duplicate')
  @Answers(projectSchema, 201)
  async duplicate(
    @CurrentUser() user: SessionUser,
    @Param('id', IdPipe) id: string,
    @IdempotencyKey() idempotencyKey?: string,
  ): Promise<Project> {
    const copyId = this.newId(user, idempotencyKey);
    return this.answer(user, await this.gateway.execute(new DuplicateProject(copyId, id, this.gateway.context(user))));
  }

  @Delete(':id')
  @Answers(deletedResponseSchema)
  async remove(@CurrentUser() user: SessionUser, @Param('id', IdPipe) id: string): Promise<{ id: string }> {
    await this.gateway.execute(new DeleteProject(id, this.gateway.context(user)));
    return { id };
  }

  /** From the command's own state, which does not wait for views; but a repeat may name an older revision than it. */
  private answer(user: SessionUser, { state, position }: Committed<ProjectState>): Promise<Project> | Project {
    return position === null ? this.projects.one(state.id, user.id) : presentProject(state);
  }

  /** A repeat with the same key finds what the first call made. */
  private newId(user: SessionUser, idempotencyKey?: string): string {
    return idempotencyKey ? derivedId('project', user.id, idempotencyKey) : this.ids.next();
  }
}
