import { cutText, LIMITS } from '@storyreel/contracts';
import { AggregateCommand, handlerFor } from '../../platform/commands/command-handler';
import type { Environment } from '../../platform/domain/aggregate';
import {
  EMPTY_SCENE,
  endingJobs,
  findDone,
  liveScenes,
  ownProject,
  projectAggregate,
  type ProjectEvent,
  type ProjectState,
  withinProjectLimits,
} from '../../storyboard';
import { checkInTime } from './text-work';

/** What a story was split into. */
interface SplitStory {
  holdId: string;
  scenes: { title: string; text: string }[];
  /** ISO 8601: after this the request may have been asked again, and what comes late is not written. */
  until: string;
}

export class ReplaceScenes extends AggregateCommand<ProjectState, SplitStory> {}

const ORDER_STEP = 10;

/** All scenes go and the new ones come, in one event, so that it can be undone as a whole. */
export function decideReplaceScenes(
  { data, context }: ReplaceScenes,
  state: ProjectState,
  env: Environment,
): ProjectEvent[] {
  const removedIds = liveScenes(ownProject(state, env)).map((scene) => scene.id);
  if (findDone(state, context)) return [];
  checkInTime(data.until, env);
  const scenes = data.scenes.map(({ title, text }, index) => ({
    ...EMPTY_SCENE,
    id: env.nextId(),
    title: cutText(title, LIMITS.title),
    sourceText: text,
    order: (index + 1) * ORDER_STEP,
  }));
  withinProjectLimits(scenes);
  return [
    ...endingJobs(state, 'The scene was replaced.', removedIds),
    { type: 'ScenesReplaced', data: { removedIds, scenes, holdId: data.holdId } },
  ];
}

export const ReplaceScenesHandler = handlerFor(ReplaceScenes, projectAggregate, decideReplaceScenes);
