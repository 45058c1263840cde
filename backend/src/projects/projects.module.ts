import { Module } from '@nestjs/common';
import { CreateProjectHandler } from './create-project';
import { ReorderProjectsHandler } from './dashboard-order';
import { DeleteProjectHandler, RestoreProjectHandler } from './delete-project';
import { DuplicateProjectHandler } from './duplicate-project';
import { EditProjectHandler } from './edit-project';
import { ProjectQueries } from './project-queries';
import { ProjectRoom } from './project-room';
import { ProjectsController } from './projects.controller';
import { SceneFacts } from './scene-facts';
import { SceneQueries } from './scene-queries';

@Module({
  controllers: [ProjectsController],
  providers: [
    ProjectQueries,
    ProjectRoom,
    SceneFacts,
    SceneQueries,
    CreateProjectHandler,
    EditProjectHandler,
    DeleteProjectHandler,
    RestoreProjectHandler,
    DuplicateProjectHandler,
    ReorderProjectsHandler,
  ],
  exports: [ProjectQueries, SceneQueries],
})
export class ProjectsModule {}
