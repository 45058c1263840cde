import type { VideoItem } from '@storyreel/contracts';
import { handlerFor } from '../../../eventsourcing/commands/command-handler';
import type { Environment } from '../../../eventsourcing/domain/aggregate';
import { notFound } from '../../../lib/domain-error';
import { findDone, liveScenes, ownScene, projectAggregate, SceneCommand } from './project';
import { withinProjectLimits } from './project-limits';
import type { ProjectState } from './project';
import type { ProjectEvent, ProjectEventOf, SceneTexts } from './events';
import { withinAssetLimit } from './scene-media';
import type { SceneState } from './scene';

interface Kept {
  runId: string;
  images: { slotId: string; url: string }[];
  video: VideoItem | null;
  /** For text runs: the texts put into the scene. */
  texts?: SceneTexts;
}

export class KeepRun extends SceneCommand<Kept> {}
export class UndoKeepRun extends SceneCommand<ProjectEventOf<'RunKept'>['data']> {}

const hasImage = (scene: SceneState, slotId: string): boolean => scene.images.some(({ id }) => id === slotId);
const hasVideo = (scene: SceneState, videoId: string): boolean => scene.videos.some(({ id }) => id === videoId);

/**
 * Puts a run's results into its scene, and makes the first result the main image or video.
 * @throws DomainError
 */
export function decideKeepRun({ data, context }: KeepRun, state: ProjectState, env: Environment): ProjectEvent[] {
  const { sceneId, runId } = data;
  const scene = ownScene(state, sceneId, env);
  if (findDone(state, context)) return [];
  if (data.texts) return keepTexts(state, scene, { ...data, texts: data.texts });
  const images = data.images.filter(({ slotId }) => !hasImage(scene, slotId));
  const video = data.video && !hasVideo(scene, data.video.id) ? data.video : null;
  if (images.length === 0 && video === null) return mainOf(scene, data);
  withinAssetLimit(scene.images.length + images.length, 'images');
  if (video) withinAssetLimit(scene.videos.length + 1, 'videos');
  const previousMainId = video ? scene.mainVideoId : scene.mainImageId;
  return [{ type: 'RunKept', data: { sceneId, runId, images, video, previousMainId } }];
}

const NAMES = ['description', 'imagePrompt', 'videoPrompt'] as const;

function keepTexts(state: ProjectState, scene: SceneState, kept: Kept & { texts: SceneTexts }): ProjectEvent[] {
  const { runId, texts: after } = kept;
  const changed = NAMES.filter((name) => after[name] !== undefined && after[name] !== scene[name]);
  if (changed.length === 0) return [];
  const before = Object.fromEntries(changed.map((name) => [name, scene[name]]));
  const written = { ...scene, ...after };
  withinProjectLimits(liveScenes(state).map((other) => (other === scene ? written : other)));
  const nothing = { images: [], video: null, previousMainId: null };
  return [{ type: 'RunKept', data: { sceneId: scene.id, runId, ...nothing, texts: { after, before } } }];
}

function mainOf(scene: SceneState, { images: [first], video }: Kept): ProjectEvent[] {
  const { id: sceneId } = scene;
  if (video) {
    if (scene.mainVideoId === video.id) return [];
    return [{ type: 'MainVideoChosen', data: { sceneId, videoId: video.id } }];
  }
  if (!first || scene.mainImageId === first.slotId) return [];
  return [{ type: 'MainImageChosen', data: { sceneId, slotId: first.slotId } }];
}

/**
 * Removes a kept run's results from the scene again, and restores the previous main image or video.
 * @throws DomainError
 */
export function decideUndoKeepRun({ data }: UndoKeepRun, state: ProjectState, env: Environment): ProjectEvent[] {
  const { sceneId, images, video, previousMainId: before, texts } = data;
  const scene = ownScene(state, sceneId, env);
  if (texts) return takeTextsOut(scene, texts);
  const slotIds = images.map(({ slotId }) => slotId).filter((slotId) => hasImage(scene, slotId));
  const hasClip = video !== null && hasVideo(scene, video.id);
  if (slotIds.length === 0 && !hasClip) throw notFound();
  const events: ProjectEvent[] = [];
  if (slotIds.length > 0) {
    events.push({ type: 'ImageSlotsRemoved', data: { sceneId, slotIds } });
    if (before !== null && slotIds.includes(scene.mainImageId ?? '') && hasImage(scene, before)) {
      events.push({ type: 'MainImageChosen', data: { sceneId, slotId: before } });
    }
  }
  if (hasClip) {
    events.push({ type: 'VideoRemoved', data: { sceneId, videoId: video.id } });
    if (before !== null && scene.mainVideoId === video.id && hasVideo(scene, before)) {
      events.push({ type: 'MainVideoChosen', data: { sceneId, videoId: before } });
    }
  }
  return events;
}

/** Removes the run's texts from the scene, except those that were edited by hand since. */
function takeTextsOut(scene: SceneState, { after, before }: { after: SceneTexts; before: SceneTexts }): ProjectEvent[] {
  const names = NAMES.filter((name) => before[name] !== undefined && scene[name] === after[name]);
  if (names.length === 0) throw notFound();
  const changes = Object.fromEntries(names.map((name) => [name, before[name]]));
  return [{ type: 'SceneEdited', data: { sceneId: scene.id, changes } }];
}

export const KeepRunHandler = handlerFor(KeepRun, projectAggregate, decideKeepRun);
export const UndoKeepRunHandler = handlerFor(UndoKeepRun, projectAggregate, decideUndoKeepRun);
