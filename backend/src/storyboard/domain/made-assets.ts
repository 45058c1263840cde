import type { MadeAsset } from '@storyreel/contracts';
import type { FilmMade, ImagesMade, SpeechMade, VideoMade } from './events';
import type { JobOfScene } from './job-events';

/** What the completion of a job, of whatever kind, says was made. */
export function madeAssets(completed: JobOfScene & object): MadeAsset[] {
  const {
    jobId,
    images = [],
    video,
    speech,
    film,
  } = completed as JobOfScene & Partial<ImagesMade & VideoMade & SpeechMade & FilmMade>;
  const assets: MadeAsset[] = images.map(({ slotId: id, url }) => ({ id, kind: 'image', url }));
  if (video) assets.push({ id: video.id, kind: 'video', url: video.url });
  if (speech) assets.push({ id: jobId, kind: 'sound', url: speech.url });
  if (film) assets.push({ id: jobId, kind: 'film', url: film.url });
  return assets;
}
