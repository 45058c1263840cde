import { type ImagesAsked, type ImagesMade, JobKind } from '../../../storyboard';

export const imageJobs = new JobKind<ImagesAsked, ImagesMade>('image');
