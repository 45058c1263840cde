import { idOfStream } from '../../../platform/domain/aggregate';
import type { Process } from '../../../platform/processes/process';
import { keyOfMediaUrl } from '../../../platform/storage';
import type { ProjectEventOf } from '../../../projects';

export const VIDEO_QUEUE = 'videos';
/** Pictures from outside are fetched first: however slow an address is, it holds no place where clips are made. */
export const START_IMAGE_QUEUE = 'start-images';

export const queueVideoJobProcess: Process = {
  name: 'queue-video-job',
  types: ['VideoJobQueued'],
  react(event) {
    const { jobId, imageUrl } = event.data as ProjectEventOf<'VideoJobQueued'>['data'];
    const { ownerId, correlationId } = event.metadata;
    const payload = { projectId: idOfStream(event.streamId), jobId };
    const queue = keyOfMediaUrl(imageUrl) === null ? START_IMAGE_QUEUE : VIDEO_QUEUE;
    return [{ queue, dedupKey: jobId, ownerId, payload, correlationId, causationId: event.id }];
  },
};
