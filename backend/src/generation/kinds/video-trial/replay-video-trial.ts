import type { VideoProvider } from '../../../providers/video/video-provider';
import type { KindReplay } from '../../replay/kind-replay';
import { recordedStartImages, videoReplay } from '../video/replay-video-job';
import { decideQueueVideoTrial, type VideoTrialData } from './queue-video-trial';
import { RunVideoTrial } from './run-video-trial';

export const videoTrialReplay: KindReplay = {
  queue: ({ queued }, _context, state, environment) => {
    const data = queued as VideoTrialData & { sceneId: string };
    return decideQueueVideoTrial({ data }, state, environment);
  },
  worker: ({ manager, media, examiner, provider, run, hasSucceeded }) => {
    const { pictures, kept } = recordedStartImages(run, hasSucceeded);
    const videos = { video: provider as VideoProvider };
    return new RunVideoTrial(pictures, kept, manager, media, examiner, videos, { videoConcurrency: 1 });
  },
  saved: (jobId, run) => videoReplay.saved(jobId, run),
};
