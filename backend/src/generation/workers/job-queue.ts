import { idOfStream } from '../../eventsourcing/domain/aggregate';
import { jobFrom } from '../../eventsourcing/reactors/reactor';
import type { Job, JobRequest, Reactor } from '../../eventsourcing/reactors/reactor';
import type { JobKind } from '../../projects/storyboard';

/** Turns a queued generation into a durable job in its kind's queue. */
export const queueJobReactor = <Asked>(kind: JobKind<Asked>, queueOf: (asked: Asked) => string): Reactor => ({
  name: `queue-${kind.name}-job`,
  types: [kind.type('Queued')],
  react(event) {
    if (!kind.isQueued(event)) return [];
    const { jobId } = event.data;
    const payload = { projectId: idOfStream(event.streamId), jobId };
    return [jobFrom(event, { queue: queueOf(event.data), dedupKey: jobId, payload })];
  },
});

/** Continues a generation in another queue. */
export const followingJob = (
  { payload, ownerId, correlationId, causationId }: Job,
  queue: string,
  dedupKey: string,
): JobRequest => ({ queue, dedupKey, ownerId, payload, correlationId, causationId });
