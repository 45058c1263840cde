import { Body, Controller, Delete, Get, Headers, HttpCode, Inject, Param, Patch, Post } from '@nestjs/common';
import {
  createProjectRequestSchema,
  type Project,
  reorderProjectsRequestSchema,
  restoreRequestSchema,
  updateProjectRequestSchema,
} from '@storyreel/contracts';
import { createZodDto } from 'nestjs-zod';
import { CommandGateway } from '../platform/commands/command-gateway';
import { IdPipe } from '../platform/http/id.pipe';
import { derivedId, IDS, type Ids } from '../platform/ids';
import { CurrentUser, type SessionUser } from '../platform/sessions';
import { CreateProject } from './create-project';
import { ReorderProjects } from './dashboard-order';
import { DeleteProject, RestoreProject } from './delete-project';
import { DuplicateProject } from './duplicate-project';
import { EditProject } from './edit-project';
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
  list(@CurrentUser() user: SessionUser): Promise<Project[]> {
    return this.projects.list(user.id);
  }

  @Get(':id')
  one(@CurrentUser() user: SessionUser, @Param('id', IdPipe) id: string): Promise<Project> {
    return this.projects.one(id, user.id);
  }

  @Post()
  async create(
    @CurrentUser() user: SessionUser,
    @Body() body: CreateProjectDto,
    @Headers('idempotency-key') idempotencyKey?: string,
  ): Promise<Project> {
    const id = this.newId(user, idempotencyKey);
    await this.gateway.execute(new CreateProject(id, body, this.gateway.context(user)));
    return this.projects.one(id, user.id);
  }

  @Post('restore')
  @HttpCode(200)
  async restore(@CurrentUser() user: SessionUser, @Body() { id }: RestoreDto): Promise<Project> {
    await this.gateway.execute(new RestoreProject(id, this.gateway.context(user)));
    return this.projects.one(id, user.id);
  }

  @Post('reorder')
  @HttpCode(200)
  async reorder(@CurrentUser() user: SessionUser, @Body() { projectIds }: ReorderProjectsDto): Promise<Project[]> {
    await this.gateway.execute(new ReorderProjects(user.id, projectIds, this.gateway.context(user)));
    return this.projects.list(user.id);
  }

  @Patch(':id')
  async edit(
    @CurrentUser() user: SessionUser,
    @Param('id', IdPipe) id: string,
    @Body() body: UpdateProjectDto,
  ): Promise<Project> {
    await this.gateway.execute(new EditProject(id, body, this.gateway.context(user)));
    return this.projects.one(id, user.id);
  }

  @Post(':id/duplicate')
  async duplicate(
    @CurrentUser() user: SessionUser,
    @Param('id', IdPipe) id: string,
    @Headers('idempotency-key') idempotencyKey?: string,
  ): Promise<Project> {
    const copyId = this.newId(user, idempotencyKey);
    await this.gateway.execute(new DuplicateProject(copyId, id, this.gateway.context(user)));
    return this.projects.one(copyId, user.id);
  }

  @Delete(':id')
  async remove(@CurrentUser() user: SessionUser, @Param('id', IdPipe) id: string): Promise<{ id: string }> {
    await this.gateway.execute(new DeleteProject(id, this.gateway.context(user)));
    return { id };
  }

  /** A repeat with the same key finds what the first call made. */
  private newId(user: SessionUser, idempotencyKey?: string): string {
    return idempotencyKey ? derivedId('project', user.id, idempotencyKey) : this.ids.next();
  }
}
