/**
 * Kinds of paid work that put images into a scene. `label`: name of its runs; `minutes`: the longest that a run usually
 * takes. The slots, queue, views and run screens of this work are derived from this list.
 */
export const IMAGE_WORK = {
  image: { label: 'Images', minutes: 3 },
  imageEdit: { label: 'Edited image', minutes: 3 },
  upscale: { label: 'Upscaled image', minutes: 5 },
} as const;

export type ImageWork = keyof typeof IMAGE_WORK;
export const IMAGE_WORKS = Object.keys(IMAGE_WORK) as ImageWork[];

/** Width and height of an image in pixels. */
export interface PictureSize {
  width: number;
  height: number;
}

/** Longest side of an image that is sent for editing. The limit is our own, to keep requests small. */
export const SENT_SIDE = 2_048;

/** Returns the dimensions in which an image is sent for editing; its mask must have the same. */
export function sentSize({ width, height }: PictureSize): PictureSize {
  const scale = Math.min(1, SENT_SIDE / width, SENT_SIDE / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
