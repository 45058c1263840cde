import { idOfStream } from '../../platform/domain/aggregate';
import type { RecordedEvent } from '../../platform/domain/domain-event';
import type { Process } from '../../platform/processes/process';
import { JOB_EVENTS, type JobKind, type ProjectEventOf } from '../../storyboard';

/** A generation that was queued becomes a durable job of its kind's queue. */
export const queueJobProcess = (kind: JobKind, queueOf: (event: RecordedEvent) => string): Process => ({
  name: `queue-${kind}-job`,
  types: [JOB_EVENTS[kind].queued],
  react(event) {
    const { jobId } = event.data as ProjectEventOf<'ImageJobQueued'>['data'];
    const { ownerId, correlationId } = event.metadata;
    const payload = { projectId: idOfStream(event.streamId), jobId };
    return [{ queue: queueOf(event), dedupKey: jobId, ownerId, payload, correlationId, causationId: event.id }];
  },
});
