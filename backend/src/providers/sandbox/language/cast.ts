import { type Age, ANIMAL_WORDS, AGE_WORDS, type Gender, ROLE_WORDS, TITLES } from './lexicon-people';
import { bareName, genderOfName, readNames } from './names';
import type { Sentence } from './sentences';
import { withoutSpeech } from './sentences';
import { featurePhrases, isAdjective, mergeTraits, splitTraits } from './traits';
import { singular, words } from './words';

export interface Character {
  /** As the story calls them most. */
  name: string;
  /** Lower-case words and phrases that mean them: 'mara', 'captain ibsen', 'captain'. */
  aliases: string[];
  gender: Gender;
  age: Age;
  animal: boolean;
  traits: string[];
  mentions: number;
}

const MAX_TRAITS = 6;

/** The people (and animals) of a story, the most important first. */
export function readCast(story: string, list: readonly Sentence[]): { cast: Character[]; places: string[] } {
  const names = readNames(story);
  const cast = names.people.map((name): Character => ({
    name,
    aliases: aliasesOf(name, story),
    gender: genderOfName(name),
    age: 'adult',
    animal: false,
    traits: [],
    mentions: 0,
  }));
  linkRoles(cast, list);
  cast.push(...unnamed(cast, list));
  for (const character of cast) {
    if (character.gender === 'unknown' && !character.animal) character.gender = voteGender(character, list);
    character.mentions = list.filter(({ text }) => mentions(character, text)).length;
  }
  return {
    cast: cast.filter(({ mentions: count }) => count > 0).sort((a, b) => b.mentions - a.mentions),
    places: names.places,
  };
}

function aliasesOf(name: string, story: string): string[] {
  const lower = name.toLowerCase();
  const bare = bareName(name);
  const aliases = new Set([lower, bare.toLowerCase()]);
  for (const part of bare.split(' ')) if (part.length > 2) aliases.add(part.toLowerCase());
  // A title that stands before the name somewhere in the story ('Grandfather Elias') means the same person.
  for (const match of story.matchAll(new RegExp(`(\\p{L}+)\\s+${escape(bare)}`, 'gu'))) {
    const title = match[1]?.toLowerCase() ?? '';
    if (TITLES.has(title) && ROLE_WORDS.has(title)) aliases.add(title);
  }
  const own = name.split(' ')[0]?.toLowerCase() ?? '';
  if (name.includes(' ') && ROLE_WORDS.has(own)) aliases.add(own);
  return [...aliases];
}

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&');

/** True when the character is named in the text, by name or by a role that is theirs alone. */
export function mentions(character: Character, text: string): boolean {
  return positions(character, text).length > 0;
}

/** Where the character is named, in the order of the text. */
export function positions(character: Character, text: string): number[] {
  const lower = text.toLowerCase();
  const found = new Set<number>();
  for (const alias of character.aliases) {
    for (let at = lower.indexOf(alias); at >= 0; at = lower.indexOf(alias, at + alias.length)) {
      const before = lower[at - 1] ?? ' ';
      const after = lower[at + alias.length] ?? ' ';
      if (!/[\p{L}\p{N}]/u.test(before) && !/[\p{L}\p{N}]/u.test(after)) found.add(at);
    }
  }
  return [...found].sort((a, b) => a - b);
}

/** 'Mara, a girl of eleven': what stands beside a name tells role, age, gender and looks. */
function linkRoles(cast: readonly Character[], list: readonly Sentence[]): void {
  for (const character of cast) {
    const full = escape(bareName(character.name));
    const beside = new RegExp(`${full}(?:\\s\\p{Lu}\\p{L}+)?,\\s+(?:(?:an?|the)\\s+)([^.;!?]{3,90})`, 'u');
    const being = new RegExp(`${full}(?:\\s\\p{Lu}\\p{L}+)?\\s+(?:was|is)\\s+((?:an?|the)\\s+[^.;!?]{3,110})`, 'u');
    for (const { text } of list) {
      const phrase = beside.exec(text)?.[1] ?? being.exec(text)?.[1];
      if (phrase !== undefined) applyPhrase(character, phrase, cast);
    }
    const title = character.name.split(' ')[0]?.toLowerCase() ?? '';
    if (title in AGE_WORDS) character.age = AGE_WORDS[title] ?? 'adult';
    for (const alias of character.aliases) applyRole(character, alias);
  }
}

/** Takes a description such as 'a girl of eleven with red braids and a yellow raincoat' in. */
export function applyPhrase(character: Character, phrase: string, cast: readonly Character[]): void {
  const traits = splitTraits(phrase);
  character.traits = mergeTraits([...character.traits, ...traits], MAX_TRAITS);
  const head = words(traits[0] ?? '');
  for (const { plain } of head) {
    applyRole(character, plain);
    const role = ROLE_WORDS.get(plain);
    const taken = cast.some((other) => other !== character && other.aliases.includes(plain));
    if (role !== undefined && !taken && !['man', 'woman', 'person', 'friend'].includes(plain))
      character.aliases = [...new Set([...character.aliases, plain])];
    if (plain in AGE_WORDS && AGE_WORDS[plain] === 'old') character.age = 'old';
  }
}

function applyRole(character: Character, word: string): void {
  const role = ROLE_WORDS.get(word);
  if (role === undefined) return;
  if (character.gender === 'unknown') character.gender = role.gender;
  if (role.age !== 'adult' && character.age === 'adult') character.age = role.age;
}

/** 'the dog', 'the stranger': roles and animals that come back without ever getting a name. */
function unnamed(cast: readonly Character[], list: readonly Sentence[]): Character[] {
  const counts = new Map<string, { count: number; adjectives: string[] }>();
  for (const { narrated } of list) {
    const found = words(narrated);
    found.forEach(({ plain, text: written }, index) => {
      const noun = ROLE_WORDS.has(plain) || ANIMAL_WORDS.has(plain) ? plain : '';
      const determiner = found
        .slice(Math.max(0, index - 4), index)
        .some(({ plain: before }) => ['the', 'a', 'an', 'his', 'her', 'their', 'this', 'that'].includes(before));
      const insideName = index > 0 && /^\p{Lu}/u.test(written);
      const predicate = found
        .slice(Math.max(0, index - 5), index)
        .some(({ plain: before }) => ['was', 'is', 'were', 'like', 'as'].includes(before));
      if (insideName || predicate || /['’]s$/u.test(written)) return;
      if (noun === '' || !determiner || singular(plain) !== plain || cast.some(({ aliases }) => aliases.includes(noun)))
        return;
      const entry = counts.get(noun) ?? { count: 0, adjectives: [] };
      entry.count++;
      for (let at = Math.max(0, index - 2); at < index; at++) {
        const word = found[at]?.plain ?? '';
        if (isAdjective(word) && !entry.adjectives.includes(word)) entry.adjectives.push(word);
      }
      counts.set(noun, entry);
    });
  }
  const enough = cast.length === 0 ? 1 : 2;
  return [...counts]
    .filter(([, { count }]) => count >= enough)
    .map(([noun, { adjectives }]) => {
      const animal = ANIMAL_WORDS.has(noun);
      const role = ROLE_WORDS.get(noun);
      return {
        name: `The ${noun}`,
        aliases: [noun],
        gender: role?.gender ?? 'unknown',
        age: adjectives.includes('old') && !animal ? 'old' : (role?.age ?? 'adult'),
        animal,
        traits: mergeTraits([[...adjectives.slice(0, 3), noun].join(' ')], MAX_TRAITS),
        mentions: 0,
      };
    });
}

/** He or she, soon after the name while nobody else is named: the story's own word on it. */
function voteGender(character: Character, list: readonly Sentence[]): Gender {
  let votes = 0;
  list.forEach(({ text }, index) => {
    const at = positions(character, text)[0];
    if (at === undefined) return;
    const after = `${withoutSpeech(text.slice(at))} ${list[index + 1]?.narrated ?? ''}`.toLowerCase();
    const pronoun = /\b(he|him|his|she|her|hers)\b/u.exec(after)?.[1];
    if (pronoun !== undefined) votes += pronoun.startsWith('h') && pronoun !== 'her' && pronoun !== 'hers' ? -1 : 1;
  });
  return votes > 0 ? 'female' : votes < 0 ? 'male' : 'unknown';
}

/** Features told about somebody who is only 'he' or 'her' in that sentence; `narrated` is free of speech. */
export function addFeatures(character: Character, narrated: string): void {
  const being = /^(?:He|She|It|They)\s+(?:was|is|had been)\s+((?:an?|the)\s+[^.;!?]{3,120})/u.exec(narrated)?.[1];
  const having = /^(?:He|She|It|They)\s+(?:had|wore|has|wears|was wearing)\s+([^.;!?]{3,90})/u.exec(narrated)?.[1];
  const phrases = [
    ...(being === undefined ? [] : splitTraits(being)),
    ...(having === undefined ? [] : splitTraits(having)),
  ];
  const told = featurePhrases(narrated);
  for (const phrase of phrases) for (const { plain } of words(phrase)) applyRole(character, plain);
  if (phrases.some((phrase) => /\bold\b/iu.test(phrase))) character.age = 'old';
  character.traits = mergeTraits([...character.traits, ...phrases, ...told], MAX_TRAITS);
}
