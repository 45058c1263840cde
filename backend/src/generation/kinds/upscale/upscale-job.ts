import { handlerFor } from '../../../eventsourcing/commands/command-handler';
import type { Environment } from '../../../eventsourcing/domain/aggregate';
import { JobKind, projectAggregate, SceneCommand } from '../../../projects/storyboard';
import type { ImagesMade, JobPrice, ProjectEvent, ProjectState, UpscaleAsked } from '../../../projects/storyboard';
import { decideQueue, imageToWorkOn, type RequestData } from '../../domain/job-steps';

/** Generates a larger version of an image. The original image stays unchanged in its scene. */
export const upscales = new JobKind<UpscaleAsked, ImagesMade>('upscale');

export type UpscaleData = RequestData & JobPrice & UpscaleAsked;

export class QueueUpscale extends SceneCommand<UpscaleData> {}

export const decideQueueUpscale = (command: QueueUpscale, state: ProjectState, env: Environment): ProjectEvent[] =>
  decideQueue(command, state, env, (scene) => {
    imageToWorkOn(scene, { id: command.data.from.slotId });
    return upscales.queued(command.data);
  });

export const QueueUpscaleHandler = handlerFor(QueueUpscale, projectAggregate, decideQueueUpscale);
