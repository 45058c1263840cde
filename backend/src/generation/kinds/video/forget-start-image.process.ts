import type { Reactor } from '../../../platform/processes/process';
import { isJobEvent } from '../../../storyboard';
import { videoJobs } from './video-jobs';

export const FORGET_START_IMAGE_QUEUE = 'forget-start-image';

/** A clip that has ended, however it did, needs no longer the picture that was fetched for it. */
export const forgetStartImageReactor: Reactor = {
  name: 'forget-start-image',
  types: [videoJobs.type('Completed'), videoJobs.type('Failed')],
  react(event) {
    if (!isJobEvent(event)) return [];
    const { jobId } = event.data;
    const { ownerId, correlationId } = event.metadata;
    const common = { dedupKey: jobId, ownerId, payload: { jobId }, correlationId, causationId: event.id };
    return [{ queue: FORGET_START_IMAGE_QUEUE, ...common }];
  },
};
