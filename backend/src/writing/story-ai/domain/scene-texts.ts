import { cutText, isNumberedTitle, LIMITS, titleOfScene } from '@storyreel/contracts';
import type { SceneFields } from '@storyreel/contracts';
import { AggregateCommand, handlerFor } from '../../../eventsourcing/commands/command-handler';
import type { Environment } from '../../../eventsourcing/domain/aggregate';
import {
  EMPTY_SCENE,
  endingJobs,
  findDone,
  liveScenes,
  ownProject,
  ownScene,
  projectAggregate,
  withinProjectLimits,
} from '../../../projects/storyboard';
import type { ProjectEvent, ProjectEventOf, ProjectState } from '../../../projects/storyboard';
import { checkInTime } from './text-work';

/** The scenes that a story was split into. */
interface SplitStory {
  holdId: string;
  scenes: { title: string; text: string }[];
  /** Time after which results are discarded, since the request may have been retried by then; ISO 8601. */
  until: string;
}

export class ReplaceScenes extends AggregateCommand<ProjectState, SplitStory> {}

const ORDER_STEP = 10;

/** Replaces all scenes by one event, so that the replacement can be undone as a whole. */
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
    // A title such as 'Scene 9' says nothing about a scene.
    title: cutText(isNumberedTitle(title) ? titleOfScene(text) || title : title, LIMITS.title),
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

/** Texts that a provider has written for a scene. */
interface WrittenTexts {
  written: ProjectEventOf<'SceneDescribed' | 'ScenePromptWritten'>;
  /** Time after which results are discarded, since the request may have been retried by then; ISO 8601. */
  until: string;
}

export class WriteSceneTexts extends AggregateCommand<ProjectState, WrittenTexts> {}

function textsOf({ type, data }: WrittenTexts['written']): Partial<SceneFields> {
  if (type === 'ScenePromptWritten') return { [data.field]: data.value };
  const { description, imagePrompt, videoPrompt } = data;
  return { description, imagePrompt, videoPrompt };
}

/**
 * @throws DomainError not_found when the scene was deleted meanwhile; limit_reached; provider_failed when it took too
 * long
 */
export function decideWriteSceneTexts(
  { data: { written, until }, context }: WriteSceneTexts,
  state: ProjectState,
  env: Environment,
): ProjectEvent[] {
  const scene = ownScene(state, written.data.sceneId, env);
  if (findDone(state, context)) return [];
  checkInTime(until, env);
  const after = { ...scene, ...textsOf(written) };
  withinProjectLimits(liveScenes(state).map((other) => (other === scene ? after : other)));
  return [written];
}

export const WriteSceneTextsHandler = handlerFor(WriteSceneTexts, projectAggregate, decideWriteSceneTexts);
