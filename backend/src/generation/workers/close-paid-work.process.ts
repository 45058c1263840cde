import { idOfStream } from '../../platform/domain/aggregate';
import type { Process } from '../../platform/processes/process';
import { JOB_EVENTS, type ProjectEventOf } from '../../storyboard';

export const CLOSE_PAID_WORK_QUEUE = 'close-paid-work';

/** A job that has ended is settled or released, whichever its outcome asks for. */
export const closePaidWorkProcess: Process = {
  name: 'close-paid-work',
  types: Object.values(JOB_EVENTS).flatMap(({ completed, failed }) => [completed, failed]),
  react(event) {
    const { jobId } = event.data as ProjectEventOf<'ImageJobFailed'>['data'];
    const { ownerId, correlationId } = event.metadata;
    const usd = (event.data as { usd?: number }).usd;
    const payload = { projectId: idOfStream(event.streamId), jobId, ...(usd === undefined ? {} : { usd }) };
    return [{ queue: CLOSE_PAID_WORK_QUEUE, dedupKey: jobId, ownerId, payload, correlationId, causationId: event.id }];
  },
};
