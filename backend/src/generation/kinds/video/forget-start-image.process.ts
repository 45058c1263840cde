import type { Process } from '../../../platform/processes/process';
import type { ProjectEventOf } from '../../../storyboard';

export const FORGET_START_IMAGE_QUEUE = 'forget-start-image';

/** A clip that has ended, however it did, needs no longer the picture that was fetched for it. */
export const forgetStartImageProcess: Process = {
  name: 'forget-start-image',
  types: ['VideoJobCompleted', 'VideoJobFailed'],
  react(event) {
    const { jobId } = event.data as ProjectEventOf<'VideoJobFailed'>['data'];
    const { ownerId, correlationId } = event.metadata;
    const common = { dedupKey: jobId, ownerId, payload: { jobId }, correlationId, causationId: event.id };
    return [{ queue: FORGET_START_IMAGE_QUEUE, ...common }];
  },
};
