import { BULK_IMAGES_PER_DAY } from '@storyreel/contracts';

/** What is left of the day's images that the plan includes. */
export const scenesLeftToday = (remaining: number): string =>
  `${remaining} of today's ${BULK_IMAGES_PER_DAY} scenes left`;
