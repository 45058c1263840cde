import { LIMITS } from '@storyreel/contracts';
import { handlerFor } from '../../platform/commands/command-handler';
import type { Environment } from '../../platform/domain/aggregate';
import { notFound, DomainError } from '../../platform/domain/domain-error';
import { findDone } from './done-commands';
import { ownScene } from './access';
import { projectAggregate, type ProjectState } from './project-aggregate';
import type { ProjectEvent } from './events';
import { SceneCommand } from './scene-command';

export class AddImage extends SceneCommand<{ imageUrl: string; insertAt?: number }> {}
export class RemoveImage extends SceneCommand<{ index: number }> {}
export class ChooseMainImage extends SceneCommand<{ imageUrl: string }> {}

/** @throws DomainError limit_reached */
export function withinAssetLimit(count: number, thing: 'images' | 'videos'): void {
  if (count > LIMITS.assetsPerScene) {
    throw new DomainError('limit_reached', `A scene can have at most ${LIMITS.assetsPerScene} ${thing}.`);
  }
}

/** A new image becomes the main one. One that an undo puts back does so only if it was, or if there is no other. */
export function decideAddImage(
  { data: { sceneId, imageUrl: url, insertAt }, context }: AddImage,
  state: ProjectState,
  env: Environment,
): ProjectEvent[] {
  const scene = ownScene(state, sceneId, env);
  if (findDone(state, context)) return [];
  withinAssetLimit(scene.images.length + 1, 'images');
  const index = Math.min(insertAt ?? scene.images.length, scene.images.length);
  const makeMain = insertAt === undefined || scene.mainImageId === null || scene.removedMainUrls.includes(url);
  return [{ type: 'ImageAdded', data: { sceneId, slotId: env.nextId(), url, index, makeMain } }];
}

export function decideRemoveImage(
  { data: { sceneId, index }, context }: RemoveImage,
  state: ProjectState,
  env: Environment,
): ProjectEvent[] {
  const slot = ownScene(state, sceneId, env).images[index];
  if (findDone(state, context)) return [];
  if (!slot) throw notFound();
  if (slot.status === 'processing') throw new DomainError('conflict', 'This image is still being generated.');
  return [{ type: 'ImageRemoved', data: { sceneId, slotId: slot.id } }];
}

export function decideChooseMainImage(
  { data: { sceneId, imageUrl } }: ChooseMainImage,
  state: ProjectState,
  env: Environment,
): ProjectEvent[] {
  const scene = ownScene(state, sceneId, env);
  const slot = scene.images.find((image) => image.url === imageUrl && image.status === 'complete');
  if (!slot) throw new DomainError('bad_request', 'This image is no longer in the scene.');
  return slot.id === scene.mainImageId ? [] : [{ type: 'MainImageChosen', data: { sceneId, slotId: slot.id } }];
}

export const AddImageHandler = handlerFor(AddImage, projectAggregate, decideAddImage);
export const RemoveImageHandler = handlerFor(RemoveImage, projectAggregate, decideRemoveImage);
export const ChooseMainImageHandler = handlerFor(ChooseMainImage, projectAggregate, decideChooseMainImage);
