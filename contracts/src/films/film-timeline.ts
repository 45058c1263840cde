import type { Scene } from '../projects/scene';
import { filmSceneOf, type Transition } from './film-settings';
import type { FilmSettings } from './film';
import type { WordTimes } from './word-times';

/** Seconds before the first word of a scene, so that the word does not fall on the cut. */
export const LEAD_SECONDS = 0.2;
/** Seconds after the last word. */
export const BREATH_SECONDS = 0.4;
export const CARD_SECONDS = 2.5;
/** Viewers recognise nothing in a shorter scene, and no fade fits. */
const LEAST_SECONDS = 1;

/** More images would not fit into a scene, and each has to be read and decoded. */
const MOST_OTHERS = 5;

type SceneOfFilm = Pick<Scene, 'id' | 'title' | 'duration'> & {
  mainVideo: { url: string; duration: number | null } | null;
  mainImageUrl: string | null;
  /** All images of the scene, in the order of its slots. */
  imageUrls: readonly string[];
  speech: { url: string; seconds: number; text: string; times?: WordTimes } | null;
};

/** One scene as shown in the film. */
export interface FilmBlock {
  sceneId: string;
  title: string;
  picture: { kind: 'clip' | 'image'; url: string; trimStart: number; muted: boolean };
  /** Images that alternate with the scene's main one, that one first; absent in films ordered before this existed. */
  others?: string[];
  speech: { url: string; seconds: number; text: string; times?: WordTimes } | null;
  /** Duration of the scene. A fade lies half on either side of the scene's end, and does not change the duration. */
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
 * Plans the film; the screen and the renderer both use it. A scene lasts as long as its narration, else its clip, else
 * its own duration.
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
  const picture = { kind: clip ? ('clip' as const) : ('image' as const), url, trimStart: clip ? trimStart : 0, muted };
  const others = othersOf(scene, url);
  return { sceneId, title, picture, others, speech, seconds, transition };
}

/** Returns each image once, without the one that the scene shows already. */
function othersOf({ mainImageUrl, imageUrls }: SceneOfFilm, url: string): string[] {
  const all = new Set([...(mainImageUrl === null ? [] : [mainImageUrl]), ...imageUrls]);
  all.delete(url);
  return [...all].slice(0, MOST_OTHERS);
}
