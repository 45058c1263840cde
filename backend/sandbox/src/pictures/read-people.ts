import { readNames } from '../language/cast';
import { ENGLISH } from '../language/english';
import { AGE_WORDS, ANIMAL_KINDS, ANIMAL_WORDS, FEATURE_WORDS, ROLE_WORDS } from '../language/lexicon';
import type { Gender } from '../language/lexicon';
import { sentences } from '../language/sentences';
import { singular, words } from '../language/words';
import type { Word } from '../language/words';
import { BEASTS } from './brief';
import type { Beast, PersonLook } from './brief';
import { COLOURS } from './colour';
import type { Colour } from './colour';
import { isSame } from './drawn-look';
import type { NamedLook } from './drawn-look';
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
  cardigan: 'shirt',
  blouse: 'shirt',
  parka: 'coat',
  overcoat: 'coat',
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

const BREEDS: Readonly<Record<string, Colour>> = {
  husky: '#8b929c',
  collie: '#a8653a',
  poodle: '#e9e2d4',
  badger: '#4a4a52',
  squirrel: '#b0562c',
  donkey: '#8a8580',
  crow: '#2b2b33',
  raven: '#26262e',
  robin: '#a8563a',
  swan: '#f6f4ee',
  lion: '#c9954a',
  tiger: '#d98a3a',
};

interface Clues {
  beast: Beast | null;
  /** True for an animal that cannot be drawn as a figure; it is drawn as one of the subjects. */
  otherAnimal: boolean;
  fur: Colour | null;
  clothed: boolean;
  gender: Gender;
  age: PersonLook['age'];
  hairColour?: Colour;
  topColour?: Colour;
  hair?: PersonLook['hair'];
  dress?: PersonLook['dress'];
  hat?: PersonLook['hat'];
  beard: boolean;
}

/** Reads a description such as 'old man, grey beard, yellow coat'. */
function readClues(description: string): Clues {
  const clues: Clues = {
    ...{ gender: 'unknown', age: 'adult', beard: false },
    ...{ beast: null, otherAnimal: false, fur: null, clothed: false },
  };
  const list = words(description.toLowerCase().replaceAll('-', ' '));
  let colour: Colour | undefined;
  let since = 0;
  let person = false;
  for (const { plain } of list) {
    since++;
    const role = ROLE_WORDS.get(plain);
    const animal = ANIMAL_KINDS[plain] ?? ANIMAL_KINDS[singular(plain)] ?? plain;
    const beast = BEASTS.find((one) => one === animal);
    if (!person && clues.beast === null && (beast !== undefined || ANIMAL_WORDS.has(plain))) {
      clues.beast = beast ?? null;
      clues.otherAnimal = beast === undefined;
    }
    if (beast !== undefined && beast === clues.beast)
      clues.fur ??= (since <= 2 ? colour : undefined) ?? BREEDS[plain] ?? null;
    if (role !== undefined) {
      person ||= clues.beast === null;
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
      if (/\bshort[^,.;]{0,12}hair|hair cut short/u.test(description.toLowerCase())) clues.hair = 'bob';
      if (plain === 'curls') clues.hair = 'curly';
    }
    const garment = CLOTHES[plain];
    if (garment !== undefined) {
      clues.dress ??= garment;
      clues.clothed = true;
      clues.topColour ??= near;
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

/** Returns the look of a person: always the same for the same key, except for traits in the description. */
function lookOf(key: string, description: string): PersonLook {
  const clues = readClues(description);
  const random = createRandom(`person ${key.toLowerCase()}`);
  const gender = clues.gender === 'unknown' ? random.pick(['female', 'male'] as const) : clues.gender;
  const female = gender === 'female';
  const old = clues.age === 'old';
  const hair = random.pick(
    female ? (['long', 'bun', 'bob', 'curly', 'bob'] as const) : (['short', 'short', 'curly', 'short'] as const),
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
    hair: clues.hair === 'bob' && !female ? 'short' : (clues.hair ?? (old && female ? 'bun' : hair)),
    beard: clues.beard || (clues.gender === 'male' && clues.age !== 'child' && bearded),
    beast: clues.beast,
    dressed: clues.beast === null || clues.clothed,
    fur: clues.fur,
    hat:
      clues.hat ??
      (random.chance(0.12) && clues.beast === null ? random.pick(['cap', 'beanie', 'brim'] as const) : 'none'),
    skinColour: random.pick(SKINS),
    hairColour: clues.hairColour ?? (old ? grey : hairColour),
    topColour: clues.topColour ?? random.pick(TOPS),
    legColour: random.pick(LEGS),
  };
}

const MAX_PEOPLE = 5;

const NUMBERS: Readonly<Record<string, number>> = {
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  several: 3,
  few: 3,
  group: 4,
  crowd: 5,
  couple: 2,
  pair: 2,
  many: 5,
  hundred: 5,
  hundreds: 5,
  dozens: 5,
  crowds: 5,
  both: 2,
};

const PLURAL_ROLES: Readonly<Record<string, string>> = {
  people: 'person',
  children: 'child',
  men: 'man',
  women: 'woman',
  friends: 'friend',
  villagers: 'person',
  sailors: 'sailor',
  travellers: 'traveller',
  crowd: 'person',
  couple: 'person',
  twins: 'child',
};

/** Matches 'Mara (young woman, red coat)', the form that our own prompts use. */
const NAMED = /((?:\p{Lu}|\p{Lo})[\p{L}.'’-]*(?:\s\p{Lu}[\p{L}'’-]*){0,2})\s*\(([^()]{2,200})\)/gu;

interface Found {
  at: number;
  key: string;
  description: string;
}

/**
 * Returns the visible people, at most five, in the order of their mention; then characters that appear only in
 * references.
 */
export function readPeople(prompt: string, looks: readonly NamedLook[] = []): PersonLook[] {
  const found: Found[] = [];
  let rest = prompt;
  for (const match of prompt.matchAll(NAMED)) {
    const [whole, name = '', traits = ''] = match;
    // 'RUTH (34)' in the action of a script is the Ruth of the cast list before the action.
    const known = found.some(({ key }) => key.toLowerCase() === name.toLowerCase());
    if (known || !/\p{L}{3}/u.test(traits)) continue;
    found.push({ at: match.index, key: name, description: `${name} ${traits}` });
    rest = rest.replace(whole, ' '.repeat(whole.length));
  }
  // In our own prompts the sentences after the list of visible people narrate the action and may mention others.
  const [first = ''] = rest.split('. ');
  const inView = /\bIn view: ([^.]*)\./u.exec(rest)?.[1];
  // For a story in another language, 'In view' lists the things in English; the story's own words would be taken for
  // names.
  if (inView !== undefined) rest = `${first}, ${inView}`;
  else if (found.length > 0) rest = first;
  const names = readNames(sentences(rest, ENGLISH), ENGLISH).people.filter(
    ({ forms }) => !forms.some((form) => found.some(({ key }) => key.includes(form) || form.includes(key))),
  );
  for (const { name } of names)
    found.push({ at: Math.max(0, rest.indexOf(name)), key: name, description: around(rest, name) });
  const named = [...found];
  found.push(...readRoles(rest).filter((role) => !describesName(role, named, rest)));
  const unnamed = looks.filter(({ name }) => !found.some(({ key }) => isSame(key, name)));
  found.push(...unnamed.map(({ name }) => ({ at: Infinity, key: name, description: name })));
  return found
    .sort((a, b) => a.at - b.at)
    .flatMap(({ key, description }) => {
      const shown = looks.find(({ name }) => isSame(key, name));
      if (!shown && readClues(description).otherAnimal) return [];
      return [{ ...lookOf(key, description), ...shown?.look }];
    })
    .slice(0, MAX_PEOPLE);
}

const around = (text: string, name: string): string => {
  const at = text.indexOf(name);
  return text.slice(Math.max(0, at - 30), at + name.length + 70).split(/[.;]/u)[0] ?? '';
};

/** True for a role that describes a named person: 'Mara, a young woman' and 'Captain Mara' are one person each. */
function describesName(role: Found, found: readonly Found[], text: string): boolean {
  return found.some(({ at, key }) => {
    const [from, to] = at < role.at ? [at + key.length, role.at] : [role.at, at];
    return to - from < 34 && !/[.;]|\band\b|\bwith\b/iu.test(text.slice(Math.max(0, from), to));
  });
}

function readRoles(text: string): Found[] {
  const list = words(text);
  const found: Found[] = [];
  list.forEach((word, index) => {
    const noun = PLURAL_ROLES[word.plain] ?? (ROLE_WORDS.has(word.plain) ? word.plain : singular(word.plain));
    if (!ROLE_WORDS.has(noun) || isCompound(list, index)) return;
    const before = list.slice(Math.max(0, index - 4), index);
    const plural = noun !== word.plain;
    const count = Math.max(...before.map(({ plain }) => NUMBERS[plain] ?? 0), NUMBERS[word.plain] ?? 0, plural ? 2 : 1);
    const adjectives = before.filter(({ plain }) => AGE_WORDS.has(plain) || plain in COLOURS).map(({ plain }) => plain);
    const description = `${adjectives.join(' ')} ${noun} ${whatFollows(text, list, index)}`;
    for (let person = 0; person < count; person++)
      found.push({ at: word.start + person, key: `${adjectives.join(' ')} ${noun} ${person}`.trim(), description });
  });
  return found.filter(({ key }, index) => found.findIndex((other) => other.key === key) === index);
}

/**
 * Returns the description of a person up to the next one: in 'a girl with red braids and an old man' the girl is not
 * old.
 */
function whatFollows(text: string, list: readonly Word[], index: number): string {
  const start = list[index]?.end ?? 0;
  const next = list.slice(index + 1).find(({ plain }) => ROLE_WORDS.has(plain) || plain in PLURAL_ROLES);
  const rest = text.slice(start, Math.min(start + 60, next?.start ?? Infinity)).split(/[.;]/u)[0] ?? '';
  const and = next === undefined || next.start > start + 60 ? -1 : rest.lastIndexOf(' and ');
  return and < 0 ? rest : rest.slice(0, and);
}

/** True for the first part of a compound: 'lighthouse keeper' is one role. */
const isCompound = (list: readonly Word[], index: number): boolean => {
  const next = list[index + 1];
  const here = list[index];
  return next !== undefined && here !== undefined && next.start - here.end === 1 && ROLE_WORDS.has(next.plain);
};
