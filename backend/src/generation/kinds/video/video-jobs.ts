import { JobKind, type VideoAsked, type VideoMade } from '../../../storyboard';

export const videoJobs = new JobKind<VideoAsked, VideoMade>('video');
