import { AggregateCommand } from '../../platform/commands/command-handler';
import type { ProjectState } from './project-aggregate';

/** A command about one scene; the aggregate is the scene's project. */
export abstract class SceneCommand<Data = unknown> extends AggregateCommand<ProjectState, Data & { sceneId: string }> {}
