import { Injectable } from '@nestjs/common';
import type { Scene } from '@storyreel/contracts';
import { CommandDispatcher } from '../../../eventsourcing/commands/command-dispatcher';
import type { CommandContext } from '../../../eventsourcing/commands/command-context';
import type { AggregateCommand } from '../../../eventsourcing/commands/command-handler';
import { notFound } from '../../../lib/domain-error';
import type { SessionUser } from '../../../infra/sessions';
import { presentScenes } from '../views/presenters';
import type { ProjectState } from '../domain/project';
import { SceneQueries } from '../views/scene-list.view';

type SceneCommandClass<Data> = new (
  projectId: string,
  data: Data,
  context: CommandContext,
) => AggregateCommand<ProjectState, Data>;

/** Runs commands on a scene and returns the scene as the command left it. */
@Injectable()
export class SceneCommands {
  constructor(
    private readonly dispatcher: CommandDispatcher,
    private readonly scenes: SceneQueries,
  ) {}

  /** @throws DomainError not_found for a scene that is missing or belongs to another user */
  async run<Data extends { sceneId: string }>(
    command: SceneCommandClass<Data>,
    user: SessionUser,
    data: Data,
    commandId?: string,
  ): Promise<ProjectState> {
    const projectId = await this.scenes.projectOf(data.sceneId, user.id);
    const context = this.dispatcher.context(user, commandId);
    return (await this.dispatcher.execute(new command(projectId, data, context))).state;
  }

  async answer<Data extends { sceneId: string }>(
    command: SceneCommandClass<Data>,
    user: SessionUser,
    data: Data,
    commandId?: string,
  ): Promise<Scene> {
    return sceneOf(await this.run(command, user, data, commandId), data.sceneId);
  }
}

/** @throws DomainError not_found */
export function sceneOf(state: ProjectState, sceneId: string): Scene {
  const scene = presentScenes(state).find(({ id }) => id === sceneId);
  if (!scene) throw notFound();
  return scene;
}
