import type { Process } from '../platform/processes/process';
import { idOfStream } from '../platform/domain/aggregate';
import type { ProjectEventOf } from '../projects';

export const VIDEO_QUEUE = 'videos';
/** Jobs that run at once across the installation. */
export const VIDEO_CONCURRENCY = 2;

export const queueVideoJobProcess: Process = {
  name: 'queue-video-job',
  types: ['VideoJobQueued'],
  react(event) {
    const { jobId } = event.data as ProjectEventOf<'VideoJobQueued'>['data'];
    const { ownerId, correlationId } = event.metadata;
    const payload = { projectId: idOfStream(event.streamId), jobId };
    return [{ queue: VIDEO_QUEUE, dedupKey: jobId, ownerId, payload, correlationId, causationId: event.id }];
  },
};
