import { LIMITS } from '@storyreel/contracts';
import { DomainError } from '../../lib/domain-error';
import type { ImageSlot, SceneState } from '../../projects/storyboard';

/**
 * Returns the image to make another version of, if its scene has room for that version.
 * @throws DomainError bad_request, limit_reached
 */
export function imageToWorkOn(scene: SceneState, wanted: { id: string } | { url: string }, versions = 1): ImageSlot {
  const isIt = ({ id, url }: ImageSlot): boolean => ('id' in wanted ? id === wanted.id : url === wanted.url);
  const slot = scene.images.find((one) => one.status === 'complete' && one.url !== '' && isIt(one));
  if (!slot) throw new DomainError('bad_request', 'This image is no longer in the scene.');
  if (scene.images.length + versions > LIMITS.assetsPerScene)
    throw new DomainError('limit_reached', `A scene can have at most ${LIMITS.assetsPerScene} images.`);
  return slot;
}
