import { NEW_FILM_SETTINGS, NEW_PROJECT, withoutSheet, withSheet, withSheetOrdered } from '@storyreel/contracts';
import type { CastFields, ProjectFields } from '@storyreel/contracts';
import { AggregateCommand } from '../../../eventsourcing/commands/command-handler';
import { withEntries } from '../../../eventsourcing/domain/aggregate';
import type { Aggregate, Environment, FoldContext } from '../../../eventsourcing/domain/aggregate';
import type { DomainEvent } from '../../../eventsourcing/domain/domain-event';
import { notFound } from '../../../lib/domain-error';
import { evolveDone, evolveTaken, findDone } from './done-commands';
import type { DoneCommand, TakenStep } from './done-commands';
import { projectUpcasters } from './events';
import type { FilmMade, ProjectEvent, ProjectEventOf } from './events';
import { evolveJobs } from './jobs';
import type { Jobs } from './jobs';
import { evolveScene, isSceneEvent, NEW_SCENE_STATE, newScene, touched } from './scene';
import type { SceneContent, SceneState } from './scene';

export { findDone };

export const STORY_AUDIO_TYPES = ['SpeechJobQueued', 'SpeechJobCompleted', 'SpeechJobFailed'] as const;
type SpeechEvent = ProjectEventOf<(typeof STORY_AUDIO_TYPES)[number]>;
const isSpeech = (event: DomainEvent): event is SpeechEvent =>
  (STORY_AUDIO_TYPES as readonly string[]).includes(event.type);

/** Tells whether an audio event is about the whole story; false for the narration of a single scene. */
export const isOfStory = <Event extends DomainEvent>(event: Event): event is Event & SpeechEvent =>
  isSpeech(event) && event.data.sceneId === null;

/** Updates a project's story audio while it is being made. The existing audio stays until the new one is ready. */
export function withStoryAudio<Fields extends ProjectFields>(fields: Fields, event: SpeechEvent): Fields {
  if (event.type === 'SpeechJobQueued') return { ...fields, storyAudioStatus: 'processing', storyAudioError: null };
  if (event.type === 'SpeechJobFailed') {
    return { ...fields, storyAudioStatus: restingStatus(fields), storyAudioError: event.data.error };
  }
  const { speech, filename = null } = event.data;
  const made = { storyAudioUrl: speech.url, storyAudioFilename: filename, storyAudioStatus: 'complete' } as const;
  // New story audio is off in films, because it would play over the scenes' narration.
  return { ...fields, ...made, storyAudioError: null, film: { ...fields.film, music: false } };
}

export const CAST_SHEET_TYPES = ['CastSheetJobQueued', 'CastSheetJobCompleted', 'CastSheetJobFailed'] as const;
type CastSheetEvent = ProjectEventOf<(typeof CAST_SHEET_TYPES)[number]>;

export const isOfCastSheet = <Event extends DomainEvent>(event: Event): event is Event & CastSheetEvent =>
  (CAST_SHEET_TYPES as readonly string[]).includes(event.type);

/** Updates a project's cast while a character sheet of a member is drawn. */
export function withCastSheet<Fields extends ProjectFields>(fields: Fields, event: CastSheetEvent): Fields {
  const { jobId } = event.data;
  if (event.type === 'CastSheetJobQueued')
    return { ...fields, cast: withSheetOrdered(fields, event.data.memberId, jobId) };
  if (event.type === 'CastSheetJobFailed')
    return { ...fields, cast: withoutSheet(fields.cast, jobId, event.data.error) };
  const { images, delivered = {} } = event.data;
  const drawn = images.map(({ slotId: id, url }) => ({ id, url, hash: delivered[url] ?? '' }));
  return { ...fields, cast: withSheet(fields.cast, jobId, drawn) };
}

/** Returns the status of the story audio when none is being made. */
export const restingStatus = ({ storyAudioUrl }: Pick<ProjectFields, 'storyAudioUrl'>): 'pending' | 'complete' =>
  storyAudioUrl === null ? 'pending' : 'complete';

/** Applies an edit to the fields; new audio clears the error of an earlier failure. */
export const withChanges = <Fields extends ProjectFields>(fields: Fields, changes: Partial<ProjectFields>): Fields => ({
  ...fields,
  ...('storyAudioUrl' in changes && { storyAudioError: null }),
  ...changes,
});

interface Cut {
  cutId: string;
  removedIds: string[];
  addedIds: string[];
}
/** Maximum number of cuts that can be undone. */
const CUTS_KEPT = 20;

/** A project with its scenes: one document, one stream, one consistency boundary. */
export interface ProjectState {
  id: string;
  ownerId: string;
  /** False before the first event. */
  exists: boolean;
  deleted: boolean;
  /** Id of the project of which this project is an alternative; null in other projects. */
  alternativeOf: string | null;
  fields: ProjectFields;
  /** Includes deleted scenes, so that they can be restored. */
  scenes: Readonly<Record<string, SceneState>>;
  jobs: Jobs;
  done: readonly DoneCommand[];
  /** The effect of the newest Delete All or Create Scenes, for its undo. */
  lastClearing: { removedIds: string[]; addedIds: string[] } | null;
  /** The newest splits and merges of scenes, for their undo; `undoneCuts` are the ids of the undone ones. */
  cuts: readonly Cut[];
  undoneCuts: readonly string[];
  /** The cast's fields after and before its newest change, for the undo; `revision` is the revision of that change. */
  earlierCast: { revision: string; memberId: string; now: CastFields; before: CastFields } | null;
  /** The newest steps of the history that were undone or redone, oldest first. */
  taken: readonly TakenStep[];
  /** Ids of removed films, which can be restored. */
  removedFilmIds: readonly string[];
  /** Open links to a film, or to the final video if `filmId` is null. Revoked links are removed. */
  links: readonly { id: string; filmId: string | null }[];
  createdAt: string;
  updatedAt: string;
  revision: string;
}

export const NEW_PROJECT_FIELDS: ProjectFields = {
  ...NEW_PROJECT,
  story: '',
  selectedStyle: null,
  characters: '',
  environment: '',
  props: '',
  imageUrl: null,
  midjourneyPrompt: '',
  storyAudioUrl: null,
  storyAudioFilename: null,
  storyAudioStatus: 'pending',
  storyAudioError: null,
  completedVideoUrl: null,
  completedVideoFilename: null,
  completedVideoStatus: 'pending',
  language: null,
  voices: [],
  cast: [],
  film: NEW_FILM_SETTINGS,
  filmMusicUrl: null,
  filmMusicFilename: null,
};

const initial: ProjectState = {
  id: '',
  ownerId: '',
  exists: false,
  deleted: false,
  alternativeOf: null,
  fields: NEW_PROJECT_FIELDS,
  scenes: {},
  jobs: {},
  done: [],
  lastClearing: null,
  cuts: [],
  undoneCuts: [],
  earlierCast: null,
  taken: [],
  removedFilmIds: [],
  links: [],
  createdAt: '',
  updatedAt: '',
  revision: '-1',
};

type Scenes = ProjectState['scenes'];

const adding = (scenes: Scenes, added: SceneContent[], context: FoldContext): Scenes =>
  withEntries(
    scenes,
    added.map((content) => [content.id, newScene(content, context)] as const),
    context.unshared,
  );

/** Applies `change` to those of the given scenes that exist. */
const changing = <Of extends { sceneId: string }>(
  scenes: Scenes,
  of: readonly Of[],
  context: FoldContext,
  change: (of: Of) => Partial<SceneState>,
): Scenes =>
  withEntries(
    scenes,
    of.flatMap((one) => {
      const scene = scenes[one.sceneId];
      return scene ? [[one.sceneId, touched({ ...scene, ...change(one) }, context)] as const] : [];
    }),
    context.unshared,
  );

const marking = (scenes: Scenes, ids: string[], context: FoldContext, deleted: boolean): Scenes =>
  changing(
    scenes,
    ids.map((sceneId) => ({ sceneId })),
    context,
    () => ({ deleted }),
  );

/** Makes a finished film the project's final video, unless the event says that it is a draft. */
export const withFilm = <Fields extends ProjectFields>(
  fields: Fields,
  { isDraft, filename, film }: FilmMade,
): Fields =>
  isDraft
    ? fields
    : {
        ...fields,
        completedVideoUrl: film.url,
        completedVideoFilename: filename,
        completedVideoStatus: 'complete',
      };

type ProjectLevelEvent =
  Exclude<ProjectEvent, { data: { sceneId: string | null } }> | ProjectEventOf<'FilmJobCompleted'>;

function evolveProject(state: ProjectState, event: ProjectLevelEvent, context: FoldContext): ProjectState {
  switch (event.type) {
    case 'ProjectCreated':
      return {
        ...state,
        id: event.data.projectId,
        ownerId: context.ownerId,
        exists: true,
        alternativeOf: event.data.alternativeOf ?? null,
        // The defaults fill in fields that are newer than the event.
        fields: { ...NEW_PROJECT_FIELDS, ...event.data.fields },
        scenes: adding({}, event.data.scenes, context),
        createdAt: context.at,
      };
    case 'ProjectEdited':
      return { ...state, fields: withChanges(state.fields, event.data.changes) };
    case 'CastChanged':
      return {
        ...state,
        fields: withChanges(state.fields, event.data.changes),
        earlierCast: {
          revision: context.revision.toString(),
          memberId: event.data.memberId,
          now: event.data.changes,
          before: event.data.before,
        },
      };
    case 'CastRestored':
      return { ...state, fields: withChanges(state.fields, event.data.changes), earlierCast: null };
    case 'StoryWritten':
    case 'StoryRestored':
      return { ...state, fields: { ...state.fields, story: event.data.story } };
    case 'FilmJobCompleted':
      return { ...state, fields: withFilm(state.fields, event.data) };
    case 'FilmAdvanced':
    case 'StepUndone':
    case 'StepRedone':
    case 'VersionRestored':
    case 'AlternativeTaken':
      return state;
    case 'FilmRemoved':
      return { ...state, removedFilmIds: [...state.removedFilmIds, event.data.filmId] };
    case 'FilmRestored':
      return { ...state, removedFilmIds: state.removedFilmIds.filter((id) => id !== event.data.filmId) };
    case 'VideoShared':
      return { ...state, links: [...state.links, { id: event.data.linkId, filmId: event.data.filmId }] };
    case 'VideoUnshared':
      return { ...state, links: state.links.filter(({ id }) => id !== event.data.linkId) };
    case 'ProjectDeleted':
      return { ...state, deleted: true };
    case 'ProjectRestored':
      return { ...state, deleted: false };
    case 'SceneAdded':
      return { ...state, scenes: adding(state.scenes, [event.data.scene], context) };
    case 'SceneReordered':
      return { ...state, scenes: changing(state.scenes, event.data.orders, context, ({ order }) => ({ order })) };
    case 'AllScenesDeleted':
      return {
        ...state,
        scenes: marking(state.scenes, event.data.sceneIds, context, true),
        lastClearing: { removedIds: event.data.sceneIds, addedIds: [] },
      };
    case 'ScenesReplaced':
      return {
        ...state,
        scenes: adding(marking(state.scenes, event.data.removedIds, context, true), event.data.scenes, context),
        lastClearing: { removedIds: event.data.removedIds, addedIds: event.data.scenes.map((scene) => scene.id) },
      };
    case 'SceneSplit':
    case 'ScenesMerged': {
      const { cutId, removedIds, scenes: added } = event.data;
      const cut = { cutId, removedIds, addedIds: added.map(({ id }) => id) };
      return {
        ...state,
        scenes: adding(marking(state.scenes, removedIds, context, true), added, context),
        cuts: [...state.cuts.slice(1 - CUTS_KEPT), cut],
      };
    }
    case 'SceneCutUndone': {
      const { cutId, removedIds, restoredIds } = event.data;
      return {
        ...state,
        scenes: marking(marking(state.scenes, removedIds, context, true), restoredIds, context, false),
        cuts: state.cuts.filter((cut) => cut.cutId !== cutId),
        undoneCuts: [...state.undoneCuts.slice(1 - CUTS_KEPT), cutId],
      };
    }
    case 'AllScenesRestored':
      return {
        ...state,
        scenes: marking(
          marking(state.scenes, event.data.removedIds, context, true),
          event.data.restoredIds,
          context,
          false,
        ),
        lastClearing: null,
      };
    default:
      return event satisfies never;
  }
}

function evolve(state: ProjectState, event: ProjectEvent, context: FoldContext): ProjectState {
  const next: ProjectState = {
    ...state,
    jobs: evolveJobs(state.jobs, event, context),
    done: evolveDone(state.done, event, context),
    taken: evolveTaken(state.taken, event, context),
    updatedAt: context.at,
    revision: context.revision.toString(),
  };
  if (isSceneEvent(event)) {
    const scene = next.scenes[event.data.sceneId];
    if (!scene) return next;
    const changed = [[scene.id, evolveScene(scene, event, context)] as const];
    return { ...next, scenes: withEntries(next.scenes, changed, context.unshared) };
  }
  if (isOfStory(event)) return { ...next, fields: withStoryAudio(next.fields, event) };
  if (isOfCastSheet(event)) return { ...next, fields: withCastSheet(next.fields, event) };
  if (event.type !== 'FilmJobCompleted' && 'sceneId' in event.data) return next;
  return evolveProject(next, event as ProjectLevelEvent, context);
}

export const projectAggregate: Aggregate<ProjectState, ProjectEvent> = {
  category: 'project',
  initial,
  evolve,
  upcasters: projectUpcasters,
  snapshot: { version: 8, parts: [NEW_SCENE_STATE] },
};

/** Returns the scenes that are not deleted, in order. */
export const liveScenes = (state: Pick<ProjectState, 'scenes'>): SceneState[] =>
  Object.values(state.scenes)
    .filter((scene) => !scene.deleted)
    .sort((a, b) => a.order - b.order || a.createdAt.localeCompare(b.createdAt) || a.id.localeCompare(b.id));

/**
 * Returns the project if it exists and belongs to the user.
 * @throws DomainError not_found
 */
export function ownProject(state: ProjectState, { ownerId }: Pick<Environment, 'ownerId'>): ProjectState {
  if (!state.exists || state.deleted || state.ownerId !== ownerId) throw notFound();
  return state;
}

/** Returns a scene of the user's project. @throws DomainError not_found */
export function ownScene(state: ProjectState, sceneId: string, environment: Pick<Environment, 'ownerId'>): SceneState {
  const scene = ownProject(state, environment).scenes[sceneId];
  if (!scene || scene.deleted) throw notFound();
  return scene;
}

/** A command about one scene; the aggregate is the scene's project. */
export abstract class SceneCommand<Data = unknown> extends AggregateCommand<ProjectState, Data & { sceneId: string }> {}
