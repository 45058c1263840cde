import { Body, Controller, Delete, Get, Param, Patch, Post, Query, Res } from '@nestjs/common';
import {
  createSceneRequestSchema,
  type CutScenes,
  cutScenesResponseSchema,
  deleteAllScenesResponseSchema,
  deletedResponseSchema,
  reorderScenesRequestSchema,
  restoreAllScenesRequestSchema,
  restoreAllScenesResponseSchema,
  restoreRequestSchema,
  type Scene,
  sceneListQuerySchema,
  sceneSchema,
  splitSceneRequestSchema,
  undoCutRequestSchema,
  updateSceneRequestSchema,
} from '@storyreel/contracts';
import type { Response } from 'express';
import { createZodDto } from 'nestjs-zod';
import { z } from 'zod';
import { CommandDispatcher } from '../../../eventsourcing/commands/command-dispatcher';
import { LargeBody } from '../../../infra/http/bodies';
import { IdPipe } from '../../../infra/http/request-params';
import { CommandId, Idempotent } from '../../../eventsourcing/commands/idempotency';
import { derivedId } from '../../../lib/ids';
import { answerPage } from '../../../infra/http/paging';
import { Answers } from '../../../infra/http/openapi/answers.decorator';
import { CurrentUser, type SessionUser } from '../../../infra/sessions';
import { findDone } from '../domain/project';
import { presentScenes } from '../views/presenters';
import { ProjectQueries } from '../views/project-list.view';
import { SceneQueries } from '../views/scene-list.view';
import { MergeScenes, SplitScene, UndoCut } from '../domain/cut-scenes';
import type { ProjectState } from '../domain/project';
import { AddScene, DuplicateScene, EditScene, ReorderScenes } from '../domain/scene-commands';
import { DeleteAllScenes, DeleteScene, RestoreAllScenes, RestoreScene } from '../domain/delete-scenes';
import { SceneCommands, sceneOf } from './scene-commands';

class SceneListQueryDto extends createZodDto(sceneListQuerySchema) {}
class CreateSceneDto extends createZodDto(createSceneRequestSchema) {}
class UpdateSceneDto extends createZodDto(updateSceneRequestSchema) {}
class RestoreSceneDto extends createZodDto(restoreRequestSchema) {}
class ReorderScenesDto extends createZodDto(reorderScenesRequestSchema) {}
class SplitSceneDto extends createZodDto(splitSceneRequestSchema) {}
class UndoCutDto extends createZodDto(undoCutRequestSchema) {}
class RestoreAllScenesDto extends createZodDto(restoreAllScenesRequestSchema) {}

const cutOf = (state: ProjectState, cutId: string): CutScenes => ({ cutId, scenes: presentScenes(state) });

@Controller('api/scenes')
export class ScenesController {
  constructor(
    private readonly dispatcher: CommandDispatcher,
    private readonly commands: SceneCommands,
    private readonly scenes: SceneQueries,
    private readonly projects: ProjectQueries,
  ) {}

  /** @throws DomainError not_found for a project that is missing or belongs to another user */
  @Get()
  @Answers(z.array(sceneSchema))
  async list(
    @CurrentUser() user: SessionUser,
    @Query() { projectId, ...page }: SceneListQueryDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Scene[]> {
    if (projectId) await this.projects.one(projectId, user.id);
    return answerPage(response, await this.scenes.list(user.id, page, projectId));
  }

  @Get(':id')
  @Answers(sceneSchema)
  one(@CurrentUser() user: SessionUser, @Param('id', IdPipe) id: string): Promise<Scene> {
    return this.scenes.one(id, user.id);
  }

  @Post()
  @LargeBody()
  @Idempotent({ target: ['projectId'] })
  @Answers(sceneSchema, 201)
  async add(
    @CurrentUser() user: SessionUser,
    @Body() { projectId, idempotencyKey: _, ...fields }: CreateSceneDto,
    @CommandId() commandId: string,
  ): Promise<Scene> {
    const sceneId = derivedId(commandId, 'scene');
    const command = new AddScene(projectId, { ...fields, sceneId }, this.dispatcher.context(user, commandId));
    return sceneOf((await this.dispatcher.execute(command)).state, sceneId);
  }

  @Post('restore')
  @LargeBody()
  @Answers(sceneSchema)
  restore(@CurrentUser() user: SessionUser, @Body() { id }: RestoreSceneDto): Promise<Scene> {
    return this.commands.answer(RestoreScene, user, { sceneId: id });
  }

  @Post('reorder')
  @Answers(z.array(sceneSchema))
  async reorder(@CurrentUser() user: SessionUser, @Body() { projectId, sceneIds }: ReorderScenesDto): Promise<Scene[]> {
    const command = new ReorderScenes(projectId, { sceneIds }, this.dispatcher.context(user));
    return presentScenes((await this.dispatcher.execute(command)).state);
  }

  @Post('restore-all')
  @Idempotent({ target: ['projectId'] })
  @Answers(restoreAllScenesResponseSchema)
  async restoreAll(
    @CurrentUser() user: SessionUser,
    @Body() { projectId }: RestoreAllScenesDto,
    @CommandId() commandId: string,
  ): Promise<{ restoredCount: number }> {
    const command = new RestoreAllScenes(projectId, {}, this.dispatcher.context(user, commandId));
    const { state } = await this.dispatcher.execute(command);
    return { restoredCount: presentScenes(state).length };
  }

  @Delete('all/:projectId')
  @Idempotent()
  @Answers(deleteAllScenesResponseSchema)
  async deleteAll(
    @CurrentUser() user: SessionUser,
    @Param('projectId', IdPipe) projectId: string,
    @CommandId() commandId: string,
  ): Promise<{ deletedCount: number }> {
    const context = this.dispatcher.context(user, commandId);
    const { state } = await this.dispatcher.execute(new DeleteAllScenes(projectId, {}, context));
    return { deletedCount: findDone(state, context)?.count ?? 0 };
  }

  @Patch(':id')
  @LargeBody()
  @Answers(sceneSchema)
  edit(
    @CurrentUser() user: SessionUser,
    @Param('id', IdPipe) id: string,
    @Body() body: UpdateSceneDto,
  ): Promise<Scene> {
    return this.commands.answer(EditScene, user, { ...body, sceneId: id });
  }

  @Post(':id/duplicate')
  @Idempotent()
  @Answers(sceneSchema, 201)
  async duplicate(
    @CurrentUser() user: SessionUser,
    @Param('id', IdPipe) id: string,
    @CommandId() commandId: string,
  ): Promise<Scene> {
    const copyId = derivedId(commandId, 'scene');
    return sceneOf(await this.commands.run(DuplicateScene, user, { sceneId: id, copyId }, commandId), copyId);
  }

  @Post(':id/split')
  @LargeBody()
  @Idempotent()
  @Answers(cutScenesResponseSchema)
  async split(
    @CurrentUser() user: SessionUser,
    @Param('id', IdPipe) id: string,
    @Body() { first, second }: SplitSceneDto,
    @CommandId() cutId: string,
  ): Promise<CutScenes> {
    const newIds: [string, string] = [derivedId(cutId, 'first'), derivedId(cutId, 'second')];
    return cutOf(
      await this.commands.run(SplitScene, user, { sceneId: id, cutId, first, second, newIds }, cutId),
      cutId,
    );
  }

  @Post(':id/merge')
  @Idempotent()
  @Answers(cutScenesResponseSchema)
  async merge(
    @CurrentUser() user: SessionUser,
    @Param('id', IdPipe) id: string,
    @CommandId() cutId: string,
  ): Promise<CutScenes> {
    const newId = derivedId(cutId, 'merged');
    return cutOf(await this.commands.run(MergeScenes, user, { sceneId: id, cutId, newId }, cutId), cutId);
  }

  @Post('undo-cut')
  @Answers(z.array(sceneSchema))
  async undoCut(@CurrentUser() user: SessionUser, @Body() { projectId, cutId }: UndoCutDto): Promise<Scene[]> {
    const command = new UndoCut(projectId, { cutId }, this.dispatcher.context(user));
    return presentScenes((await this.dispatcher.execute(command)).state);
  }

  @Delete(':id')
  @Answers(deletedResponseSchema)
  async remove(@CurrentUser() user: SessionUser, @Param('id', IdPipe) id: string): Promise<{ id: string }> {
    await this.commands.run(DeleteScene, user, { sceneId: id });
    return { id };
  }
}
