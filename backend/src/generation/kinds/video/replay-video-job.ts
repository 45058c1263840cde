import { derivedId } from '../../../platform/ids';
import type { VideoProvider } from '../../../providers/video/video-provider';
import type { VideoMade } from '../../../storyboard';
import type { KindReplay, RecordedRun } from '../../replay/kind-replay';
import { GenerationFailed } from '../../workers/run-generation';
import type { KeptStartImages } from './kept-start-images';
import { decideQueueVideoJob, QueueVideoJob, type VideoJobData } from './queue-video-job';
import { RunVideoJob } from './run-video-job';
import type { StartImages } from './start-image';

const PICTURE = { bytes: Buffer.alloc(0), mimeType: 'image/jpeg', poster: Buffer.alloc(0) };
const madeBy = ({ completed }: RecordedRun): VideoMade['video'] | null =>
  (completed as VideoMade | null)?.video ?? null;

/** The picture that a clip started from is not recorded; whether it could be read is known from what came of the run. */
export function recordedStartImages(
  run: RecordedRun,
  hasSucceeded: () => boolean,
): { pictures: Pick<StartImages, 'read'>; kept: Pick<KeptStartImages, 'addressOf'> } {
  const problem = () => (hasSucceeded() ? madeBy(run)?.thumbnail === null : run.failedBefore !== null);
  const gone = () => new GenerationFailed(run.failedBefore ?? 'It is gone.');
  return {
    pictures: { read: () => (problem() ? Promise.reject(gone()) : Promise.resolve(PICTURE)) },
    kept: { addressOf: () => Promise.resolve('/kept') },
  };
}

export const videoReplay: KindReplay = {
  queue: ({ projectId, queued }, context, state, environment) => {
    const data = queued as VideoJobData & { sceneId: string };
    return decideQueueVideoJob(new QueueVideoJob(projectId, data, context), state, environment);
  },
  worker: ({ manager, media, examiner, provider, run, hasSucceeded }) => {
    const { pictures, kept } = recordedStartImages(run, hasSucceeded);
    const videos = { video: provider as VideoProvider };
    return new RunVideoJob(pictures, kept, manager, media, examiner, videos, { videoConcurrency: 1 });
  },
  saved: (jobId, run) => {
    const video = madeBy(run);
    if (!video) return new Map();
    const { url, size, mimeType, thumbnail } = video;
    return new Map<string, { url: string; size?: number; mimeType?: string }>([
      [derivedId(jobId, 'video'), { url, size, mimeType }],
      [derivedId(jobId, 'poster'), { url: thumbnail ?? '' }],
    ]);
  },
};
