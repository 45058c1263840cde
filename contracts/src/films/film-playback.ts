import { type Camera, cameraOf } from './camera';
import { type FilmPace, USUAL_PACE } from './film-settings';
import { CARD_SECONDS, type FilmBlock, type FilmTimeline, imagesOf, shotsOfBlock } from './film-timeline';
import type { FilmSettings } from './film';
import { type Measure, type Phrase, phrasesOf } from './phrases';
import { LEAD_SECONDS } from './shot-pins';

/** Length of a cross-fade; half of it lies on each side of the border between two pictures. */
export const FADE_SECONDS = 0.4;

/** A card or a shot with its time in the film, in seconds. */
export type PlayedPicture = {
  /** Unique among all pictures; changes only when the picture's time changes. */
  key: string;
  /** Start and end of the picture; half of a fade lies on each side of them. */
  from: number;
  to: number;
  /** Full lengths of the fades at the start and the end; 0 for a cut. */
  fadeIn: number;
  fadeOut: number;
  /** Null for a card. */
  sceneId: string | null;
} & (
  | { kind: 'card'; text: string; camera: Camera }
  | { kind: 'image'; url: string; camera: Camera }
  /** `clipFrom`: start within the file; `slow`: factor by which the clip is slowed down. */
  | { kind: 'clip'; url: string; clipFrom: number; slow: number; isMuted: boolean }
  | { kind: 'last-frame'; url: string; camera: Camera }
);

/** A narration with its time in the film. */
export interface PlayedVoice {
  sceneId: string;
  url: string;
  from: number;
  to: number;
}

/** A caption. The times of its words are relative to `from`. */
export interface PlayedCaption {
  from: number;
  to: number;
  phrase: Phrase;
}

export interface PlayedScene {
  sceneId: string;
  from: number;
  to: number;
}

/** Everything that a film shows and says, with its times, for playing the film before it is rendered. */
export interface FilmPlayback {
  seconds: number;
  pictures: PlayedPicture[];
  voices: PlayedVoice[];
  captions: PlayedCaption[];
  scenes: PlayedScene[];
}

export interface PlaybackWish {
  /** Measures the width of caption lines. */
  measure: Measure;
  /** Addresses of clips that have sound of their own. */
  heard?: ReadonlySet<string>;
}

/** Lists everything that a film shows and says, with the same shots, cameras and captions as the renderer. */
export function filmPlayback(
  { blocks, seconds }: Pick<FilmTimeline, 'blocks' | 'seconds'>,
  { titleCard, endCard, captions: style, pace = USUAL_PACE }: FilmSettings,
  { measure, heard = new Set() }: PlaybackWish,
): FilmPlayback {
  const played: FilmPlayback = { seconds, pictures: [], voices: [], captions: [], scenes: [] };
  let from = 0;
  let fadeIn = 0;
  const card = (text: string, fadeOut: number): void => {
    if (text.trim() === '') return;
    const to = from + CARD_SECONDS;
    const camera = cameraOf(null, CARD_SECONDS);
    played.pictures.push({ key: `card/${from}`, kind: 'card', text, camera, from, to, fadeIn, fadeOut, sceneId: null });
    from = to;
    fadeIn = fadeOut;
  };
  card(titleCard, blocks.length > 0 ? FADE_SECONDS : 0);
  for (const block of blocks) {
    const to = from + block.seconds;
    const fadeOut = block.transition === 'fade' ? FADE_SECONDS : 0;
    const isHeard = block.picture.kind === 'clip' && !block.picture.muted && heard.has(block.picture.url);
    played.pictures.push(...picturesOf(block, from, { fadeIn, fadeOut, pace, isHeard }));
    played.scenes.push({ sceneId: block.sceneId, from, to });
    if (block.speech) {
      const first = from + LEAD_SECONDS;
      const { url, text, seconds: spoken, times } = block.speech;
      played.voices.push({ sceneId: block.sceneId, url, from: first, to: first + spoken });
      const phrases = style === 'off' ? [] : phrasesOf(text.trim(), spoken, measure, times);
      played.captions.push(...phrases.map((phrase) => ({ from: first + phrase.from, to: first + phrase.to, phrase })));
    }
    from = to;
    fadeIn = fadeOut;
  }
  card(endCard, 0);
  return played;
}

interface SceneWish {
  fadeIn: number;
  fadeOut: number;
  pace: FilmPace;
  isHeard: boolean;
}

function picturesOf(block: FilmBlock, start: number, { fadeIn, fadeOut, pace, isHeard }: SceneWish): PlayedPicture[] {
  const { sceneId, picture } = block;
  const images = imagesOf(block);
  const shots = shotsOfBlock(block, pace, { heard: isHeard });
  return shots.map((shot, index): PlayedPicture => {
    const [from, to] = [start + shot.from, start + shot.to];
    const fades = { fadeIn: index === 0 ? fadeIn : 0, fadeOut: index === shots.length - 1 ? fadeOut : 0 };
    const camera = cameraOf(shot, to - from + (fades.fadeIn + fades.fadeOut) / 2);
    const url = shot.kind === 'image' ? (images[shot.image] ?? picture.url) : picture.url;
    const common = { key: `${sceneId}/${index}/${from.toFixed(2)}/${url}`, from, to, ...fades, sceneId };
    if (shot.kind === 'image') return { ...common, kind: 'image', url, camera };
    if (shot.kind === 'last-frame') return { ...common, kind: 'last-frame', url, camera };
    const clipFrom = picture.trimStart + shot.clipFrom;
    return { ...common, kind: 'clip', url, clipFrom, slow: shot.slow, isMuted: picture.muted };
  });
}

/** Returns the share of a picture's time, fades included, that has passed at a time of the film. */
export function shareOfPicture({ from, to, fadeIn, fadeOut }: PlayedPicture, at: number): number {
  const first = from - fadeIn / 2;
  return (at - first) / Math.max(0.001, to + fadeOut / 2 - first);
}

/** Returns the index of the picture at a time, or of the last picture from the end of the film on. */
export function pictureAt(pictures: readonly PlayedPicture[], at: number): number {
  const index = pictures.findIndex(({ to }) => at < to);
  return index === -1 ? pictures.length - 1 : index;
}

/** Returns how far a picture has faded in at a time, from 0 to 1. */
export function opacityAt({ from, fadeIn }: PlayedPicture, at: number): number {
  if (fadeIn === 0) return at >= from ? 1 : 0;
  return Math.min(1, Math.max(0, (at - (from - fadeIn / 2)) / fadeIn));
}
