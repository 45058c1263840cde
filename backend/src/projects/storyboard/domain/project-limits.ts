import { LIMITS } from '@storyreel/contracts';
import { DomainError } from '../../../lib/domain-error';
import type { SceneContent, SceneState } from './scene';

/** Maximum bytes of one character in JSON. */
const CHARACTER_BYTES = 6;
const MEDIA_BYTES = 40_000;

/** Sizes of measured scenes: scenes are immutable, so a size stays valid. */
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
 * Estimates an upper bound of a scene's bytes, from the lengths of its texts and the number of its media, removed ones
 * included.
 */
const roughly = (scene: SceneContent & Partial<Pick<SceneState, 'removedMedia'>>): number =>
  Object.values(scene).reduce((length: number, value) => length + lengthOf(value), 0) * CHARACTER_BYTES +
  (scene.images.length + scene.videos.length + (scene.removedMedia?.length ?? 0) + 1) * MEDIA_BYTES;

const sum = (scenes: readonly SceneContent[], measure: (scene: SceneContent) => number): number =>
  scenes.reduce((bytes, scene) => bytes + measure(scene), 0);

/**
 * The only size check of a project, for all commands that add, restore, copy or lengthen scenes; `scenes`: all scenes
 * that the project would then have. @throws DomainError limit_reached
 */
export function withinProjectLimits(scenes: readonly SceneContent[]): void {
  if (scenes.length > LIMITS.scenesPerProject) {
    throw new DomainError('limit_reached', `A project can have at most ${LIMITS.scenesPerProject} scenes.`);
  }
  if (sum(scenes, roughly) <= LIMITS.projectBytes || sum(scenes, bytesOf) <= LIMITS.projectBytes) return;
  const megabytes = Math.floor(LIMITS.projectBytes / 1_000_000);
  throw new DomainError('limit_reached', `The scenes of a project can hold at most ${megabytes} MB of text.`);
}
