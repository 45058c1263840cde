import { idOfStream } from '../../platform/domain/aggregate';
import type { Reactor } from '../../platform/processes/process';
import type { JobKind } from '../../storyboard';

/** A generation that was queued becomes a durable job of its kind's queue. */
export const queueJobReactor = <Asked>(kind: JobKind<Asked>, queueOf: (asked: Asked) => string): Reactor => ({
  name: `queue-${kind.name}-job`,
  types: [kind.type('Queued')],
  react(event) {
    if (!kind.isQueued(event)) return [];
    const { jobId } = event.data;
    const { ownerId, correlationId } = event.metadata;
    const payload = { projectId: idOfStream(event.streamId), jobId };
    return [{ queue: queueOf(event.data), dedupKey: jobId, ownerId, payload, correlationId, causationId: event.id }];
  },
});
