import { NEW_FILM_SETTINGS, NEW_PROJECT, type ProjectFields } from '@storyreel/contracts';
import type { Aggregate, FoldContext } from '../../platform/domain/aggregate';
import { withEntries } from '../../platform/domain/with-entries';
import { type DoneCommand, evolveDone } from './done-commands';
import type { FilmMade, ProjectEvent, ProjectEventOf } from './events';
import { evolveScene, isSceneEvent, NEW_SCENE_STATE, newScene, touched } from './evolve-scene';
import { evolveJobs, type Jobs } from './jobs';
import type { SceneContent, SceneState } from './scene-state';
import { isOfStory, withChanges, withStoryAudio } from './story-audio';
import { projectUpcasters } from './upcasters';

/** A project with its scenes: one document, one stream, one consistency boundary. */
export interface ProjectState {
  id: string;
  ownerId: string;
  /** False before the first event. */
  exists: boolean;
  deleted: boolean;
  fields: ProjectFields;
  /** Deleted scenes too: their content waits for an undo. */
  scenes: Readonly<Record<string, SceneState>>;
  jobs: Jobs;
  done: readonly DoneCommand[];
  /** What the newest Delete All or Create Scenes did, for its undo. */
  lastClearing: { removedIds: string[]; addedIds: string[] } | null;
  /** Of films that were made and then deleted, which can be restored. */
  removedFilmIds: readonly string[];
  /** By which others can watch a film; without one, the final video. Ended ones are gone. */
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
  voices: [],
  film: NEW_FILM_SETTINGS,
  filmMusicUrl: null,
  filmMusicFilename: null,
};

const initial: ProjectState = {
  id: '',
  ownerId: '',
  exists: false,
  deleted: false,
  fields: NEW_PROJECT_FIELDS,
  scenes: {},
  jobs: {},
  done: [],
  lastClearing: null,
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

/** The scenes that there are of these, each as `change` makes it. */
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

/** What a film that was made becomes: the project's final video, unless it is a draft. */
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
        // It may be older than some of its fields.
        fields: { ...NEW_PROJECT_FIELDS, ...event.data.fields },
        scenes: adding({}, event.data.scenes, context),
        createdAt: context.at,
      };
    case 'ProjectEdited':
      return { ...state, fields: withChanges(state.fields, event.data.changes) };
    case 'StoryWritten':
    case 'StoryRestored':
      return { ...state, fields: { ...state.fields, story: event.data.story } };
    case 'FilmJobCompleted':
      return { ...state, fields: withFilm(state.fields, event.data) };
    case 'FilmAdvanced':
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
  if (event.type !== 'FilmJobCompleted' && 'sceneId' in event.data) return next;
  return evolveProject(next, event as ProjectLevelEvent, context);
}

export const projectAggregate: Aggregate<ProjectState, ProjectEvent> = {
  category: 'project',
  initial,
  evolve,
  upcasters: projectUpcasters,
  snapshot: { version: 4, parts: [NEW_SCENE_STATE] },
};

/** The scenes that are there, in their order. */
export const liveScenes = (state: Pick<ProjectState, 'scenes'>): SceneState[] =>
  Object.values(state.scenes)
    .filter((scene) => !scene.deleted)
    .sort((a, b) => a.order - b.order || a.createdAt.localeCompare(b.createdAt) || a.id.localeCompare(b.id));
