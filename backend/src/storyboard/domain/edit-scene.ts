import type { UpdateSceneRequest } from '@storyreel/contracts';
import { handlerFor } from '../../platform/commands/command-handler';
import type { Environment } from '../../platform/domain/aggregate';
import { changesOf } from '../../platform/domain/changes';
import { liveScenes, projectAggregate, type ProjectState } from './project-aggregate';
import { ownScene } from './access';
import type { ProjectEvent } from './events';
import { SceneCommand } from './scene-command';
import { withinProjectLimits } from './project-limits';
import { slotChanges } from './slot-changes';

export class EditScene extends SceneCommand<UpdateSceneRequest> {}

/** `imageStatus` and `idempotencyKey` are taken and not stored: the status always follows from the slots. */
export function decideEditScene({ data }: EditScene, state: ProjectState, env: Environment): ProjectEvent[] {
  const { sceneId, imageUrls, imageStatuses, imageJobIds, imageStatus: _s, idempotencyKey: _k, ...fields } = data;
  const scene = ownScene(state, sceneId, env);
  const { order, ...texts } = fields;
  const changes = changesOf({ ...scene }, order === undefined ? texts : { ...texts, order });
  if (changes)
    withinProjectLimits(liveScenes(state).map((other) => (other === scene ? { ...scene, ...changes } : other)));
  return [
    ...(changes ? [{ type: 'SceneEdited' as const, data: { sceneId, changes } }] : []),
    ...slotChanges(state, scene, { imageUrls, imageStatuses, imageJobIds }),
  ];
}

export const EditSceneHandler = handlerFor(EditScene, projectAggregate, decideEditScene);
