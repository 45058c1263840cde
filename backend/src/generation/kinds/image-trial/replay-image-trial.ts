import type { KindReplay } from '../../replay/kind-replay';
import { imageReplay } from '../image/replay-image-job';
import { decideQueueImageTrial, type ImageTrialData } from './queue-image-trial';
import { RunImageTrial } from './run-image-trial';

export const imageTrialReplay: KindReplay = {
  queue: ({ queued }, _context, state, environment) => {
    const data = queued as ImageTrialData & { sceneId: string };
    return decideQueueImageTrial({ data }, state, environment);
  },
  worker: ({ manager, media, examiner, provider }) =>
    new RunImageTrial(manager, media, examiner, { image: provider }, { imageConcurrency: 1 }),
  saved: imageReplay.saved,
};
