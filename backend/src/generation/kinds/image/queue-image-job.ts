import { LIMITS } from '@storyreel/contracts';
import type { CommandContext } from '../../../platform/commands/command-context';
import { AggregateCommand, handlerFor } from '../../../platform/commands/command-handler';
import type { Environment } from '../../../platform/domain/aggregate';
import { DomainError } from '../../../platform/domain/domain-error';
import {
  isActive,
  ownScene,
  projectAggregate,
  type ProjectEvent,
  type ProjectState,
  repeated,
} from '../../../projects';

export interface ImageRequest {
  projectId: string;
  sceneId: string;
  jobId: string;
  prompt: string;
  model: string;
  bulk: boolean;
  requestHash: string;
  holdId: string;
  /** Ledger units that are held. */
  units: number;
  usd: number;
  priceVersion: string;
}

export class QueueImageJob extends AggregateCommand<ProjectState> {
  constructor(
    readonly data: ImageRequest,
    readonly context: CommandContext,
  ) {
    super();
  }

  get aggregateId(): string {
    return this.data.projectId;
  }
}

/** One generation a scene at a time, and never more than 12 images. @throws DomainError */
export function checkMayGenerate(state: ProjectState, sceneId: string, owner: { ownerId: string }): void {
  const scene = ownScene(state, sceneId, owner);
  const running = Object.values(state.jobs).some(
    (job) => job.kind === 'image' && job.sceneId === sceneId && isActive(job),
  );
  if (running) throw new DomainError('already_in_progress', 'Image generation is already in progress for this scene.');
  if (scene.images.length + LIMITS.imagesPerGeneration > LIMITS.assetsPerScene) {
    throw new DomainError('limit_reached', `A scene holds at most ${LIMITS.assetsPerScene} images.`);
  }
}

/** Where a request becomes a job: one id, one job, ever. @throws DomainError */
export function decideQueueImageJob(
  { data }: QueueImageJob,
  state: ProjectState,
  environment: Environment,
): ProjectEvent[] {
  const scene = ownScene(state, data.sceneId, environment);
  if (repeated(state.jobs, data)) return [];
  checkMayGenerate(state, data.sceneId, environment);
  const { projectId: _, ...request } = data;
  const slotIds = Array.from({ length: LIMITS.imagesPerGeneration }, () => environment.nextId());
  return [{ type: 'ImageJobQueued', data: { ...request, generation: scene.generation + 1, slotIds } }];
}

export const QueueImageJobHandler = handlerFor(QueueImageJob, projectAggregate, decideQueueImageJob);
