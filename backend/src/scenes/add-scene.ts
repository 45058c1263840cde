import { type createSceneRequestSchema, LIMITS } from '@storyreel/contracts';
import type { z } from 'zod';
import type { CommandContext } from '../platform/commands/command-context';
import { AggregateCommand, handlerFor } from '../platform/commands/command-handler';
import type { Environment } from '../platform/domain/aggregate';
import { Refusal } from '../platform/domain/refusal';
import { liveScenes, ownProject, projectAggregate, type ProjectEvent, type ProjectState } from '../projects';

export class AddScene extends AggregateCommand<ProjectState> {
  constructor(
    readonly aggregateId: string,
    readonly sceneId: string,
    readonly data: z.output<typeof createSceneRequestSchema>,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** @throws Refusal limit_reached */
export function withinSceneLimit(count: number): void {
  if (count > LIMITS.scenesPerProject) {
    throw new Refusal('limit_reached', `A project can have at most ${LIMITS.scenesPerProject} scenes.`);
  }
}

export function decideAddScene({ sceneId, data }: AddScene, state: ProjectState, env: Environment): ProjectEvent[] {
  ownProject(state, env);
  if (state.scenes[sceneId]) return [];
  const scenes = liveScenes(state);
  withinSceneLimit(scenes.length + 1);
  const images = data.imageUrl
    ? [{ id: env.nextId(), url: data.imageUrl, status: 'complete' as const, jobId: null }]
    : [];
  return [
    {
      type: 'SceneAdded',
      data: {
        scene: {
          id: sceneId,
          title: data.title,
          description: data.description,
          imagePrompt: data.imagePrompt,
          videoPrompt: data.videoPrompt,
          duration: data.duration,
          sourceText: '',
          order: data.order ?? Math.max(0, ...scenes.map((scene) => scene.order)) + 1,
          images,
          mainImageId: images[0]?.id ?? null,
          imageStatus: images.length > 0 ? 'complete' : 'pending',
          videos: [],
          mainVideoId: null,
        },
      },
    },
  ];
}

export const AddSceneHandler = handlerFor(AddScene, projectAggregate, decideAddScene);
