import { BREATH_SECONDS, changedPins, LEAD_SECONDS, spokenScene } from '@storyreel/contracts';
import type { ShotChange, SpokenScene } from '@storyreel/contracts';
import { handlerFor } from '../../../eventsourcing/commands/command-handler';
import type { Environment } from '../../../eventsourcing/domain/aggregate';
import { DomainError } from '../../../lib/domain-error';
import { canonicalJson } from '../../../lib/hash';
import type { ProjectEvent } from './events';
import { liveScenes, ownScene, projectAggregate, SceneCommand } from './project';
import { withinProjectLimits } from './project-limits';
import type { ProjectState } from './project';
import type { SceneState } from './scene';

/** Returns a scene's words and its approximate length; without narration, positions are fractions of that length. */
function spokenSceneOf({ speech, duration, videos, mainVideoId }: SceneState): SpokenScene {
  const clip = videos.find(({ id }) => id === mainVideoId);
  const seconds = speech ? LEAD_SECONDS + speech.seconds + BREATH_SECONDS : (clip?.duration ?? duration);
  return spokenScene({ seconds, speech });
}

/** Sets shots of a scene by hand, or returns them to automatic. */
export class ChangeShots extends SceneCommand<{ change: ShotChange }> {}

export function decideChangeShots(
  { data: { sceneId, change } }: ChangeShots,
  state: ProjectState,
  env: Environment,
): ProjectEvent[] {
  const scene = ownScene(state, sceneId, env);
  const pins = changedPins(scene.shotPins, change, spokenSceneOf(scene));
  if (canonicalJson(pins) === canonicalJson(scene.shotPins)) return [];
  withinProjectLimits(liveScenes(state).map((other) => (other === scene ? { ...scene, shotPins: pins } : other)));
  return [{ type: 'ShotsChanged', data: { sceneId, action: change.action, pins } }];
}

export const ChangeShotsHandler = handlerFor(ChangeShots, projectAggregate, decideChangeShots);

/** Undoes the change of shots with this revision, which must be the newest. */
export class RestoreShots extends SceneCommand<{ revision: string }> {}

/** @throws DomainError conflict when the shots have been changed or restored since */
export function decideRestoreShots(
  { data: { sceneId, revision } }: RestoreShots,
  state: ProjectState,
  env: Environment,
): ProjectEvent[] {
  const { earlierPins } = ownScene(state, sceneId, env);
  if (earlierPins?.revision !== revision) throw new DomainError('conflict', 'The shots were changed since.');
  return [{ type: 'ShotsRestored', data: { sceneId, pins: earlierPins.pins } }];
}

export const RestoreShotsHandler = handlerFor(RestoreShots, projectAggregate, decideRestoreShots);
