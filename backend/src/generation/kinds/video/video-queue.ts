import { keyOfMediaUrl } from '../../../platform/storage';
import type { VideoAsked } from '../../../storyboard';

export const VIDEO_QUEUE = 'videos';
/** Pictures from outside are fetched first: however slow an address is, it holds no place where clips are made. */
export const START_IMAGE_QUEUE = 'start-images';

export const firstQueueOf = ({ imageUrl }: VideoAsked): string =>
  keyOfMediaUrl(imageUrl) === null ? START_IMAGE_QUEUE : VIDEO_QUEUE;
