import type { CommandContext } from '../../platform/commands/command-context';
import { AggregateCommand, handlerFor } from '../../platform/commands/command-handler';
import type { Environment } from '../../platform/domain/aggregate';
import { ownScene, projectAggregate, type ProjectEvent, type ProjectEventOf, type ProjectState } from '../../projects';

type Written = ProjectEventOf<'SceneDescribed' | 'ScenePromptWritten'>;

/** What the provider wrote for a scene. */
export class WriteSceneTexts extends AggregateCommand<ProjectState> {
  constructor(
    readonly projectId: string,
    readonly written: Written,
    readonly context: CommandContext,
  ) {
    super();
  }

  get aggregateId(): string {
    return this.projectId;
  }
}

/** @throws Refusal not_found when the scene went while the provider wrote */
export function decideWriteSceneTexts(
  { written }: WriteSceneTexts,
  state: ProjectState,
  env: Environment,
): ProjectEvent[] {
  ownScene(state, written.data.sceneId, env);
  return [written];
}

export const WriteSceneTextsHandler = handlerFor(WriteSceneTexts, projectAggregate, decideWriteSceneTexts);
