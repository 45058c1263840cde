import type { ProjectFields, SceneFields } from '@storyreel/contracts';
import { OwnedValue } from '../../../eventsourcing/domain/aggregate';
import type { FoldContext } from '../../../eventsourcing/domain/aggregate';
import { canonicalJson } from '../../../lib/hash';
import type { ProjectEvent } from '../domain/events';
import { endingJobs } from '../domain/jobs';
import { liveScenes, projectAggregate } from '../domain/project';
import type { ProjectState } from '../domain/project';
import { withinProjectLimits } from '../domain/project-limits';
import { SCENE_FIELDS } from '../domain/scene';
import type { SceneState } from '../domain/scene';
import { changedSince, mediaBetween, mediaTowards } from './media-changes';
import type { SceneMediaChange } from './media-changes';

/** Fields of a project that a version includes. */
const VERSIONED = [
  'title',
  'description',
  'story',
  'status',
  'selectedStyle',
  'characters',
  'environment',
  'props',
  'imageUrl',
  'midjourneyPrompt',
  'language',
  'voices',
  'cast',
  'film',
  'filmMusicUrl',
  'filmMusicFilename',
] as const satisfies (keyof ProjectFields)[];

/**
 * Fields that hold results of runs, or uploads that replace such results. An upload can be undone, but restoring a
 * version leaves these fields unchanged.
 */
const RESULTS = [
  'storyAudioUrl',
  'storyAudioFilename',
  'storyAudioStatus',
  'completedVideoUrl',
  'completedVideoFilename',
  'completedVideoStatus',
] as const satisfies (keyof ProjectFields)[];

const SCENE_KEYS = [...SCENE_FIELDS, 'speech', 'order', 'shotPins'] as const satisfies (keyof SceneState)[];

export type FieldKey = (typeof VERSIONED)[number] | (typeof RESULTS)[number];
export type SceneKey = (typeof SCENE_KEYS)[number];

/** A difference between two states of a project. */
export type Change =
  | { of: 'field'; key: FieldKey; before: unknown; after: unknown }
  | { of: 'scene'; sceneId: string; key: SceneKey; before: unknown; after: unknown }
  | { of: 'deletion'; sceneId: string; before: boolean; after: boolean }
  | SceneMediaChange
  /** A film was removed or restored. */
  | { of: 'film'; filmId: string; before: boolean; after: boolean };

/** A state of a project, or the parts of the state that an event touched. */
export interface Part {
  fields: ProjectFields;
  scenes: Readonly<Record<string, SceneState | undefined>>;
  removedFilmIds: readonly string[];
}

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || canonicalJson(one ?? null) === canonicalJson(other ?? null);

function sceneChanges(sceneId: string, before: SceneState | undefined, after: SceneState | undefined): Change[] {
  const [was, is] = [before?.deleted ?? true, after?.deleted ?? true];
  const deletion: Change[] = was === is ? [] : [{ of: 'deletion', sceneId, before: was, after: is }];
  if (is || before === undefined || after === undefined || before === after) return deletion;
  const keys = SCENE_KEYS.filter((key) => !isSame(before[key], after[key]));
  return [
    ...deletion,
    ...keys.map((key): Change => ({ of: 'scene', sceneId, key, before: before[key], after: after[key] })),
    ...mediaBetween(before, after),
  ];
}

/** Returns all differences between two states that can be undone by further events. */
export function changesBetween(before: Part, after: Part): Change[] {
  const films = new Set([...before.removedFilmIds, ...after.removedFilmIds]);
  return [
    ...(before.fields === after.fields ? [] : [...VERSIONED, ...RESULTS])
      .filter((key) => !isSame(before.fields[key], after.fields[key]))
      .map((key): Change => ({ of: 'field', key, before: before.fields[key], after: after.fields[key] })),
    ...[...films].flatMap((filmId): Change[] => {
      const [was, is] = [before.removedFilmIds.includes(filmId), after.removedFilmIds.includes(filmId)];
      return was === is ? [] : [{ of: 'film', filmId, before: was, after: is }];
    }),
    ...[...new Set([...Object.keys(before.scenes), ...Object.keys(after.scenes)])].flatMap((id) =>
      sceneChanges(id, before.scenes[id], after.scenes[id]),
    ),
  ];
}

/** Drops character sheets in progress: a sheet that was being drawn at an earlier time is no longer being drawn. */
export const withoutSheets = (fields: ProjectFields): ProjectFields => ({
  ...fields,
  cast: fields.cast.map(({ sheet: _, ...member }) => member),
});

/** Tells whether a change is a result of a run on the whole project, or the removal of a film. */
const isResult = (change: Change): boolean =>
  change.of === 'film' || (change.of === 'field' && RESULTS.some((key) => key === change.key));

/** Returns the changes that turn a state into another one; results for the whole project stay as they are. */
export function changesToState(state: ProjectState, other: ProjectState): Change[] {
  const apart = (one: ProjectState): ProjectState => ({ ...one, fields: withoutSheets(one.fields) });
  return changesBetween(apart(state), apart(other)).filter((change) => !isResult(change));
}

/** Returns the changes that turn a state into an earlier version; results of runs stay as they are. */
export function changesToVersion(state: ProjectState, version: ProjectState, onlyScene: string | null): Change[] {
  const changes = changesToState(state, version).filter((change) => change.of !== 'scene' || change.key !== 'speech');
  if (onlyScene === null) return changes;
  return changes.filter((change) => 'sceneId' in change && change.sceneId === onlyScene);
}

export const inverse = (changes: readonly Change[]): Change[] =>
  changes.map((change) => {
    const turned = { ...change, before: change.after, after: change.before } as Change;
    return 'mainBefore' in turned ? { ...turned, mainBefore: turned.mainAfter, mainAfter: turned.mainBefore } : turned;
  });

/** @throws DomainError conflict when a value is no longer as the step left it */
function refuseIfChanged(state: ProjectState, changes: readonly Change[]): void {
  const restored = new Set(changes.flatMap((change) => (change.of === 'deletion' ? change.sceneId : [])));
  for (const change of changes) {
    if (change.of === 'field') {
      if (!isSame(state.fields[change.key], change.before)) throw changedSince();
    } else if (change.of === 'film') {
      if (state.removedFilmIds.includes(change.filmId) !== change.before) throw changedSince();
    } else {
      const scene = state.scenes[change.sceneId];
      if (!scene || (scene.deleted && !restored.has(scene.id))) throw changedSince();
      if (change.of === 'deletion' && scene.deleted !== change.before) throw changedSince();
      if (change.of === 'scene' && !isSame(scene[change.key], change.before)) throw changedSince();
    }
  }
}

type ChangeOf<Of extends Change['of']> = Extract<Change, { of: Of }>;
const isOf =
  <Of extends Change['of']>(of: Of) =>
  (change: Change): change is ChangeOf<Of> =>
    change.of === of;

function textEvents(changes: readonly ChangeOf<'scene'>[]): ProjectEvent[] {
  const edits = new Map<string, Partial<SceneFields>>();
  for (const { sceneId, key, after } of changes) {
    if (key !== 'order' && key !== 'shotPins' && key !== 'speech')
      edits.set(sceneId, { ...edits.get(sceneId), [key]: after });
  }
  const orders = changes
    .filter(({ key }) => key === 'order')
    .map(({ sceneId, after }) => ({ sceneId, order: after as number }));
  return [
    ...[...edits].map(([sceneId, edit]): ProjectEvent => ({ type: 'SceneEdited', data: { sceneId, changes: edit } })),
    ...(orders.length > 0 ? [{ type: 'SceneReordered' as const, data: { orders } }] : []),
    ...changes
      .filter(({ key }) => key === 'speech')
      .map(({ sceneId, after }): ProjectEvent => {
        return { type: 'SpeechTaken', data: { sceneId, speech: after as SceneState['speech'] } };
      }),
    ...changes
      .filter(({ key }) => key === 'shotPins')
      .map(({ sceneId, after }): ProjectEvent => {
        return { type: 'ShotsRestored', data: { sceneId, pins: after as SceneState['shotPins'] } };
      }),
  ];
}

/**
 * Context for folding events before they are appended. Only their effect on the state matters, so their time is not
 * exact.
 */
const aheadOf = (state: ProjectState): FoldContext => ({
  at: state.updatedAt,
  ownerId: state.ownerId,
  revision: BigInt(state.revision),
  commandId: '',
  unshared: new OwnedValue(),
});

/** Folds events before they are appended. */
export function foldAhead(
  state: ProjectState,
  events: readonly ProjectEvent[],
  context = aheadOf(state),
): ProjectState {
  return events.reduce((next, event) => projectAggregate.evolve(next, event, context), state);
}

/**
 * Returns the events that apply changes to a state. The events of other undo commands are used where they exist.
 * @throws DomainError conflict when a value to be changed has been changed since; limit_reached
 */
export function decideChanges(state: ProjectState, changes: readonly Change[]): ProjectEvent[] {
  refuseIfChanged(state, changes);
  const fields = changes.filter(isOf('field')).map(({ key, after }) => [key, after] as const);
  const deletions = changes.filter(isOf('deletion'));
  const removed = deletions.filter(({ after }) => after).map(({ sceneId }) => sceneId);
  const events: ProjectEvent[] = [
    ...endingJobs(state, 'The scene was removed by an undo.', removed),
    ...(fields.length > 0
      ? [{ type: 'ProjectEdited' as const, data: { changes: Object.fromEntries(fields) as Partial<ProjectFields> } }]
      : []),
    ...changes.filter(isOf('film')).map(({ filmId, after }): ProjectEvent => {
      return { type: after ? 'FilmRemoved' : 'FilmRestored', data: { filmId } };
    }),
    ...deletions.map(({ sceneId, after }): ProjectEvent => {
      return { type: after ? 'SceneDeleted' : 'SceneRestored', data: { sceneId } };
    }),
    ...textEvents(changes.filter(isOf('scene'))),
  ];
  const context = aheadOf(state);
  const next = foldAhead(state, events, context);
  const media = changes.flatMap((change) => {
    const scene = change.of === 'images' || change.of === 'clips' ? next.scenes[change.sceneId] : undefined;
    return scene ? mediaTowards(scene, change as ChangeOf<'images' | 'clips'>, context) : [];
  });
  withinProjectLimits(liveScenes(foldAhead(next, media, context)));
  return [...events, ...media];
}
