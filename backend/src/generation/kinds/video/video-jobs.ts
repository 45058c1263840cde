import { JobKind, type JobOfScene, type VideoAsked, type VideoMade } from '../../../storyboard';

class VideoJobs extends JobKind<VideoAsked, VideoMade> {
  /** The log knows the prediction of a clip by another name than those of all other kinds. */
  override accepted(job: JobOfScene, providerPredictionId: string) {
    return { type: this.type('Accepted'), data: { ...job, providerPredictionId } };
  }
}

export const videoJobs = new VideoJobs('video');
