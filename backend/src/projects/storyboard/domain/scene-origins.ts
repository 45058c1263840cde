import { hashOf, LIMITS } from '@storyreel/contracts';
import type { Origin } from '@storyreel/contracts';

/** The origins of a scene's images and clips. */
interface Traced {
  origins: Origin[];
  mainImageId: string | null;
}

/** Maximum number of origins kept: enough for all media of a full scene and for recently removed media. */
const ORIGINS_KEPT = 3 * LIMITS.assetsPerScene;

/** Records the inputs of a queued job; requests of earlier releases have none. */
export function withOrigin<Scene extends Traced>(
  scene: Scene,
  {
    jobId,
    image,
    clip,
    replaces,
  }: Pick<Origin, 'jobId'> &
    Partial<Record<'replaces', string | undefined>> & {
      [Part in 'image' | 'clip']?: Origin[Part] | undefined;
    },
): Scene {
  if (!image && !clip) return scene;
  const origin = { jobId, urls: [], ...(image && { image }), ...(clip && { clip }), ...(replaces && { replaces }) };
  return { ...scene, origins: [...scene.origins, origin].slice(-ORIGINS_KEPT) };
}

export const withoutOrigin = <Scene extends Traced>(scene: Scene, jobId: string): Scene =>
  scene.origins.some((origin) => origin.jobId === jobId)
    ? { ...scene, origins: scene.origins.filter((origin) => origin.jobId !== jobId) }
    : scene;

/**
 * Tells whether a job's result becomes the main image or clip: only if the image or clip that it was to replace still
 * is the main one.
 */
export const takesPlaceOf = ({ origins }: Pick<Traced, 'origins'>, jobId: string, mainId: string | null): boolean =>
  mainId !== null && origins.some((origin) => origin.jobId === jobId && origin.replaces === mainId);

/** Records a job's results. If a result replaces the main image, images made from other inputs are set aside. */
export function withResults<Scene extends Traced>(scene: Scene, jobId: string, urls: string[]): Scene {
  const made = scene.origins.find((origin) => origin.jobId === jobId);
  if (!made) return scene;
  const inputs = made.image && takesPlaceOf(scene, jobId, scene.mainImageId) ? hashOf(made.image) : null;
  const origins = scene.origins.map((origin) => {
    if (origin === made) return { ...origin, urls };
    return inputs !== null && origin.image && hashOf(origin.image) !== inputs ? { ...origin, isAside: true } : origin;
  });
  return { ...scene, origins };
}

/** Returns the addresses of images that were set aside; the film skips them. */
export const asideUrlsOf = ({ origins }: Pick<Traced, 'origins'>): string[] =>
  origins.flatMap(({ isAside, urls }) => (isAside ? urls : []));
