import { Module } from '@nestjs/common';
import { AddImageHandler, ChooseMainImageHandler, RemoveImageHandler } from './domain/images';
import { AddSceneHandler } from './domain/add-scene';
import {
  AddVideoHandler,
  ChooseMainVideoHandler,
  RemoveVideoHandler,
  ReplaceProcessingVideoHandler,
} from './domain/videos';
import { CreateProjectHandler } from './domain/create-project';
import { DeleteAllScenesHandler, RestoreAllScenesHandler } from './domain/clear-scenes';
import { DeletedQueries } from './views/deleted-queries';
import { DeleteProjectHandler, RestoreProjectHandler } from './domain/delete-project';
import { DeleteSceneHandler, RestoreSceneHandler } from './domain/delete-scene';
import { DuplicateProjectHandler } from './domain/duplicate-project';
import { DuplicateSceneHandler } from './domain/duplicate-scene';
import { EditProjectHandler } from './domain/edit-project';
import { EditSceneHandler } from './domain/edit-scene';
import { KeepRunHandler, UndoKeepRunHandler } from './domain/keep-run';
import { ProjectQueries } from './views/project-queries';
import { ProjectQuota } from './http/project-room';
import { ProjectsController } from './http/projects.controller';
import { ReorderProjectsHandler } from './domain/dashboard-order';
import { ReorderScenesHandler } from './domain/reorder-scenes';
import { SceneCommands } from './http/scene-commands';
import { SceneFacts } from './views/scene-facts';
import { SceneMediaController } from './http/scene-media.controller';
import { SceneQueries } from './views/scene-queries';
import { ScenesController } from './http/scenes.controller';

@Module({
  controllers: [ProjectsController, ScenesController, SceneMediaController],
  providers: [
    DeletedQueries,
    ProjectQueries,
    ProjectQuota,
    SceneFacts,
    SceneQueries,
    CreateProjectHandler,
    EditProjectHandler,
    DeleteProjectHandler,
    RestoreProjectHandler,
    DuplicateProjectHandler,
    ReorderProjectsHandler,
    SceneCommands,
    AddSceneHandler,
    EditSceneHandler,
    DuplicateSceneHandler,
    DeleteSceneHandler,
    RestoreSceneHandler,
    ReorderScenesHandler,
    DeleteAllScenesHandler,
    RestoreAllScenesHandler,
    AddImageHandler,
    RemoveImageHandler,
    ChooseMainImageHandler,
    AddVideoHandler,
    RemoveVideoHandler,
    ChooseMainVideoHandler,
    ReplaceProcessingVideoHandler,
    KeepRunHandler,
    UndoKeepRunHandler,
  ],
  exports: [ProjectQueries, SceneQueries, SceneCommands],
})
export class StoryboardModule {}
