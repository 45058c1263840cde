import type { KindReplay } from '../../replay/kind-replay';
import { imageReplay } from '../image/replay-image-job';
import { decideQueueImageRerun, type ImageRerunData } from './queue-image-trial';
import { RunImageRerun } from './run-image-trial';

export const imageRerunReplay: KindReplay = {
  queue: ({ queued }, _context, state, environment) => {
    const data = queued as ImageRerunData & { sceneId: string };
    return decideQueueImageRerun({ data }, state, environment);
  },
  worker: ({ manager, media, examiner, provider }) =>
    new RunImageRerun(manager, media, examiner, { image: provider }, { imageConcurrency: 1 }),
  saved: imageReplay.saved,
};
