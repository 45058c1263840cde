import type { Mood, TimeOfDay, Weather } from '../pictures/brief';

// All of the sandbox's own words about a scene: place, light, weather, mood and shot. The rest of a description is
// copied from the story.

export const TIME: Record<TimeOfDay, string> = {
  dawn: 'at dawn',
  day: 'in daylight',
  dusk: 'at dusk',
  night: 'at night',
};

export const LIGHT: Record<TimeOfDay, string> = {
  dawn: 'soft pink first light low over the horizon',
  day: 'clear natural daylight with long soft shadows',
  dusk: 'golden to violet evening light, long shadows',
  night: 'deep blue moonlight with warm lamplight',
};

export const WEATHER: Record<Weather, string> = {
  clear: 'clear sky',
  cloudy: 'clouds',
  rain: 'rain',
  storm: 'storm',
  snow: 'snow',
  fog: 'fog',
};

export const MOOD: Record<Mood, string> = {
  calm: 'calm',
  warm: 'warm and tender',
  joyful: 'joyful',
  tense: 'tense',
  sad: 'melancholic',
  mysterious: 'mysterious',
};

export const STILL = 'Vertical 9:16 cinematic storyboard still.';
export const ONE_SHOT = 'One continuous shot, natural movement.';

export interface Shot {
  /** Phrased in words that `readBrief` understands in an image prompt. */
  framing: string;
  angle: string;
  movement: string;
}

const shot = (framing: string, angle: string, movement: string): Shot => ({ framing, angle, movement });

export const SHOTS = {
  first: shot('Wide establishing shot', 'at eye level', 'slow push in'),
  last: shot('Wide shot', 'from a little above', 'slow pull out'),
  talk: shot('Medium close shot', 'at eye level', 'slow push in'),
  tense: shot('Medium shot', 'from a low angle', 'unsteady handheld follow'),
  empty: shot('Wide shot', 'at eye level', 'slow pan to the right'),
};

export const TURNS: readonly Shot[] = [
  shot('Medium shot', 'at eye level', 'slow push in'),
  shot('Wide shot', 'from a little above', 'slow pan to the right'),
  shot('Medium shot', 'from a low angle', 'slow tilt up'),
  shot('Medium wide shot', 'over the shoulder', 'slow pan to the left'),
];

/** Varies shots by content: wide for opening and ending, close and calm for talk, handheld for tension. */
export function chooseShot(
  scene: { position: number; total: number },
  { tense, talk, empty }: { tense: boolean; talk: boolean; empty: boolean },
): Shot {
  if (scene.position === 1) return SHOTS.first;
  if (scene.position === scene.total) return SHOTS.last;
  if (tense) return SHOTS.tense;
  if (talk) return SHOTS.talk;
  if (empty) return SHOTS.empty;
  return TURNS[scene.position % TURNS.length] ?? SHOTS.first;
}

/** True for a sentence that is or begins with one of our notes; other sentences of a description are the story's. */
export const isNote = (sentence: string): boolean =>
  /^(?:Cast|Mood|Light|Style|Camera|Visible|In view):|\bshot (?:at|from|over)\b/u.test(sentence);

export const styleSentence = (attributes: string | null): string =>
  attributes === null || attributes.trim() === '' ? '' : `Style: ${attributes.trim().replace(/[.\s]+$/u, '')}.`;
