import { derivedId } from '../../../platform/ids';
import type { ImagesMade } from '../../../storyboard';
import type { KindReplay } from '../../replay/kind-replay';
import { decideQueueImageJob, type ImageJobData, QueueImageJob } from './queue-image-job';
import { RunImageJob } from './run-image-job';

export const imageReplay: KindReplay = {
  queue: ({ projectId, queued }, context, state, environment) => {
    const data = queued as ImageJobData & { sceneId: string };
    return decideQueueImageJob(new QueueImageJob(projectId, data, context), state, environment);
  },
  worker: ({ manager, media, examiner, provider }) =>
    new RunImageJob(manager, media, examiner, { image: provider }, { imageConcurrency: 1 }),
  saved: (jobId, { completed }) => {
    const { images } = (completed ?? { images: [] }) as ImagesMade;
    return new Map(images.map(({ slotId, url }) => [derivedId(jobId, slotId), { url }]));
  },
};
