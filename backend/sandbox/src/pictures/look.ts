import { FEATURE_WORDS, type Gender, ROLE_WORDS } from '../language/lexicon-people';
import { words } from '../language/words';
import type { PersonLook } from './brief';
import { COLOURS } from './colour-words';
import type { Colour } from './colour';
import { createRandom } from './random';

const SKINS = ['#f0cba8', '#e3b590', '#cf9a73', '#a9744f', '#7d5238', '#f3d3b7'] as const;
const HAIRS = ['#2b2021', '#4a3023', '#6b4630', '#8a5a34', '#c29a5b', '#3a2b2e', '#7a3b26'] as const;
const TOPS = [
  '#b5523f',
  '#3f6d8c',
  '#c79a3a',
  '#5d7f5f',
  '#7a4f78',
  '#8c5a3a',
  '#4a5a7a',
  '#a8697a',
  '#2f7a78',
] as const;
const LEGS = ['#34425a', '#4a3b33', '#3d4a45', '#55505f'] as const;

const HAIR_WORDS = new Set([
  'hair',
  'haired',
  'braid',
  'braids',
  'curls',
  'ponytail',
  'fringe',
  'beard',
  'bearded',
  'moustache',
  'mustache',
]);
const CLOTHES: Readonly<Record<string, PersonLook['dress']>> = {
  coat: 'coat',
  raincoat: 'coat',
  cloak: 'coat',
  robe: 'coat',
  uniform: 'coat',
  oilskin: 'coat',
  jacket: 'jacket',
  suit: 'jacket',
  vest: 'jacket',
  dress: 'dress',
  skirt: 'dress',
  gown: 'dress',
  apron: 'dress',
  shirt: 'shirt',
  sweater: 'shirt',
  jumper: 'shirt',
  overalls: 'shirt',
  spacesuit: 'jacket',
};
const HATS: Readonly<Record<string, PersonLook['hat']>> = {
  hat: 'brim',
  fedora: 'brim',
  cap: 'cap',
  captain: 'cap',
  stationmaster: 'cap',
  hood: 'hood',
  hooded: 'hood',
  beanie: 'beanie',
  keeper: 'cap',
  sailor: 'cap',
  fisherman: 'beanie',
};

interface Clues {
  gender: Gender;
  age: PersonLook['age'];
  hairColour?: Colour;
  topColour?: Colour;
  hair?: PersonLook['hair'];
  dress?: PersonLook['dress'];
  hat?: PersonLook['hat'];
  beard: boolean;
}

/** Reads 'old man, grey beard, yellow coat' and the like. */
function readClues(description: string): Clues {
  const clues: Clues = { gender: 'unknown', age: 'adult', beard: false };
  const list = words(description.toLowerCase().replaceAll('-', ' '));
  let colour: Colour | undefined;
  let since = 0;
  for (const { plain } of list) {
    since++;
    const role = ROLE_WORDS.get(plain);
    if (role !== undefined) {
      if (role.gender !== 'unknown') clues.gender = role.gender;
      if (role.age !== 'adult') clues.age = role.age;
    }
    if (plain === 'he' || plain === 'his' || plain === 'male') clues.gender = 'male';
    if (plain === 'she' || plain === 'her' || plain === 'female') clues.gender = 'female';
    if (plain === 'old' || plain === 'elderly' || plain === 'aged') clues.age = 'old';
    if (
      plain === 'little' ||
      plain === 'eight' ||
      plain === 'nine' ||
      plain === 'ten' ||
      plain === 'eleven' ||
      plain === 'seven' ||
      plain === 'six'
    )
      clues.age = 'child';
    if (plain in COLOURS) {
      colour = COLOURS[plain];
      since = 0;
    }
    const near = since <= 3 ? colour : undefined;
    if (HAIR_WORDS.has(plain)) {
      clues.hairColour = near ?? clues.hairColour;
      if (plain.startsWith('beard') || plain.endsWith('ustache')) clues.beard = true;
      if (plain.startsWith('braid') || plain === 'ponytail') clues.hair = 'long';
      if (plain === 'curls') clues.hair = 'curly';
    }
    const garment = CLOTHES[plain];
    if (garment !== undefined) {
      clues.dress = garment;
      clues.topColour = near ?? clues.topColour;
    }
    const hat = HATS[plain];
    if (hat !== undefined) clues.hat ??= hat;
    if (plain === 'scarf' && clues.topColour === undefined) clues.topColour = near;
    if (plain === 'bald') clues.hair = 'bald';
    if (plain === 'curly') clues.hair = 'curly';
    if (plain === 'bun') clues.hair = 'bun';
    if (plain === 'long' && /\blong[^,.;]{0,24}hair/u.test(description.toLowerCase())) clues.hair = 'long';
    if (FEATURE_WORDS.has(plain)) colour = undefined;
  }
  return clues;
}

/** The same key always gives the same person; what the description says goes first. */
export function lookOf(key: string, description: string): PersonLook {
  const clues = readClues(description);
  const random = createRandom(`person ${key.toLowerCase()}`);
  const gender = clues.gender === 'unknown' ? random.pick(['female', 'male'] as const) : clues.gender;
  const female = gender === 'female';
  const old = clues.age === 'old';
  const hair = random.pick(
    female ? (['long', 'bun', 'long', 'curly', 'short'] as const) : (['short', 'short', 'curly', 'short'] as const),
  );
  const dress = random.pick(
    female ? (['coat', 'dress', 'jacket', 'dress'] as const) : (['coat', 'jacket', 'shirt', 'coat'] as const),
  );
  const grey = random.pick(['#d9d5cd', '#b9b6b2', '#c9c6c4'] as const);
  const hairColour = random.pick(HAIRS);
  const bearded = random.chance(old ? 0.75 : 0.2);
  return {
    key: key.toLowerCase(),
    age: clues.age,
    dress: clues.dress ?? dress,
    hair: clues.hair ?? (old && female ? 'bun' : hair),
    beard: clues.beard || (!female && clues.age !== 'child' && bearded),
    hat: clues.hat ?? (random.chance(0.12) ? random.pick(['cap', 'beanie', 'brim'] as const) : 'none'),
    skinColour: random.pick(SKINS),
    hairColour: clues.hairColour ?? (old ? grey : hairColour),
    topColour: clues.topColour ?? random.pick(TOPS),
    legColour: random.pick(LEGS),
  };
}
