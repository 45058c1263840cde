import type { CommandContext } from '../../platform/commands/command-context';
import { AggregateCommand } from '../../platform/commands/command-handler';
import type { ProjectState } from './project-aggregate';

/** A command about one scene; the aggregate is the scene's project. */
export abstract class SceneCommand<Data = undefined> extends AggregateCommand<ProjectState> {
  constructor(
    readonly aggregateId: string,
    readonly sceneId: string,
    readonly data: Data,
    readonly context: CommandContext,
  ) {
    super();
  }
}
