import type { Process } from '../../../platform/processes/process';
import { idOfStream } from '../../../platform/domain/aggregate';
import type { ProjectEventOf } from '../../../projects';

export const IMAGE_QUEUE = 'images';

export const queueImageJobProcess: Process = {
  name: 'queue-image-job',
  types: ['ImageJobQueued'],
  react(event) {
    const { jobId } = event.data as ProjectEventOf<'ImageJobQueued'>['data'];
    const { ownerId, correlationId } = event.metadata;
    const payload = { projectId: idOfStream(event.streamId), jobId };
    return [{ queue: IMAGE_QUEUE, dedupKey: jobId, ownerId, payload, correlationId, causationId: event.id }];
  },
};
