/** Scene generations a day (UTC) that the plan includes when they are queued in bulk. */
export const BULK_IMAGES_PER_DAY = 60;
