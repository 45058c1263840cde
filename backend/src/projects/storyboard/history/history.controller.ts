import { Body, Controller, Get, Injectable, Param, Post, Query, Res } from '@nestjs/common';
import type { PipeTransform } from '@nestjs/common';
import {
  copyVersionRequestSchema,
  historyEntrySchema,
  historyQuerySchema,
  pastProjectSchema,
  projectSchema,
  restoreVersionRequestSchema,
  revisionSchema,
  sceneVersionSchema,
  sceneVersionsQuerySchema,
  takenStepSchema,
  takeStepRequestSchema,
} from '@storyreel/contracts';
import type { HistoryEntry, PastProject, Project, SceneVersion, TakenStep } from '@storyreel/contracts';
import type { Response } from 'express';
import { createZodDto } from 'nestjs-zod';
import { z } from 'zod';
import { CommandDispatcher } from '../../../eventsourcing/commands/command-dispatcher';
import { CommandId, Idempotent } from '../../../eventsourcing/commands/idempotency';
import { Answers } from '../../../infra/http/openapi/answers.decorator';
import { answerPage } from '../../../infra/http/paging';
import { IdPipe } from '../../../infra/http/request-params';
import { CurrentUser } from '../../../infra/sessions';
import type { SessionUser } from '../../../infra/sessions';
import { DomainError } from '../../../lib/domain-error';
import { derivedId } from '../../../lib/ids';
import { ownProject } from '../domain/project';
import { ProjectQuota } from '../http/projects.controller';
import { presentProject } from '../views/presenters';
import { ProjectHistory } from './project-history';
import type { Plan } from './project-history';
import { WholeHistory } from './whole-history';
import { CopyVersion, RestoreVersion, TakeStep } from './take-step';

class HistoryQueryDto extends createZodDto(historyQuerySchema) {}
class SceneVersionsQueryDto extends createZodDto(sceneVersionsQuerySchema) {}
class TakeStepDto extends createZodDto(takeStepRequestSchema) {}
class CopyVersionDto extends createZodDto(copyVersionRequestSchema) {}
class RestoreVersionDto extends createZodDto(restoreVersionRequestSchema) {}

/** Validates a revision from a path. @throws DomainError bad_request when it is malformed */
@Injectable()
class RevisionPipe implements PipeTransform<string, bigint> {
  transform(value: string): bigint {
    if (!revisionSchema.safeParse(value).success) throw new DomainError('bad_request', 'The revision is malformed.');
    return BigInt(value);
  }
}

@Controller('api/projects')
export class HistoryController {
  constructor(
    private readonly dispatcher: CommandDispatcher,
    private readonly history: ProjectHistory,
    private readonly whole: WholeHistory,
    private readonly room: ProjectQuota,
  ) {}

  @Get(':id/history')
  @Answers(z.array(historyEntrySchema))
  async list(
    @CurrentUser() user: SessionUser,
    @Param('id', IdPipe) id: string,
    @Query() query: HistoryQueryDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<HistoryEntry[]> {
    return answerPage(response, await this.whole.page(id, user.id, query));
  }

  @Get(':id/scenes/:sceneId/versions')
  @Answers(z.array(sceneVersionSchema))
  async versions(
    @CurrentUser() user: SessionUser,
    @Param('id', IdPipe) projectId: string,
    @Param('sceneId', IdPipe) sceneId: string,
    @Query() query: SceneVersionsQueryDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SceneVersion[]> {
    return answerPage(response, await this.history.versions({ projectId, sceneId, ownerId: user.id }, query));
  }

  @Get(':id/as-of/:revision')
  @Answers(pastProjectSchema)
  asOf(
    @CurrentUser() user: SessionUser,
    @Param('id', IdPipe) id: string,
    @Param('revision', RevisionPipe) revision: bigint,
  ): Promise<PastProject> {
    return this.history.asOf(id, user.id, revision);
  }

  @Post(':id/undo')
  @Idempotent()
  @Answers(takenStepSchema)
  undo(
    @CurrentUser() user: SessionUser,
    @Param('id', IdPipe) id: string,
    @Body() { step }: TakeStepDto,
    @CommandId() commandId: string,
  ): Promise<TakenStep> {
    return this.take(user, id, { of: 'undo', step }, commandId);
  }

  @Post(':id/redo')
  @Idempotent()
  @Answers(takenStepSchema)
  redo(
    @CurrentUser() user: SessionUser,
    @Param('id', IdPipe) id: string,
    @Body() { step }: TakeStepDto,
    @CommandId() commandId: string,
  ): Promise<TakenStep> {
    return this.take(user, id, { of: 'redo', step }, commandId);
  }

  @Post(':id/restore-version')
  @Idempotent()
  @Answers(projectSchema)
  async restore(
    @CurrentUser() user: SessionUser,
    @Param('id', IdPipe) id: string,
    @Body() { revision, sceneId }: RestoreVersionDto,
    @CommandId() commandId: string,
  ): Promise<Project> {
    const command = new RestoreVersion(
      id,
      { revision, onlyScene: sceneId ?? null },
      this.dispatcher.context(user, commandId),
    );
    const { state } = await this.dispatcher.execute(command);
    return presentProject(ownProject(state, { ownerId: user.id }));
  }

  @Post(':id/copy-version')
  @Idempotent()
  @Answers(projectSchema, 201)
  copy(
    @CurrentUser() user: SessionUser,
    @Param('id', IdPipe) sourceId: string,
    @Body() { revision }: CopyVersionDto,
    @CommandId() commandId: string,
  ): Promise<Project> {
    const copyId = derivedId(commandId, 'project');
    const command = new CopyVersion(copyId, { sourceId, revision }, this.dispatcher.context(user, commandId));
    return this.room.take(copyId, user.id, async () => {
      const { state } = await this.dispatcher.execute(command);
      return presentProject(ownProject(state, { ownerId: user.id }));
    });
  }

  private async take(
    user: SessionUser,
    id: string,
    data: { of: Plan['of']; step?: { first: string; revision: string } },
    commandId: string,
  ): Promise<TakenStep> {
    const { state } = await this.dispatcher.execute(new TakeStep(id, data, this.dispatcher.context(user, commandId)));
    return { what: state.taken.find((step) => step.commandId === commandId)?.what ?? '' };
  }
}
