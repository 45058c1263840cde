import { handlerFor } from '../../../eventsourcing/commands/command-handler';
import type { Environment } from '../../../eventsourcing/domain/aggregate';
import { JobKind, projectAggregate, SceneCommand } from '../../../projects/storyboard';
import type { ImageEditAsked, ImagesMade, JobPrice, ProjectEvent, ProjectState } from '../../../projects/storyboard';
import { decideQueue, imageToWorkOn, type RequestData } from '../../domain/job-steps';

/** Generates another version of an image from an instruction. The original image stays unchanged in its scene. */
export const imageEdits = new JobKind<ImageEditAsked, ImagesMade>('imageEdit');

export type ImageEditData = RequestData & JobPrice & ImageEditAsked;

export class QueueImageEdit extends SceneCommand<ImageEditData> {}

export const decideQueueImageEdit = (command: QueueImageEdit, state: ProjectState, env: Environment): ProjectEvent[] =>
  decideQueue(command, state, env, (scene) => {
    imageToWorkOn(scene, { id: command.data.from.slotId });
    return imageEdits.queued(command.data);
  });

export const QueueImageEditHandler = handlerFor(QueueImageEdit, projectAggregate, decideQueueImageEdit);
