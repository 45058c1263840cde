import { BREATH_SECONDS, CARD_SECONDS, LEAD_SECONDS, shotSeed, shotsOf } from '@storyreel/contracts';
import type { Shot } from '@storyreel/contracts';
import { FPS } from './film-plan';
import type { FilmPlan, FilmScene } from './film-plan';
import { isHeard, trimOf } from './prepare-scenes';
import type { PreparedScene } from './prepare-scenes';

/** The data that determines the length of a scene or a card. */
export interface TimedPicture {
  /** Length of the narration; null for a picture without narration. */
  speechSeconds: number | null;
  /** Length of a picture without narration. */
  seconds: number;
  fadesToNext: boolean;
}

export interface Slot {
  /** Start in the film, and length. Half of a cross-fade lies on either side of the border between two pictures. */
  startFrame: number;
  frames: number;
  /** Full lengths of the cross-fades at the borders; half of each extends beyond the border. */
  fadeIn: number;
  fadeOut: number;
  /** Time of the first word; null without narration. */
  speechStart: number | null;
}

const FADE_FRAMES = 12;
/** Minimum length of a picture, so that some of it remains between two fades. */
const SHORTEST_FRAMES = FADE_FRAMES + 6;

/**
 * Computes each picture's start and length. The film's length is the sum of its pictures' lengths, whatever the
 * transitions.
 */
function timeline(pictures: readonly TimedPicture[]): Slot[] {
  let startFrame = 0;
  let fadeIn = 0;
  return pictures.map(({ speechSeconds, seconds, fadesToNext }, index) => {
    const wanted = speechSeconds === null ? seconds : LEAD_SECONDS + speechSeconds + BREATH_SECONDS;
    const frames = Math.max(SHORTEST_FRAMES, Math.round(wanted * FPS));
    const fadeOut = fadesToNext && index < pictures.length - 1 ? FADE_FRAMES : 0;
    const speechStart = speechSeconds === null ? null : startFrame / FPS + LEAD_SECONDS;
    const slot = { startFrame, frames, fadeIn, fadeOut, speechStart };
    startFrame += frames;
    fadeIn = fadeOut;
    return slot;
  });
}

/** Returns the number of frames that a picture needs: its own frames, and half of each fade beyond its borders. */
export const pictureFrames = ({ frames, fadeIn, fadeOut }: Slot): number => frames + fadeIn / 2 + fadeOut / 2;

/** A part of a film between two cuts: a card, or one shot of a scene. */
export type FilmPicture = { kind: 'card'; slot: Slot; text: string } | SceneShot;

export interface SceneShot {
  kind: 'scene';
  /** Slot of the shot. */
  slot: Slot;
  number: number;
  scene: FilmScene;
  prepared: PreparedScene;
  /** Slot of the whole scene. */
  whole: Slot;
  /** Number of frames of the scene before this shot. */
  fromFrame: number;
  shot: Shot;
}

/** Lists the title card, the shots of all scenes and the end card in order, each with its slot. */
export function filmPictures(plan: FilmPlan, prepared: readonly PreparedScene[]): FilmPicture[] {
  const card = (text: string, fadesToNext: boolean) => ({
    what: { kind: 'card' as const, text },
    timed: { speechSeconds: null, seconds: CARD_SECONDS, fadesToNext },
  });
  const scenes = prepared.map((one, index) => ({
    what: { kind: 'scene' as const, number: index + 1, prepared: one },
    timed: {
      speechSeconds: one.speech?.seconds ?? null,
      seconds: one.seconds,
      fadesToNext: one.scene.transition === 'fade',
    },
  }));
  const all = [
    ...(plan.title ? [card(plan.title.text, true)] : []),
    ...scenes,
    ...(plan.end ? [card(plan.end.text, false)] : []),
  ];
  const slots = timeline(all.map(({ timed }) => timed));
  return all.flatMap(({ what }, index): FilmPicture[] => {
    const slot = slots[index];
    if (!slot) return [];
    return what.kind === 'card' ? [{ ...what, slot }] : sceneShots(plan, what, slot);
  });
}

/**
 * Lists the shots of a scene. Only the first shot fades in from the previous picture, and only the last one fades out
 * to the next.
 */
function sceneShots(
  { pace }: FilmPlan,
  { number, prepared }: { number: number; prepared: PreparedScene },
  whole: Slot,
): FilmPicture[] {
  const { scene, speech, clip, images } = prepared;
  const shots = shotsOf({
    seconds: whole.frames / FPS,
    speech,
    clip: clip && { seconds: clip.seconds - trimOf(scene), heard: isHeard(prepared) },
    images: images.length,
    pace,
    seed: shotSeed(scene.id),
    pins: scene.pins,
  });
  const borders = [...shots.map(({ from }) => Math.round(from * FPS)), whole.frames];
  return shots.map((shot, index) => {
    const [fromFrame = 0, to = whole.frames] = borders.slice(index, index + 2);
    const slot: Slot = {
      startFrame: whole.startFrame + fromFrame,
      frames: to - fromFrame,
      fadeIn: index === 0 ? whole.fadeIn : 0,
      fadeOut: index === shots.length - 1 ? whole.fadeOut : 0,
      speechStart: whole.speechStart,
    };
    return { kind: 'scene', number, scene, prepared, whole, fromFrame, shot, slot };
  });
}

/** Returns one entry per scene: its first shot. */
export const scenesOf = (pictures: readonly FilmPicture[]): SceneShot[] =>
  pictures.flatMap((picture) => (picture.kind === 'scene' && picture.fromFrame === 0 ? [picture] : []));
