import { cutText, isBlank, lengthOf, LIMITS, narrationOf, sentenceSpans, titleOfScene } from '@storyreel/contracts';
import { AggregateCommand, handlerFor } from '../../../eventsourcing/commands/command-handler';
import type { Environment } from '../../../eventsourcing/domain/aggregate';
import { DomainError } from '../../../lib/domain-error';
import type { ProjectEvent } from './events';
import { endingJobs } from './jobs';
import { liveScenes, ownProject, ownScene, projectAggregate, SceneCommand } from './project';
import { withinProjectLimits } from './project-limits';
import type { ProjectState } from './project';
import { copyOf, EMPTY_SCENE, isPlayable } from './scene';
import type { SceneContent, SceneState } from './scene';
import { numbered } from './scene-commands';

/**
 * Splits a scene. `cutId` identifies the cut, for its undo. New scenes replace the old one, which is kept for the undo.
 */
export class SplitScene extends SceneCommand<{
  cutId: string;
  first: string;
  second: string;
  newIds: [string, string];
}> {}
export class MergeScenes extends SceneCommand<{ cutId: string; newId: string }> {}
export class UndoCut extends AggregateCommand<ProjectState, { cutId: string }> {}

const flat = (text: string): string => text.replaceAll(/\s+/gu, '');

/**
 * Splits a scene's spoken words in two. The first half keeps description, prompts and media. Both halves lose the
 * narration, which fits neither of them.
 * @throws DomainError conflict when the halves are not the scene's words
 */
export function decideSplitScene(
  { data: { sceneId, cutId, first, second, newIds } }: SplitScene,
  state: ProjectState,
  env: Environment,
): ProjectEvent[] {
  ownProject(state, env);
  if (isCut(state, cutId)) return [];
  const scene = ownScene(state, sceneId, env);
  if (isBlank(first) || isBlank(second)) throw new DomainError('bad_request', 'Both scenes need text.');
  if (flat(first + second) !== flat(narrationOf(scene)))
    throw new DomainError('conflict', "The scene's words have changed meanwhile.");
  const [text, rest] = cutSource(scene, first, second);
  const own = scene.narration !== null;
  const isDescription = !own && isBlank(scene.sourceText);
  const common = { narration: null, speech: null, speechStatus: 'none' as const };
  const head: SceneContent = {
    ...copyOf(scene, newIds[0], () => env.nextId()),
    ...common,
    sourceText: text,
    ...(own && { narration: first.trim() }),
    ...(isDescription && { description: first.trim() }),
  };
  const tail: SceneContent = {
    ...EMPTY_SCENE,
    ...common,
    id: newIds[1],
    order: scene.order,
    duration: scene.duration,
    speaker: scene.speaker,
    title: cutText(titleOfScene(second), LIMITS.title),
    sourceText: rest,
    ...(own && { narration: second.trim() }),
    ...(isDescription && { description: second.trim() }),
  };
  return replaced(state, { type: 'SceneSplit', cutId, removed: [scene], scenes: [head, tail] });
}

/** Splits a scene's part of the story where its narration text is split, or at the nearest end of a sentence. */
function cutSource({ sourceText }: SceneState, first: string, second: string): [string, string] {
  if (isBlank(sourceText)) return ['', ''];
  const at = sourceText.lastIndexOf(second.trim());
  if (at > 0) return [sourceText.slice(0, at).trim(), sourceText.slice(at).trim()];
  const wanted = (sourceText.length * first.length) / (first.length + second.length);
  const ends = sentenceSpans(sourceText).map(({ end }) => end);
  const best = ends.reduce((a, b) => (Math.abs(b - wanted) < Math.abs(a - wanted) ? b : a), 0);
  return [sourceText.slice(0, best).trim(), sourceText.slice(best).trim()];
}

/**
 * Merges a scene with the next one: the new scene has the words of both, and as many of their media as a scene can
 * hold.
 */
export function decideMergeScenes(
  { data: { sceneId, cutId, newId } }: MergeScenes,
  state: ProjectState,
  env: Environment,
): ProjectEvent[] {
  ownProject(state, env);
  if (isCut(state, cutId)) return [];
  const scene = ownScene(state, sceneId, env);
  const live = liveScenes(state);
  const next = live[live.indexOf(scene) + 1];
  if (!next) throw new DomainError('conflict', 'There is no next scene.');
  const [one, other] = [scene, next].map((each) => copyOf(each, newId, () => env.nextId())) as [
    SceneContent,
    SceneContent,
  ];
  const images = [...one.images, ...other.images].slice(0, LIMITS.assetsPerScene);
  const videos = [...one.videos, ...other.videos].filter(isPlayable).slice(0, LIMITS.assetsPerScene);
  const narration =
    scene.narration === null && next.narration === null ? null : joined([narrationOf(scene), narrationOf(next)], ' ');
  const merged: SceneContent = {
    ...one,
    description: cutText(joined([scene.description, next.description], ' '), LIMITS.description),
    imagePrompt: scene.imagePrompt || next.imagePrompt,
    videoPrompt: scene.videoPrompt || next.videoPrompt,
    sourceText: joined([scene.sourceText, next.sourceText], between(state.fields.story, scene, next)),
    duration: Math.min(LIMITS.durationMax, scene.duration + next.duration),
    images,
    mainImageId: one.mainImageId ?? other.mainImageId,
    imageStatus: images.length === 0 ? 'pending' : 'complete',
    videos,
    mainVideoId: one.mainVideoId ?? other.mainVideoId,
    narration,
    speech: null,
    speechStatus: 'none',
  };
  if (lengthOf(narrationOf(merged)) > LIMITS.narration)
    throw new DomainError(
      'limit_reached',
      `A scene can have at most ${LIMITS.narration.toLocaleString('en-US')} characters of narration.`,
    );
  return replaced(state, { type: 'ScenesMerged', cutId, removed: [scene, next], scenes: [merged] });
}

const joined = (texts: readonly string[], separator: string): string =>
  texts
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .join(separator);

/**
 * Returns the story's text between two scenes, so that the merged words match the story; a blank line when it is
 * unknown.
 */
function between(story: string, { sourceText }: SceneState, next: SceneState): string {
  const from = story.indexOf(sourceText) + sourceText.length;
  const gap = isBlank(sourceText) ? '' : (/^\s*/u.exec(story.slice(from))?.[0] ?? '');
  return story.includes(sourceText) && story.startsWith(next.sourceText, from + gap.length) && gap !== ''
    ? gap
    : '\n\n';
}

interface Replaced {
  type: 'SceneSplit' | 'ScenesMerged';
  cutId: string;
  removed: SceneState[];
  scenes: SceneContent[];
}

/** Replaces scenes by other scenes, and renumbers all scenes. */
function replaced(state: ProjectState, { type, cutId, removed, scenes }: Replaced): ProjectEvent[] {
  const live = liveScenes(state);
  const removedIds = removed.map(({ id }) => id);
  const left = live.filter(({ id }) => !removedIds.includes(id));
  withinProjectLimits([...left, ...scenes]);
  const place = live.findIndex(({ id }) => id === removedIds[0]);
  const ids = left.map(({ id }) => id);
  ids.splice(place, 0, ...scenes.map(({ id }) => id));
  return [
    ...endingJobs(state, 'The scene was replaced.', removedIds),
    { type, data: { cutId, removedIds, scenes } },
    { type: 'SceneReordered', data: { orders: numbered(ids) } },
  ];
}

const isCut = ({ cuts, undoneCuts }: ProjectState, cutId: string): boolean =>
  cuts.some((cut) => cut.cutId === cutId) || undoneCuts.includes(cutId);

/**
 * Undoes a split or a merge by bringing back the earlier scenes.
 * @throws DomainError conflict when the scenes that the cut created were changed or deleted
 */
export function decideUndoCut({ data: { cutId } }: UndoCut, state: ProjectState, env: Environment): ProjectEvent[] {
  const { cuts, undoneCuts } = ownProject(state, env);
  if (undoneCuts.includes(cutId)) return [];
  const cut = cuts.find((one) => one.cutId === cutId);
  if (!cut) throw new DomainError('conflict', 'There is nothing to undo.');
  const live = liveScenes(state).map(({ id }) => id);
  if (!cut.addedIds.every((id) => live.includes(id)))
    throw new DomainError('conflict', 'The scenes have changed meanwhile.');
  const place = live.indexOf(cut.addedIds[0] ?? '');
  const left = live.filter((id) => !cut.addedIds.includes(id));
  left.splice(place, 0, ...cut.removedIds);
  withinProjectLimits(left.flatMap((id) => state.scenes[id] ?? []));
  return [
    ...endingJobs(state, 'The scene was removed by an undo.', cut.addedIds),
    { type: 'SceneCutUndone', data: { cutId, restoredIds: cut.removedIds, removedIds: cut.addedIds } },
    { type: 'SceneReordered', data: { orders: numbered(left) } },
  ];
}

export const SplitSceneHandler = handlerFor(SplitScene, projectAggregate, decideSplitScene);
export const MergeScenesHandler = handlerFor(MergeScenes, projectAggregate, decideMergeScenes);
export const UndoCutHandler = handlerFor(UndoCut, projectAggregate, decideUndoCut);
