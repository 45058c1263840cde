import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects';
import { AddSceneHandler } from './add-scene';
import { DeleteAllScenesHandler, RestoreAllScenesHandler } from './clear-scenes';
import { DeleteSceneHandler, RestoreSceneHandler } from './delete-scene';
import { DuplicateSceneHandler } from './duplicate-scene';
import { EditSceneHandler } from './edit-scene';
import { ReorderScenesHandler } from './reorder-scenes';
import { SceneCommands } from './scene-commands';
import { ScenesController } from './scenes.controller';

@Module({
  imports: [ProjectsModule],
  controllers: [ScenesController],
  providers: [
    SceneCommands,
    AddSceneHandler,
    EditSceneHandler,
    DuplicateSceneHandler,
    DeleteSceneHandler,
    RestoreSceneHandler,
    ReorderScenesHandler,
    DeleteAllScenesHandler,
    RestoreAllScenesHandler,
  ],
  exports: [SceneCommands],
})
export class ScenesModule {}
