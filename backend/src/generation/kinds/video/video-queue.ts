import type { RecordedEvent } from '../../../platform/domain/domain-event';
import { keyOfMediaUrl } from '../../../platform/storage';
import type { ProjectEventOf } from '../../../storyboard';

export const VIDEO_QUEUE = 'videos';
/** Pictures from outside are fetched first: however slow an address is, it holds no place where clips are made. */
export const START_IMAGE_QUEUE = 'start-images';

export function firstQueueOf({ data }: RecordedEvent): string {
  const { imageUrl } = data as ProjectEventOf<'VideoJobQueued'>['data'];
  return keyOfMediaUrl(imageUrl) === null ? START_IMAGE_QUEUE : VIDEO_QUEUE;
}
