import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import {
  alternativeComparisonSchema,
  keepAlternativeRequestSchema,
  projectSchema,
  tryAlternativeRequestSchema,
} from '@storyreel/contracts';
import type { AlternativeComparison, Project } from '@storyreel/contracts';
import { createZodDto } from 'nestjs-zod';
import { CommandDispatcher } from '../../../eventsourcing/commands/command-dispatcher';
import { CommandId, Idempotent } from '../../../eventsourcing/commands/idempotency';
import { Answers } from '../../../infra/http/openapi/answers.decorator';
import { IdPipe } from '../../../infra/http/request-params';
import { CurrentUser } from '../../../infra/sessions';
import type { SessionUser } from '../../../infra/sessions';
import { derivedId } from '../../../lib/ids';
import { ownProject } from '../domain/project';
import { ProjectQuota } from '../http/projects.controller';
import { presentProject } from '../views/presenters';
import { Alternatives, compared, TakeAlternative, TryAlternative } from './alternatives';

class TryAlternativeDto extends createZodDto(tryAlternativeRequestSchema) {}
class KeepAlternativeDto extends createZodDto(keepAlternativeRequestSchema) {}

@Controller('api/projects')
export class AlternativesController {
  constructor(
    private readonly dispatcher: CommandDispatcher,
    private readonly alternatives: Alternatives,
    private readonly room: ProjectQuota,
  ) {}

  @Post(':id/alternatives')
  @Idempotent()
  @Answers(projectSchema, 201)
  tryOne(
    @CurrentUser() user: SessionUser,
    @Param('id', IdPipe) projectId: string,
    @Body() { title }: TryAlternativeDto,
    @CommandId() commandId: string,
  ): Promise<Project> {
    const id = derivedId(commandId, 'project');
    const command = new TryAlternative(id, { projectId, title }, this.dispatcher.context(user, commandId));
    return this.room.take(id, user.id, async () => {
      const { state } = await this.dispatcher.execute(command);
      return presentProject(ownProject(state, { ownerId: user.id }));
    });
  }

  /** Compares an alternative with its project. */
  @Get(':id/comparison')
  @Answers(alternativeComparisonSchema)
  async compare(@CurrentUser() user: SessionUser, @Param('id', IdPipe) id: string): Promise<AlternativeComparison> {
    const { project, alternative } = await this.alternatives.pair(id, { ownerId: user.id });
    return compared(project, alternative);
  }

  /**
   * Keeps an alternative, or takes one of its scenes over.
   * @returns the alternative's project
   */
  @Post(':id/keep-alternative')
  @Idempotent()
  @Answers(projectSchema)
  async keep(
    @CurrentUser() user: SessionUser,
    @Param('id', IdPipe) alternativeId: string,
    @Body() { sceneId }: KeepAlternativeDto,
    @CommandId() commandId: string,
  ): Promise<Project> {
    const { project } = await this.alternatives.pair(alternativeId, { ownerId: user.id });
    const context = this.dispatcher.context(user, commandId);
    const data = { alternativeId, onlyScene: sceneId ?? null };
    const { state } = await this.dispatcher.execute(new TakeAlternative(project.id, data, context));
    return presentProject(ownProject(state, { ownerId: user.id }));
  }
}
