import type { VideoProvider } from '../../../providers/video/video-provider';
import type { KindReplay } from '../../replay/kind-replay';
import { recordedStartImages, videoReplay } from '../video/replay-video-job';
import { decideQueueVideoRerun, type VideoRerunData } from './queue-video-trial';
import { RunVideoRerun } from './run-video-trial';

export const videoRerunReplay: KindReplay = {
  queue: ({ queued }, _context, state, environment) => {
    const data = queued as VideoRerunData & { sceneId: string };
    return decideQueueVideoRerun({ data }, state, environment);
  },
  worker: ({ manager, media, examiner, provider, run, hasSucceeded }) => {
    const { pictures, kept } = recordedStartImages(run, hasSucceeded);
    const videos = { video: provider as VideoProvider };
    return new RunVideoRerun(pictures, kept, manager, media, examiner, videos, { videoConcurrency: 1 });
  },
  saved: (jobId, run) => videoReplay.saved(jobId, run),
};
