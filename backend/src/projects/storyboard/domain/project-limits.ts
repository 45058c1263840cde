import { LIMITS } from '@storyreel/contracts';
import { DomainError } from '../../../lib/domain-error';
import type { SceneContent, SceneState } from './scene';

/** Maximum bytes of one character in JSON. */
const CHARACTER_BYTES = 6;
const MEDIA_BYTES = 40_000;

/** Cached sizes of scenes; scenes are immutable, so a cached size stays valid. */
const measured = new WeakMap<SceneContent, number>();

function bytesOf(scene: SceneContent): number {
  const known = measured.get(scene);
  if (known !== undefined) return known;
  const bytes = Buffer.byteLength(JSON.stringify(scene));
  measured.set(scene, bytes);
  return bytes;
}

const lengthOf = (value: unknown): number => (typeof value === 'string' ? value.length : 0);

/**
 * Estimates an upper bound of a scene's bytes from the lengths of its texts and the number of its media, including
 * removed media.
 */
const roughly = (scene: SceneContent & Partial<Pick<SceneState, 'removedMedia'>>): number =>
  Object.values(scene).reduce((length: number, value) => length + lengthOf(value), 0) * CHARACTER_BYTES +
  (scene.images.length + scene.videos.length + (scene.removedMedia?.length ?? 0) + 1) * MEDIA_BYTES;

const sum = (scenes: readonly SceneContent[], measure: (scene: SceneContent) => number): number =>
  scenes.reduce((bytes, scene) => bytes + measure(scene), 0);

/**
 * Checks the size of a project, for all commands that add, restore, copy or lengthen scenes; `scenes` are all scenes
 * that the project would have after the command.
 * @throws DomainError limit_reached
 */
export function withinProjectLimits(scenes: readonly SceneContent[]): void {
  if (scenes.length > LIMITS.scenesPerProject) {
    throw new DomainError('limit_reached', `A project can have at most ${LIMITS.scenesPerProject} scenes.`);
  }
  if (sum(scenes, roughly) <= LIMITS.projectBytes || sum(scenes, bytesOf) <= LIMITS.projectBytes) return;
  const megabytes = Math.floor(LIMITS.projectBytes / 1_000_000);
  throw new DomainError('limit_reached', `The scenes of a project can hold at most ${megabytes} MB of text.`);
}
