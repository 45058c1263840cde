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
  | 'garden'
  | 'park'
  | 'farm'
  | 'lake'
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

export type RoomKind =
  'living' | 'kitchen' | 'bedroom' | 'library' | 'lamp' | 'stairs' | 'shop' | 'workshop' | 'cafe' | 'classroom';

/** Things that the painters can draw as separate subjects. */
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
  'pot',
  'gate',
  'wheelbarrow',
  'sled',
  'bench',
  'basket',
  'cat',
  'dog',
  'mouse',
  'pig',
  'sheep',
  'cow',
  'goose',
  'frog',
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

/** Animals that walk on two legs and wear clothes when the story dresses them. */
export const BEASTS = [
  'rabbit',
  'cat',
  'dog',
  'fox',
  'wolf',
  'bear',
  'mouse',
  'pig',
  'sheep',
  'cow',
  'horse',
  'deer',
  'goose',
  'bird',
  'gull',
  'owl',
  'frog',
] as const;
export type Beast = (typeof BEASTS)[number];

export interface PersonLook {
  /** Source of the look; the same key looks the same in every image. */
  key: string;
  /** The kind of animal; null for a person. */
  beast: Beast | null;
  /** False for an animal on four legs. */
  dressed: boolean;
  /** Colour of an animal's coat, if the prompt names one. */
  fur: Colour | null;
  age: 'child' | 'adult' | 'old';
  dress: 'coat' | 'jacket' | 'dress' | 'shirt';
  hair: 'short' | 'long' | 'bob' | 'bun' | 'bald' | 'curly';
  beard: boolean;
  hat: 'none' | 'cap' | 'brim' | 'beanie' | 'hood';
  skinColour: Colour;
  hairColour: Colour;
  topColour: Colour;
  legColour: Colour;
}

export type Action = 'walk' | 'run' | 'point' | 'wave' | 'think';

/** The complete input of a painter. */
export interface PictureBrief {
  time: TimeOfDay;
  weather: Weather;
  mood: Mood;
  framing: Framing;
  place: Place;
  room: RoomKind;
  /** The place outside a room's window. */
  view: Place;
  people: PersonLook[];
  /** A movement that the prompt names. */
  action: Action | null;
  /** Subjects in the order of their mention, at most five. */
  subjects: Subject[];
}
