import type { Colour } from './colour';

export type TimeOfDay = 'dawn' | 'day' | 'dusk' | 'night';
export type Weather = 'clear' | 'cloudy' | 'rain' | 'storm' | 'snow' | 'fog';
export type Mood = 'calm' | 'warm' | 'joyful' | 'tense' | 'sad' | 'mysterious';
export type Framing = 'wide' | 'medium' | 'close';

export type Place =
  | 'sea'
  | 'beach'
  | 'harbour'
  | 'cliff'
  | 'forest'
  | 'mountain'
  | 'city'
  | 'village'
  | 'room'
  | 'desert'
  | 'river'
  | 'field'
  | 'snow'
  | 'space'
  | 'cave'
  | 'road'
  | 'station'
  | 'underwater';

export type RoomKind = 'living' | 'kitchen' | 'bedroom' | 'library' | 'lamp' | 'stairs' | 'shop' | 'workshop';

/** What the painters can draw as a thing of its own. */
export const SUBJECTS = [
  'lighthouse',
  'house',
  'castle',
  'tower',
  'bridge',
  'tree',
  'boat',
  'ship',
  'train',
  'car',
  'bicycle',
  'tent',
  'fire',
  'door',
  'table',
  'lamp',
  'lantern',
  'window',
  'bed',
  'chair',
  'clock',
  'book',
  'letter',
  'key',
  'bell',
  'cup',
  'box',
  'bottle',
  'map',
  'rope',
  'umbrella',
  'flower',
  'mirror',
  'piano',
  'cat',
  'dog',
  'horse',
  'fox',
  'deer',
  'bear',
  'wolf',
  'rabbit',
  'bird',
  'gull',
  'owl',
  'whale',
  'fish',
  'rocket',
  'robot',
  'planet',
  'balloon',
  'kite',
  'dragon',
  'rainbow',
] as const;
export type Subject = (typeof SUBJECTS)[number];

export interface PersonLook {
  /** What the look was derived from; the same key looks the same in every picture. */
  key: string;
  age: 'child' | 'adult' | 'old';
  dress: 'coat' | 'jacket' | 'dress' | 'shirt';
  hair: 'short' | 'long' | 'bun' | 'bald' | 'curly';
  beard: boolean;
  hat: 'none' | 'cap' | 'brim' | 'beanie' | 'hood';
  skinColour: Colour;
  hairColour: Colour;
  topColour: Colour;
  legColour: Colour;
}

/** All that a painter knows about the wish. */
export interface PictureBrief {
  time: TimeOfDay;
  weather: Weather;
  mood: Mood;
  framing: Framing;
  place: Place;
  room: RoomKind;
  /** What lies before the window of a room. */
  view: Place;
  people: PersonLook[];
  /** In the order of their mention, at most five. */
  subjects: Subject[];
}
