import type { createSceneRequestSchema } from '@storyreel/contracts';
import type { z } from 'zod';
import type { CommandContext } from '../../platform/commands/command-context';
import { AggregateCommand, handlerFor } from '../../platform/commands/command-handler';
import type { Environment } from '../../platform/domain/aggregate';
import { liveScenes, projectAggregate, type ProjectState } from './project-aggregate';
import { ownProject } from './access';
import type { ProjectEvent } from './events';
import type { SceneContent } from './scene-state';
import { withinProjectLimits } from './project-limits';

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

export function decideAddScene({ sceneId, data }: AddScene, state: ProjectState, env: Environment): ProjectEvent[] {
  ownProject(state, env);
  if (state.scenes[sceneId]) return [];
  const scenes = liveScenes(state);
  const images = data.imageUrl
    ? [{ id: env.nextId(), url: data.imageUrl, status: 'complete' as const, jobId: null }]
    : [];
  const scene: SceneContent = {
    id: sceneId,
    title: data.title,
    description: data.description,
    imagePrompt: data.imagePrompt,
    videoPrompt: data.videoPrompt,
    duration: data.duration,
    sourceText: '',
    order: data.order ?? Math.max(0, ...scenes.map(({ order }) => order)) + 1,
    images,
    mainImageId: images[0]?.id ?? null,
    imageStatus: images.length > 0 ? 'complete' : 'pending',
    videos: [],
    mainVideoId: null,
  };
  withinProjectLimits([...scenes, scene]);
  return [{ type: 'SceneAdded', data: { scene } }];
}

export const AddSceneHandler = handlerFor(AddScene, projectAggregate, decideAddScene);
