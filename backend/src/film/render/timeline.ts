import { BREATH_SECONDS, LEAD_SECONDS } from '@storyreel/contracts';
import { FPS } from './frame-size';

/** What decides the length of one picture of the film: a scene or a card. */
export interface TimedPicture {
  /** Of what is said in it, null when nobody speaks. */
  speechSeconds: number | null;
  /** When nobody speaks. */
  seconds: number;
  fadesToNext: boolean;
}

export interface Slot {
  /** Where it begins in the film, and how long it lasts; a cross-fade lies half on either side of the border. */
  startFrame: number;
  frames: number;
  /** Of the cross-fades at its borders, whole; its picture runs on for half of each beyond the border. */
  fadeIn: number;
  fadeOut: number;
  /** When the first word is said. */
  speechStart: number | null;
}

const FADE_FRAMES = 12;
/** What remains of the shortest picture between two fades. */
const SHORTEST_FRAMES = FADE_FRAMES + 6;

/** When each picture begins and ends. The film is as long as the sum of its pictures, however they give way. */
export function timeline(pictures: readonly TimedPicture[]): Slot[] {
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

/** All frames that its picture needs: those of its time, and half of each fade beyond its borders. */
export const pictureFrames = ({ frames, fadeIn, fadeOut }: Slot): number => frames + fadeIn / 2 + fadeOut / 2;
