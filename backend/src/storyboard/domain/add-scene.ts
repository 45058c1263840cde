import type { createSceneRequestSchema } from '@storyreel/contracts';
import type { z } from 'zod';
import { handlerFor } from '../../platform/commands/command-handler';
import type { Environment } from '../../platform/domain/aggregate';
import { liveScenes, projectAggregate, type ProjectState } from './project-aggregate';
import { ownProject } from './access';
import type { ProjectEvent } from './events';
import { SceneCommand } from './scene-command';
import { EMPTY_SCENE, type SceneContent } from './scene-state';
import { withinProjectLimits } from './project-limits';

type NewScene = Omit<z.output<typeof createSceneRequestSchema>, 'projectId' | 'idempotencyKey'>;

/** Of a scene behind all others. */
export const nextOrder = (scenes: readonly Pick<SceneContent, 'order'>[]): number =>
  Math.max(0, ...scenes.map(({ order }) => order)) + 1;

/** The scene's id is derived from the command, so that a repeat finds it. */
export class AddScene extends SceneCommand<NewScene> {}

export function decideAddScene({ data }: AddScene, state: ProjectState, env: Environment): ProjectEvent[] {
  ownProject(state, env);
  if (state.scenes[data.sceneId]) return [];
  const scenes = liveScenes(state);
  const images = data.imageUrl
    ? [{ id: env.nextId(), url: data.imageUrl, status: 'complete' as const, jobId: null }]
    : [];
  const scene: SceneContent = {
    ...EMPTY_SCENE,
    id: data.sceneId,
    title: data.title,
    description: data.description,
    imagePrompt: data.imagePrompt,
    videoPrompt: data.videoPrompt,
    duration: data.duration,
    order: data.order ?? nextOrder(scenes),
    images,
    mainImageId: images[0]?.id ?? null,
    imageStatus: images.length > 0 ? 'complete' : 'pending',
  };
  withinProjectLimits([...scenes, scene]);
  return [{ type: 'SceneAdded', data: { scene } }];
}

export const AddSceneHandler = handlerFor(AddScene, projectAggregate, decideAddScene);
