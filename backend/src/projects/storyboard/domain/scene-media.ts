import { LIMITS, predictionIdOf } from '@storyreel/contracts';
import type { VideoItem, VideoMetadata } from '@storyreel/contracts';
import { handlerFor } from '../../../eventsourcing/commands/command-handler';
import type { Environment } from '../../../eventsourcing/domain/aggregate';
import { DomainError, notFound } from '../../../lib/domain-error';
import type { ProjectEvent } from './events';
import { isActive } from './jobs';
import { findDone, ownScene, projectAggregate, SceneCommand } from './project';
import type { ProjectState } from './project';

export class AddImage extends SceneCommand<{ imageUrl: string; insertAt?: number }> {}
export class RemoveImage extends SceneCommand<{ index: number }> {}
export class ChooseMainImage extends SceneCommand<{ imageUrl: string }> {}

/** @throws DomainError limit_reached */
export function withinAssetLimit(count: number, thing: 'images' | 'videos'): void {
  if (count > LIMITS.assetsPerScene) {
    throw new DomainError('limit_reached', `A scene can have at most ${LIMITS.assetsPerScene} ${thing}.`);
  }
}

/**
 * A new image becomes the main image. An image that an undo restores does so only if it was the main image before, or
 * if there is no other.
 */
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

export class AddVideo extends SceneCommand<VideoMetadata> {}
export class RemoveVideo extends SceneCommand<{ videoId: string }> {}
export class ChooseMainVideo extends SceneCommand<{ videoId: string }> {}
export class ReplaceProcessingVideo extends SceneCommand<{
  processingVideoId: string;
  completedVideo: VideoMetadata;
}> {}

const toItem = (metadata: VideoMetadata, id: string): VideoItem => ({
  id,
  url: metadata.url,
  filename: metadata.filename,
  mimeType: metadata.mimeType,
  size: metadata.size,
  duration: metadata.duration ?? null,
  thumbnail: metadata.thumbnail ?? null,
  status: 'complete',
});

/**
 * A new video becomes the main video. A video that an undo restores does so only if it was the main video before, or if
 * there is no other.
 */
export function decideAddVideo({ data, context }: AddVideo, state: ProjectState, env: Environment): ProjectEvent[] {
  const scene = ownScene(state, data.sceneId, env);
  if (findDone(state, context)) return [];
  const id = data.id ?? env.nextId();
  if (scene.videos.some((video) => video.id === id))
    throw new DomainError('conflict', 'The scene already has this clip.');
  if (predictionIdOf(id) !== null) throw new DomainError('bad_request', 'This id is reserved for clips in progress.');
  withinAssetLimit(scene.videos.length + 1, 'videos');
  const index = Math.min(data.insertAt ?? scene.videos.length, scene.videos.length);
  const makeMain = data.insertAt === undefined || scene.mainVideoId === null || scene.removedMainVideoIds.includes(id);
  return [{ type: 'VideoAdded', data: { sceneId: scene.id, video: toItem(data, id), index, makeMain } }];
}

/** Removes a video; removing a placeholder ends its job. */
export function decideRemoveVideo(
  { data: { sceneId, videoId } }: RemoveVideo,
  state: ProjectState,
  env: Environment,
): ProjectEvent[] {
  const scene = ownScene(state, sceneId, env);
  if (!scene.videos.some((video) => video.id === videoId)) throw notFound();
  const jobId = predictionIdOf(videoId);
  const job = jobId === null ? undefined : state.jobs[jobId];
  if (job && isActive(job)) {
    return [{ type: 'VideoJobFailed', data: { jobId: job.jobId, sceneId, error: 'The generation was cancelled.' } }];
  }
  return [{ type: 'VideoRemoved', data: { sceneId, videoId } }];
}

export function decideChooseMainVideo(
  { data: { sceneId, videoId } }: ChooseMainVideo,
  state: ProjectState,
  env: Environment,
): ProjectEvent[] {
  const scene = ownScene(state, sceneId, env);
  const video = scene.videos.find(({ id, status, url }) => id === videoId && status === 'complete' && url !== '');
  if (!video) throw new DomainError('bad_request', 'This clip is no longer in the scene.');
  return video.id === scene.mainVideoId ? [] : [{ type: 'MainVideoChosen', data: { sceneId, videoId: video.id } }];
}

/**
 * Replaces a placeholder that does not wait for a job of this server; the result of such a job arrives as
 * VideoJobCompleted.
 */
export function decideReplaceProcessingVideo(
  { data, context }: ReplaceProcessingVideo,
  state: ProjectState,
  env: Environment,
): ProjectEvent[] {
  const { sceneId, processingVideoId, completedVideo } = data;
  const scene = ownScene(state, sceneId, env);
  if (findDone(state, context)) return [];
  const jobId = predictionIdOf(processingVideoId);
  const job = jobId === null ? undefined : state.jobs[jobId];
  if (job?.status === 'completed') return [];
  if (!scene.videos.some((video) => video.id === processingVideoId && video.status === 'processing')) throw notFound();
  const video = toItem(completedVideo, completedVideo.id ?? env.nextId());
  return [
    { type: 'ProcessingVideoReplaced', data: { sceneId, processingVideoId, video } },
    ...(job && isActive(job)
      ? [
          {
            type: 'VideoJobFailed' as const,
            data: { jobId: job.jobId, sceneId, error: 'Another clip took its place.' },
          },
        ]
      : []),
  ];
}

export const AddVideoHandler = handlerFor(AddVideo, projectAggregate, decideAddVideo);
export const RemoveVideoHandler = handlerFor(RemoveVideo, projectAggregate, decideRemoveVideo);
export const ChooseMainVideoHandler = handlerFor(ChooseMainVideo, projectAggregate, decideChooseMainVideo);
export const ReplaceProcessingVideoHandler = handlerFor(
  ReplaceProcessingVideo,
  projectAggregate,
  decideReplaceProcessingVideo,
);
