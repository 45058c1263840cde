import { Module } from '@nestjs/common';
import {
  AddImageHandler,
  AddVideoHandler,
  ChooseMainImageHandler,
  ChooseMainVideoHandler,
  RemoveImageHandler,
  RemoveVideoHandler,
  ReplaceProcessingVideoHandler,
} from './domain/scene-media';
import {
  AddSceneHandler,
  DuplicateSceneHandler,
  EditSceneHandler,
  ReorderScenesHandler,
} from './domain/scene-commands';
import {
  CreateProjectHandler,
  DeleteProjectHandler,
  DuplicateProjectHandler,
  EditProjectHandler,
  ImportProjectHandler,
  RestoreProjectHandler,
} from './domain/project-commands';
import {
  DeleteAllScenesHandler,
  DeleteSceneHandler,
  RestoreAllScenesHandler,
  RestoreSceneHandler,
} from './domain/delete-scenes';
import { Alternatives, TakeAlternativeHandler, TryAlternativeHandler } from './alternatives/alternatives';
import { AlternativesController } from './alternatives/alternatives.controller';
import { ChangeShotsHandler, RestoreShotsHandler } from './domain/change-shots';
import { DroppedImages } from './dropped/dropped-images';
import { HistoryController } from './history/history.controller';
import { KeptImages } from './history/kept-images';
import { ProjectHistory } from './history/project-history';
import { WholeHistory } from './history/whole-history';
import { CopyVersionHandler, RestoreVersionHandler, TakeStepHandler } from './history/take-step';
import { DeletedQueries } from './views/deleted-queries';
import { MergeScenesHandler, SplitSceneHandler, UndoCutHandler } from './domain/cut-scenes';
import { KeepRunHandler, UndoKeepRunHandler } from './domain/keep-run';
import { ProjectQueries } from './views/project-list.view';
import { ProjectQuota, ProjectsController } from './http/projects.controller';
import { ReorderProjectsHandler } from './dashboard-order';
import { SceneCommands } from './http/scene-commands';
import { SceneFacts, SceneQueries } from './views/scene-list.view';
import { SceneMediaController } from './http/scene-media.controller';
import { ScenesController } from './http/scenes.controller';

@Module({
  controllers: [ProjectsController, ScenesController, SceneMediaController, HistoryController, AlternativesController],
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
    ImportProjectHandler,
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
    SplitSceneHandler,
    MergeScenesHandler,
    UndoCutHandler,
    AddImageHandler,
    RemoveImageHandler,
    ChooseMainImageHandler,
    AddVideoHandler,
    RemoveVideoHandler,
    ChooseMainVideoHandler,
    ReplaceProcessingVideoHandler,
    ChangeShotsHandler,
    RestoreShotsHandler,
    KeepRunHandler,
    UndoKeepRunHandler,
    KeptImages,
    ProjectHistory,
    WholeHistory,
    TakeStepHandler,
    RestoreVersionHandler,
    CopyVersionHandler,
    DroppedImages,
    Alternatives,
    TryAlternativeHandler,
    TakeAlternativeHandler,
  ],
  exports: [ProjectQueries, ProjectQuota, SceneQueries, SceneCommands, WholeHistory],
})
export class StoryboardModule {}
