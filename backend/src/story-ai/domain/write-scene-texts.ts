import type { SceneFields } from '@storyreel/contracts';
import { AggregateCommand, handlerFor } from '../../platform/commands/command-handler';
import type { Environment } from '../../platform/domain/aggregate';
import {
  findDone,
  liveScenes,
  ownScene,
  projectAggregate,
  type ProjectEvent,
  type ProjectEventOf,
  type ProjectState,
  withinProjectLimits,
} from '../../storyboard';
import { checkInTime } from './text-work';

/** What the provider wrote for a scene. */
interface WrittenTexts {
  written: ProjectEventOf<'SceneDescribed' | 'ScenePromptWritten'>;
  /** ISO 8601: after this the request may have been asked again, and what comes late is not written. */
  until: string;
}

export class WriteSceneTexts extends AggregateCommand<ProjectState, WrittenTexts> {}

function textsOf({ type, data }: WrittenTexts['written']): Partial<SceneFields> {
  if (type === 'ScenePromptWritten') return { [data.field]: data.value };
  const { description, imagePrompt, videoPrompt } = data;
  return { description, imagePrompt, videoPrompt };
}

/**
 * @throws DomainError not_found when the scene went while the provider wrote; limit_reached;
 * provider_failed when it took too long
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
