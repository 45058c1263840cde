import { derivedId } from '../../../lib/ids';
import { liveScenes } from '../domain/project';
import type { ProjectState } from '../domain/project';
import { isShowable } from '../domain/image-slots';
import { copyOf, fieldsOf, isPlayable } from '../domain/scene';
import type { SceneContent, SceneState } from '../domain/scene';

/** Derives the id that a scene, image or clip gets in the project into which it is copied. */
export const counterpartId = (projectId: string, id: string): string => derivedId(projectId, id);

/** Copies a scene into a project; the ids of the copied scene and media are derived from the original ids. */
export const sceneFor = (projectId: string, scene: SceneContent, id: string): SceneContent =>
  copyOf(scene, id, (of) => counterpartId(projectId, of));

interface Medium {
  id: string;
  url: string;
}

/**
 * Gives each media item the id of the scene's item with the same file, including removed items; each id is used once.
 */
function named<Item extends Medium>(items: readonly Item[], known: readonly Medium[], projectId: string): Item[] {
  const free = [...known];
  return items.map((item) => {
    const at = free.findIndex(({ url }) => url === item.url);
    const [found] = at < 0 ? [] : free.splice(at, 1);
    return { ...item, id: found?.id ?? counterpartId(projectId, item.id) };
  });
}

const removedImages = ({ removedMedia }: SceneState): Medium[] =>
  removedMedia.flatMap((media) => (media.type === 'image' ? { id: media.id, url: media.url } : [])).reverse();
const removedClips = ({ removedMedia }: SceneState): Medium[] =>
  removedMedia.flatMap((media) => (media.type === 'video' ? media.video : [])).reverse();

const idAt = <Item extends Medium>(from: readonly Item[], to: readonly Item[], id: string | null): string | null =>
  to[from.findIndex((item) => item.id === id)]?.id ?? null;

/** Returns a project's scene with the texts and media of its counterpart in the alternative. */
function sceneAs(scene: SceneState, other: SceneState, projectId: string): SceneState {
  const images = other.images.filter(isShowable);
  const videos = other.videos.filter(isPlayable);
  const ourImages = named(images, [...scene.images, ...removedImages(scene)], projectId);
  const ourVideos = named(videos, [...scene.videos, ...removedClips(scene)], projectId);
  const { order, speech, shotPins, deleted } = other;
  return {
    ...scene,
    ...fieldsOf(other),
    ...{ order, speech, shotPins, deleted },
    images: ourImages,
    mainImageId: idAt(images, ourImages, other.mainImageId),
    videos: ourVideos,
    mainVideoId: idAt(videos, ourVideos, other.mainVideoId),
  };
}

export interface Counterpart {
  /** Id of the scene in the project, or the id that the scene gets once it is taken over. */
  id: string;
  here: SceneState | null;
  there: SceneState | null;
}

/** Pairs all scenes of a project with those of its alternative, including deleted scenes. */
export function counterparts(project: ProjectState, alternative: ProjectState): Counterpart[] {
  const known = new Map(Object.keys(project.scenes).map((id) => [counterpartId(alternative.id, id), id]));
  const there = new Map(
    Object.values(alternative.scenes).map((scene) => [
      known.get(scene.id) ?? counterpartId(project.id, scene.id),
      scene,
    ]),
  );
  return [...new Set([...Object.keys(project.scenes), ...there.keys()])].map((id) => ({
    id,
    here: project.scenes[id] ?? null,
    there: there.get(id) ?? null,
  }));
}

/** An alternative with the ids of its project. */
export interface Translated {
  /** Scenes of the alternative that the project never had. */
  added: SceneContent[];
  /** Returns the project with the alternative's content; the given project must already have the added scenes. */
  version: (project: ProjectState) => ProjectState;
}

/** Translates an alternative into a version of its project: whatever both have gets the project's ids. */
export function translated(project: ProjectState, alternative: ProjectState): Translated {
  const pairs = counterparts(project, alternative);
  const added = pairs.flatMap(({ id, here, there }) =>
    here === null && there && !there.deleted ? sceneFor(project.id, there, id) : [],
  );
  const { title, status, ...fields } = project.fields;
  return {
    added,
    version: (now) => ({
      ...now,
      fields: { ...fields, ...alternative.fields, title, status },
      scenes: Object.fromEntries(
        pairs.flatMap(({ id, there }): [string, SceneState][] => {
          const scene = now.scenes[id];
          if (!scene) return [];
          return [[id, there ? sceneAs(scene, there, project.id) : { ...scene, deleted: true }]];
        }),
      ),
    }),
  };
}

/** Returns the scenes of a new alternative. */
export const scenesForAlternative = (alternativeId: string, project: ProjectState): SceneContent[] =>
  liveScenes(project).map((scene) => sceneFor(alternativeId, scene, counterpartId(alternativeId, scene.id)));
