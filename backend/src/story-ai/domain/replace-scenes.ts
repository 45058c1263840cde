import { LIMITS, NEW_SCENE } from '@storyreel/contracts';
import type { CommandContext } from '../../platform/commands/command-context';
import { AggregateCommand, handlerFor } from '../../platform/commands/command-handler';
import type { Environment } from '../../platform/domain/aggregate';
import {
  endingJobs,
  liveScenes,
  ownProject,
  projectAggregate,
  type ProjectEvent,
  type ProjectState,
  type SceneContent,
} from '../../projects';

export class ReplaceScenes extends AggregateCommand<ProjectState> {
  constructor(
    readonly data: { projectId: string; holdId: string; scenes: { title: string; text: string }[] },
    readonly context: CommandContext,
  ) {
    super();
  }

  get aggregateId(): string {
    return this.data.projectId;
  }
}

const ORDER_STEP = 10;

/** All scenes go and the new ones come, in one event, so that it can be undone as a whole. */
export function decideReplaceScenes({ data }: ReplaceScenes, state: ProjectState, env: Environment): ProjectEvent[] {
  const removedIds = liveScenes(ownProject(state, env)).map((scene) => scene.id);
  const scenes = data.scenes.map(({ title, text }, index): SceneContent => ({
    id: env.nextId(),
    title: title.slice(0, LIMITS.title),
    description: '',
    imagePrompt: '',
    videoPrompt: '',
    duration: NEW_SCENE.duration,
    sourceText: text,
    order: (index + 1) * ORDER_STEP,
    images: [],
    mainImageId: null,
    imageStatus: 'pending',
    videos: [],
    mainVideoId: null,
  }));
  return [
    ...endingJobs(state, 'The scene was replaced.', removedIds),
    { type: 'ScenesReplaced', data: { removedIds, scenes, holdId: data.holdId } },
  ];
}

export const ReplaceScenesHandler = handlerFor(ReplaceScenes, projectAggregate, decideReplaceScenes);
