import type { Scene } from '@storyreel/contracts';
import { imageAssets, mainImageId } from '../../../../domains/media/scene-assets';
import { isUsable } from '../../../../domains/media/slots';

/** An image of the light table: where the keys go. */
export interface LightPlace {
  sceneId: string;
  at: number;
}

const usableAt = (scene: Scene): number[] => imageAssets(scene).flatMap((asset, at) => (isUsable(asset) ? [at] : []));

/** Where one begins in a scene: at its main image. */
export const startOf = (scene: Scene): LightPlace => {
  const mainId = mainImageId(scene);
  return {
    sceneId: scene.id,
    at: Math.max(
      0,
      imageAssets(scene).findIndex(({ id }) => id === mainId),
    ),
  };
};

export const hasPicture = (scene: Scene): boolean => mainImageId(scene) !== null;

/** The scene of a place; when that is gone, the first. */
export const sceneAt = (scenes: readonly Scene[], place: LightPlace | null): Scene | undefined =>
  scenes.find(({ id }) => id === place?.sceneId) ?? scenes[0];

export function besideScene(scenes: readonly Scene[], place: LightPlace, by: 1 | -1): LightPlace {
  const next = scenes[scenes.findIndex(({ id }) => id === place.sceneId) + by];
  return next ? startOf(next) : place;
}

/** The next image of the same scene that can be seen. */
export function besidePicture(scene: Scene, place: LightPlace, by: 1 | -1): LightPlace {
  const places = usableAt(scene);
  const at = by === 1 ? places.find((other) => other > place.at) : places.findLast((other) => other < place.at);
  return at === undefined ? place : { ...place, at };
}
