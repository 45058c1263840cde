import { IMAGE_WORKS } from '@storyreel/contracts';
import type { ImageInputs, ImageStatus, ImageWork } from '@storyreel/contracts';
import type { ImagesMade, MadeFrom } from './events';
import { jobEventType } from './jobs';
import { takesPlaceOf, withOrigin, withoutOrigin, withResults } from './scene-origins';
import type { ImageSlot, SceneState } from './scene';

/** Tells whether an image can be shown. */
export const isShowable = ({ status, url }: Pick<ImageSlot, 'status' | 'url'>): boolean =>
  status === 'complete' && url !== '';

/**
 * Returns the combined status of the slots: processing if any is, else failed if any is, else complete; idle without
 * slots.
 */
export function imageStatusOf(images: readonly ImageSlot[]): ImageStatus {
  if (images.length === 0) return 'idle';
  if (images.some((slot) => slot.status === 'processing' || slot.status === 'pending')) return 'processing';
  return images.some((slot) => slot.status === 'failed') ? 'failed' : 'complete';
}

/**
 * Sets the images of a scene, and recomputes its status and main image. The main image stays the same while it exists.
 */
export function withImages(scene: SceneState, images: ImageSlot[], preferredMain = scene.mainImageId): SceneState {
  const usable = images.filter(isShowable);
  const main = usable.find((slot) => slot.id === preferredMain) ?? neighbour(scene, usable);
  return { ...scene, images, imageStatus: imageStatusOf(images), mainImageId: main?.id ?? null };
}

/** Returns the new main image after the old one was removed: the next image in the list, else the last one. */
function neighbour(scene: SceneState, usable: ImageSlot[]): ImageSlot | undefined {
  const before = scene.images.findIndex((slot) => slot.id === scene.mainImageId);
  if (before < 0) return usable[0];
  const after = new Set(scene.images.slice(before + 1).map((slot) => slot.id));
  return usable.find((slot) => after.has(slot.id)) ?? usable.at(-1);
}

interface ImagesQueued {
  slotIds: string[];
  jobId: string;
  from?: Pick<MadeFrom, 'slotId'>;
  generation?: number;
  madeFrom?: ImageInputs;
  replaces?: string;
}

/** Inserts new slots directly after the image that they are made from, if any. */
function withSlots(images: readonly ImageSlot[], { slotIds, jobId, from }: ImagesQueued): ImageSlot[] {
  const added = slotIds.map((id) => ({ id, url: '', status: 'processing' as const, jobId }));
  const source = images.findIndex(({ id }) => id === from?.slotId);
  return source < 0 ? [...images, ...added] : images.toSpliced(source + 1, 0, ...added);
}

const IMAGE_STEPS = {
  Queued: (scene: SceneState, job: ImagesQueued) =>
    withImages(
      {
        ...withOrigin(scene, { jobId: job.jobId, image: job.madeFrom, replaces: job.replaces }),
        generation: job.generation ?? scene.generation,
      },
      withSlots(scene.images, job),
    ),
  Completed: (before: SceneState, { images, jobId }: ImagesMade & { jobId: string }) => {
    const urls = new Map(images.map((image) => [image.slotId, image.url]));
    const scene = withResults(before, jobId, [...urls.values()]);
    return withImages(
      scene,
      scene.images.map((slot) => {
        const url = urls.get(slot.id);
        if (url !== undefined) return { ...slot, url, status: 'complete' };
        // An image without a result was unusable.
        return slot.jobId === jobId && slot.status === 'processing' ? { ...slot, status: 'failed' } : slot;
      }),
      takesPlaceOf(scene, jobId, scene.mainImageId) ? images[0]?.slotId : scene.mainImageId,
    );
  },
  Failed: (scene: SceneState, { jobId }: { jobId: string }) =>
    withImages(
      withoutOrigin(scene, jobId),
      scene.images.map((slot) =>
        slot.jobId === jobId && slot.status === 'processing' ? { ...slot, status: 'failed' } : slot,
      ),
    ),
};

type Steps = typeof IMAGE_STEPS;
/** Event types of the jobs that fill image slots, for every kind of such work. */
export type ImageJobType = `${Capitalize<ImageWork>}Job${keyof Steps}`;
type Named<Step extends keyof Steps> = Record<`${Capitalize<ImageWork>}Job${Step}`, Steps[Step]>;

const named = <Step extends keyof Steps>(step: Step): Named<Step> =>
  Object.fromEntries(IMAGE_WORKS.map((work) => [jobEventType(work, step), IMAGE_STEPS[step]])) as Named<Step>;

/** Folds for every kind of work that puts images into a scene; each kind has the same three steps. */
export const IMAGE_JOB_EVOLVERS = { ...named('Queued'), ...named('Completed'), ...named('Failed') };
