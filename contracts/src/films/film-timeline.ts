import { LIMITS } from '../common/limits';
import type { Scene } from '../projects/scene';
import { filmSceneOf, USUAL_PACE, type FilmPace, type Transition } from './film-settings';
import type { FilmSettings } from './film';
import type { ShotPin } from './shot-changes';
import { LEAD_SECONDS } from './shot-pins';
import { type PinnedShot, type Shot, shotsOf } from './shots';
import type { WordTimes } from './word-times';

/** Pause after the last word of a scene, in seconds. */
export const BREATH_SECONDS = 0.4;
export const CARD_SECONDS = 2.5;
/** Minimum seconds of a scene: viewers recognise nothing in a shorter one, and no fade fits into it. */
const LEAST_SECONDS = 1;

/** Maximum further images of a scene: more would not fit into its time, and each has to be read and decoded. */
const MOST_OTHERS = 5;

type SceneOfFilm = Pick<Scene, 'id' | 'title' | 'duration'> & {
  mainVideo: { url: string; duration: number | null } | null;
  mainImageUrl: string | null;
  /** All images of the scene, in the order of its slots. */
  imageUrls: readonly string[];
  /** Images that a newer one has replaced. */
  asideUrls?: readonly string[];
  speech: { url: string; seconds: number; text: string; times?: WordTimes } | null;
  /** Shots that were set by hand. */
  shotPins?: readonly ShotPin[];
};

/** One scene as shown in the film. */
export interface FilmBlock {
  sceneId: string;
  title: string;
  /** `seconds`: length of the whole clip, if known. */
  picture: { kind: 'clip' | 'image'; url: string; trimStart: number; muted: boolean; seconds?: number | null };
  /**
   * Further images that alternate with `picture`, the scene's main image first unless `picture` shows it already;
   * absent in films ordered before this field existed.
   */
  others?: string[];
  /** Shots that were set by hand; absent in films ordered before this field existed. */
  pins?: ShotPin[];
  speech: { url: string; seconds: number; text: string; times?: WordTimes } | null;
  /** Duration of the scene. A fade does not change it: half of the fade lies on each side of the scene's end. */
  seconds: number;
  transition: Transition;
}

/** The scenes of a film in order, and the scenes left out because they have neither clip nor image. */
export interface FilmTimeline {
  blocks: FilmBlock[];
  missing: { sceneId: string; title: string }[];
  /** Length of the whole film, cards included. */
  seconds: number;
}

/**
 * Plans the film, for the screen and the renderer alike. A scene lasts as long as its narration; without one, as long
 * as its clip; without either, for its own duration.
 */
export function filmTimeline(scenes: readonly SceneOfFilm[], settings: FilmSettings): FilmTimeline {
  const blocks: FilmBlock[] = [];
  const missing: FilmTimeline['missing'] = [];
  for (const scene of scenes) {
    const block = blockOf(scene, settings);
    if (block) blocks.push(block);
    else missing.push({ sceneId: scene.id, title: scene.title });
  }
  const last = blocks.at(-1);
  if (last) last.transition = 'cut';
  const cards = [settings.titleCard, settings.endCard].filter((words) => words.trim() !== '').length;
  const shown = blocks.reduce((sum, { seconds }) => sum + seconds, 0);
  return { blocks, missing, seconds: shown + cards * CARD_SECONDS };
}

/**
 * Divides the scenes of a film that is longer than platforms accept into parts, as few as possible and about equally
 * long. Parts begin and end between scenes; a scene that is too long by itself is a part of its own. Returns an empty
 * list for a film that is short enough.
 */
export function filmParts<Block extends Pick<FilmBlock, 'seconds'>>(
  blocks: readonly Block[],
  most: number = LIMITS.filmPartSeconds,
): Block[][] {
  const room = most - 2 * CARD_SECONDS;
  const all = blocks.reduce((sum, { seconds }) => sum + seconds, 0);
  const fewest = inParts(blocks, room);
  if (all + 2 * CARD_SECONDS <= most || fewest.length < 2) return [];
  let parts = fewest;
  for (let size = Math.ceil(all / fewest.length); size < room; size++) {
    parts = inParts(blocks, size);
    if (parts.length === fewest.length) return parts;
  }
  return fewest;
}

function inParts<Block extends Pick<FilmBlock, 'seconds'>>(blocks: readonly Block[], most: number): Block[][] {
  const parts: Block[][] = [];
  let seconds = Infinity;
  for (const block of blocks) {
    seconds += block.seconds;
    if (seconds > most) {
      parts.push([]);
      ({ seconds } = block);
    }
    parts.at(-1)?.push(block);
  }
  return parts;
}

function blockOf(scene: SceneOfFilm, settings: FilmSettings): FilmBlock | null {
  const { id: sceneId, title, speech } = scene;
  const { picture: wanted, trimStart, muted, transition } = filmSceneOf(settings, sceneId);
  const clip = wanted === 'clip' || scene.mainImageUrl === null ? scene.mainVideo : null;
  const url = clip?.url ?? scene.mainImageUrl;
  if (url === null) return null;
  const known = clip?.duration ?? null;
  const rest = known === null ? scene.duration : known - trimStart;
  const natural = speech ? LEAD_SECONDS + speech.seconds + BREATH_SECONDS : clip ? rest : scene.duration;
  const seconds = Math.round(Math.max(LEAST_SECONDS, natural) * 1000) / 1000;
  const kind = clip ? ('clip' as const) : ('image' as const);
  const picture = { kind, url, trimStart: clip ? trimStart : 0, muted, ...(clip && { seconds: known }) };
  const others = othersOf(scene, url);
  const pins = scene.shotPins && scene.shotPins.length > 0 ? { pins: [...scene.shotPins] } : {};
  return { sceneId, title, picture, others, ...pins, speech, seconds, transition };
}

/**
 * Returns a scene's further images without duplicates: leaves out the image at `url`, which the scene shows already,
 * and images that a newer one replaced, unless they are pinned. Images of pinned shots take precedence.
 */
function othersOf({ mainImageUrl, imageUrls, asideUrls = [], shotPins = [] }: SceneOfFilm, url: string): string[] {
  const pinnedUrls = shotPins.map(({ picture }) => (picture.kind === 'image' ? picture.url : ''));
  const usual = imageUrls.filter((one) => !asideUrls.includes(one) || pinnedUrls.includes(one));
  const all = new Set([...(mainImageUrl === null ? [] : [mainImageUrl]), ...usual]);
  all.delete(url);
  // A slot has no address while its image is still being made.
  all.delete('');
  const pinned = new Set(pinnedUrls);
  const chosen = new Set([...all].sort((a, b) => Number(pinned.has(b)) - Number(pinned.has(a))).slice(0, MOST_OTHERS));
  return [...all].filter((one) => chosen.has(one));
}

/** Lists the still images of a scene, to which its shots refer by index. */
export const imagesOf = ({ picture, others = [] }: Pick<FilmBlock, 'picture' | 'others'>): string[] =>
  picture.kind === 'clip' ? others : [picture.url, ...others];

/**
 * Converts the pictures of pins into indices of `images`. The index of an image that no longer exists is null, so that
 * the next picture in turn is shown.
 */
export const pinnedShots = (pins: readonly ShotPin[] = [], images: readonly string[]): PinnedShot[] =>
  pins.map(({ from, to, picture }) => {
    const image = picture.kind === 'image' ? images.indexOf(picture.url) : -1;
    return { from, to, picture: picture.kind === 'clip' ? 'clip' : image < 0 ? null : image };
  });

/** Derives a stable number from a scene's id, so that scenes begin with different camera moves. */
export const shotSeed = (sceneId: string): number =>
  [...sceneId].reduce((hash, sign) => (hash * 31 + (sign.codePointAt(0) ?? 0)) % 251, 7);

/**
 * Returns the shots of a scene as far as they can be planned before rendering; the renderer measures clips and
 * narration and calls `shotsOf` with the results. `heard`: the clip has sound of its own.
 */
export function shotsOfBlock(block: FilmBlock, pace: FilmPace = USUAL_PACE, { heard = false } = {}): Shot[] {
  const { sceneId, picture, speech, seconds } = block;
  const images = imagesOf(block);
  const length = picture.seconds ?? picture.trimStart + seconds;
  const clip = { seconds: Math.max(0.1, length - picture.trimStart), heard: heard && !picture.muted };
  return shotsOf({
    seconds,
    speech,
    clip: picture.kind === 'clip' ? clip : null,
    images: images.length,
    pace,
    seed: shotSeed(sceneId),
    pins: pinnedShots(block.pins, images),
  });
}
