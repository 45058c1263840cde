/**
 * Kinds of paid work that put images into a scene: the name of its runs, and the minutes that a run usually takes at
 * most. The slots, queue, views and run screens of such work are derived from this list.
 */
export const IMAGE_WORK = {
  image: { label: 'Images', minutes: 3 },
  imageEdit: { label: 'Edited image', minutes: 3 },
  upscale: { label: 'Upscaled image', minutes: 5 },
} as const;

export type ImageWork = keyof typeof IMAGE_WORK;
export const IMAGE_WORKS = Object.keys(IMAGE_WORK) as ImageWork[];

/** Sides of an image in pixels. */
export interface PictureSize {
  width: number;
  height: number;
}

/** Longest side of an image that is sent for editing; chosen, to keep requests small. */
export const SENT_SIDE = 2_048;

/** Returns the size in which an image is sent for editing, which its mask must have. */
export function sentSize({ width, height }: PictureSize): PictureSize {
  const scale = Math.min(1, SENT_SIDE / width, SENT_SIDE / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
