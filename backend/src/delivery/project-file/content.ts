import { hashOf } from '@storyreel/contracts';
import type { Origin, ProjectFields } from '@storyreel/contracts';
import { EMPTY_SCENE, fieldsOf, liveScenes } from '../../projects/storyboard';
import type { ProjectState, SceneContent, SceneState } from '../../projects/storyboard';
import type { StyleContent } from '../../projects/styles';
import { projectFileContentSchema, READY_MADE_PICTURES } from './format';
import type { ProjectFileContent, ProjectFileScene } from './format';

/** Maps a file's address to its new one; null when the file is not included. */
export type Moved = (address: string) => string | null;

const movedOrNull = (address: string | null, moved: Moved): string | null =>
  address === null || address === '' ? null : moved(address);

/**
 * If a request's hash is that of an old address, replaces it by the hash of the new address. Otherwise the move alone
 * would make the scene's media stale.
 */
function movedHash(hash: string, addresses: ReadonlyMap<string, string>): string {
  for (const [from, to] of addresses) if (hash === hashOf([from])) return hashOf([to]);
  return hash;
}

function movedOrigins(origins: readonly Origin[], moved: Moved, given: string | null): Origin[] {
  const to = movedOrNull(given, moved);
  const addresses = new Map(given !== null && to !== null ? [[given, to]] : []);
  const inputs = <Inputs extends NonNullable<Origin['image'] | Origin['clip']>>(made: Inputs): Inputs => ({
    ...made,
    others: movedHash(made.others, addresses),
    members: made.members.map((member) =>
      member.pictures === undefined ? member : { ...member, pictures: movedHash(member.pictures, addresses) },
    ),
  });
  return origins.flatMap(({ jobId, urls, image, clip, isAside }) => {
    const kept = urls.flatMap((url) => moved(url) ?? []);
    if (kept.length === 0) return [];
    return {
      jobId,
      urls: kept,
      ...(image && { image: inputs(image) }),
      ...(clip && { clip: { ...inputs(clip), imageUrl: moved(clip.imageUrl) ?? '' } }),
      ...(isAside !== undefined && { isAside }),
    };
  });
}

/** Returns a scene with finished media only, since work that was under way elsewhere never finishes here. */
function sceneContent(scene: SceneState, moved: Moved, given: string | null): ProjectFileScene {
  const images = scene.images.flatMap(({ id, url, status }) => {
    const to = status === 'complete' ? movedOrNull(url, moved) : null;
    return to === null ? [] : { id, url: to };
  });
  const videos = scene.videos.flatMap((video) => {
    const to = video.status === 'complete' && video.id !== '' ? movedOrNull(video.url, moved) : null;
    if (to === null) return [];
    return { ...video, url: to, thumbnail: movedOrNull(video.thumbnail, moved), status: 'complete' as const };
  });
  const spoken = scene.speech && movedOrNull(scene.speech.url, moved);
  const { id, sourceText, order } = scene;
  return {
    ...fieldsOf(scene),
    ...{ id, sourceText, order },
    images,
    mainImageId: images.find((image) => image.id === scene.mainImageId)?.id ?? images[0]?.id ?? null,
    videos,
    mainVideoId: videos.find((video) => video.id === scene.mainVideoId)?.id ?? videos[0]?.id ?? null,
    speech: scene.speech && spoken !== null ? { ...scene.speech, url: spoken } : null,
    shotPins: scene.shotPins.flatMap((pin) => {
      if (pin.picture.kind === 'clip') return { ...pin, picture: pin.picture };
      const url = moved(pin.picture.url);
      return url === null ? [] : { ...pin, picture: { kind: 'image' as const, url } };
    }),
    origins: movedOrigins(scene.origins, moved, given),
  };
}

/** Returns the fields with new addresses; fields whose file is not included become empty. */
function movedFields(fields: ProjectFields, moved: Moved) {
  const audio = movedOrNull(fields.storyAudioUrl, moved);
  const film = movedOrNull(fields.completedVideoUrl, moved);
  const music = movedOrNull(fields.filmMusicUrl, moved);
  return {
    ...fields,
    imageUrl: movedOrNull(fields.imageUrl, moved),
    storyAudioUrl: audio,
    storyAudioFilename: audio && fields.storyAudioFilename,
    storyAudioStatus: audio === null ? ('pending' as const) : ('complete' as const),
    completedVideoUrl: film,
    completedVideoFilename: film && fields.completedVideoFilename,
    completedVideoStatus: film === null ? ('pending' as const) : ('complete' as const),
    filmMusicUrl: music,
    filmMusicFilename: music && fields.filmMusicFilename,
    cast: fields.cast.map(({ library: _library, sheet: _sheet, pictures, ...member }) => ({
      ...member,
      pictures: pictures.flatMap(({ url, ...picture }) => {
        const to = moved(url);
        return to === null ? [] : { ...picture, url: to };
      }),
    })),
  };
}

/**
 * Returns the part of a project that a project file contains.
 * @param refOf returns the reference to a file inside the project file
 */
export function contentOf(state: ProjectState, style: StyleContent | null, refOf: Moved): ProjectFileContent {
  const look =
    style && (isReadyMade(style.imageUrl) ? style.imageUrl : (refOf(style.imageUrl) ?? READY_MADE_PICTURES[0]));
  return projectFileContentSchema.parse({
    fields: movedFields(state.fields, (address) => refOf(address)),
    style: style && { ...style, imageUrl: look },
    scenes: liveScenes(state).map((scene) => sceneContent(scene, refOf, state.fields.imageUrl)),
  });
}

const isReadyMade = (url: string): boolean => READY_MADE_PICTURES.some((picture) => picture === url);

/**
 * Returns the fields and scenes of the project that is made from a project file.
 * @param urlOf returns a file's address in this installation
 */
export function importedContent(
  { fields, scenes }: ProjectFileContent,
  urlOf: Moved,
  selectedStyle: string | null,
): { fields: ProjectFields; scenes: SceneContent[] } {
  return {
    fields: {
      ...movedFields({ ...fields, selectedStyle, storyAudioError: null }, urlOf),
      selectedStyle,
      storyAudioError: null,
    },
    scenes: scenes.map((scene) => importedScene(scene, urlOf, fields.imageUrl)),
  };
}

function importedScene(scene: ProjectFileScene, urlOf: Moved, given: string | null): SceneContent {
  const at = (ref: string): string => urlOf(ref) ?? '';
  return {
    ...EMPTY_SCENE,
    ...scene,
    images: scene.images.map(({ id, url }) => ({ id, url: at(url), status: 'complete', jobId: null })),
    imageStatus: scene.images.length === 0 ? 'pending' : 'complete',
    videos: scene.videos.map((video) => ({
      ...video,
      url: at(video.url),
      thumbnail: video.thumbnail === null ? null : urlOf(video.thumbnail),
    })),
    speech: scene.speech && { ...scene.speech, url: at(scene.speech.url) },
    speechStatus: scene.speech ? 'complete' : 'none',
    shotPins: scene.shotPins.map((pin) => ({
      ...pin,
      picture: pin.picture.kind === 'clip' ? pin.picture : { kind: 'image', url: at(pin.picture.url) },
    })),
    origins: movedOrigins(scene.origins, urlOf, given),
  };
}

/** Returns every reference to a file in the content of a project file. */
export function refsIn(content: ProjectFileContent): Set<string> {
  const refs = new Set<string>();
  const note: Moved = (ref) => {
    refs.add(ref);
    return ref;
  };
  importedContent(content, note, null);
  if (content.style) note(content.style.imageUrl);
  return refs;
}
