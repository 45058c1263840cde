import { ENGLISH } from '../language/english';
import { readNames } from '../language/names';
import { AGE_WORDS, ROLE_WORDS } from '../language/lexicon-people';
import { sentences } from '../language/sentences';
import { singular, type Word, words } from '../language/words';
import type { PersonLook } from './brief';
import { COLOURS } from './colour-words';
import { lookOf } from './look';

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

/** 'Mara (young woman, red coat)': the form our own prompts have. */
const NAMED = /((?:\p{Lu}|\p{Lo})[\p{L}.'’-]*(?:\s\p{Lu}[\p{L}'’-]*){0,2})\s*\(([^()]{2,200})\)/gu;

interface Found {
  at: number;
  key: string;
  description: string;
}

/** Who is to be seen, at most five, in the order of mention. */
export function readPeople(prompt: string): PersonLook[] {
  const found: Found[] = [];
  let rest = prompt;
  for (const match of prompt.matchAll(NAMED)) {
    const [whole, name = '', traits = ''] = match;
    found.push({ at: match.index, key: name, description: `${name} ${traits}` });
    rest = rest.replace(whole, ' '.repeat(whole.length));
  }
  // Behind the list of who is to be seen, our own prompts tell what happens: others may be spoken of there.
  if (found.length > 0) rest = rest.split('. ')[0] ?? '';
  const names = readNames(sentences(rest, ENGLISH), ENGLISH).people.filter(
    ({ forms }) => !forms.some((form) => found.some(({ key }) => key.includes(form) || form.includes(key))),
  );
  for (const { name } of names)
    found.push({ at: Math.max(0, rest.indexOf(name)), key: name, description: around(rest, name) });
  const named = [...found];
  found.push(...readRoles(rest).filter((role) => !describesName(role, named, rest)));
  return found
    .sort((a, b) => a.at - b.at)
    .slice(0, MAX_PEOPLE)
    .map(({ key, description }) => lookOf(key, description));
}

const around = (text: string, name: string): string => {
  const at = text.indexOf(name);
  return text.slice(Math.max(0, at - 30), at + name.length + 70).split(/[.;]/u)[0] ?? '';
};

/** 'Mara, a young woman' and 'Captain Mara' are one person, not two. */
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

/** What is said of a person up to the next one: 'a girl with red braids and an old man' says nothing old of the girl. */
function whatFollows(text: string, list: readonly Word[], index: number): string {
  const start = list[index]?.end ?? 0;
  const next = list.slice(index + 1).find(({ plain }) => ROLE_WORDS.has(plain) || plain in PLURAL_ROLES);
  const rest = text.slice(start, Math.min(start + 60, next?.start ?? Infinity)).split(/[.;]/u)[0] ?? '';
  const and = next === undefined || next.start > start + 60 ? -1 : rest.lastIndexOf(' and ');
  return and < 0 ? rest : rest.slice(0, and);
}

/** 'lighthouse keeper' is one role, 'captain boy' does not happen, 'person's' houses are not persons. */
const isCompound = (list: readonly Word[], index: number): boolean => {
  const next = list[index + 1];
  const here = list[index];
  return next !== undefined && here !== undefined && next.start - here.end === 1 && ROLE_WORDS.has(next.plain);
};
