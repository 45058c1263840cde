import { idOfStream } from '../../platform/domain/aggregate';
import type { Process } from '../../platform/processes/process';
import { isJobEvent, isStep, type JobKind } from '../../storyboard';

export const CLOSE_PAID_WORK_QUEUE = 'close-paid-work';

/** A job that has ended is settled or released, whichever its outcome asks for. */
export const closePaidWorkProcess = (kinds: readonly JobKind[]): Process => ({
  name: 'close-paid-work',
  types: kinds.flatMap((kind) => [kind.type('Completed'), kind.type('Failed')]),
  react(event) {
    if (!isJobEvent(event)) return [];
    const { jobId } = event.data;
    const { ownerId, correlationId } = event.metadata;
    const usd = isStep(event, 'Completed') ? { usd: event.data.usd } : {};
    const payload = { projectId: idOfStream(event.streamId), jobId, ...usd };
    return [{ queue: CLOSE_PAID_WORK_QUEUE, dedupKey: jobId, ownerId, payload, correlationId, causationId: event.id }];
  },
});
