import { idOfStream } from '../../platform/domain/aggregate';
import type { Reactor } from '../../platform/processes/process';
import { isJobEvent, isStep, type JobData, type JobKind } from '../../storyboard';

export const CLOSE_PAID_WORK_QUEUE = 'close-paid-work';

const chargedBy = ({ usd, units }: JobData<'Completed'>) => (units === undefined ? { usd } : { usd, units });

/** A job that has ended is settled or released, whichever its outcome asks for. */
export const closePaidWorkReactor = (kinds: readonly JobKind[]): Reactor => ({
  name: 'close-paid-work',
  types: kinds.flatMap((kind) => [kind.type('Completed'), kind.type('Failed')]),
  react(event) {
    if (!isJobEvent(event)) return [];
    const { jobId } = event.data;
    const { ownerId, correlationId } = event.metadata;
    const charged = isStep(event, 'Completed') ? chargedBy(event.data) : {};
    const payload = { projectId: idOfStream(event.streamId), jobId, ...charged };
    return [{ queue: CLOSE_PAID_WORK_QUEUE, dedupKey: jobId, ownerId, payload, correlationId, causationId: event.id }];
  },
});
