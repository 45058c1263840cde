import { COLOURS } from '../pictures/colour';
import { createRandom } from '../pictures/random';
import { ANIMAL_KINDS, ANIMAL_WORDS, GIVEN_NAMES, ROLE_WORDS, TITLE_GENDER } from './lexicon';
import type { Age, Gender } from './lexicon';
import type { Language } from './language';
import { plainWords, singular, words } from './words';

/** Nature of a character, the same in every scene. */
export interface Nature {
  /** The English noun of a person or animal: 'woman', 'rabbit'. */
  kind: string;
  animal: boolean;
  gender: Gender;
  age: Age;
  /** True for an animal that the story dresses like a person. */
  dressed: boolean;
}

export const GARMENTS =
  'coat|raincoat|overcoat|jacket|dress|cloak|shirt|sweater|jumper|cardigan|parka|robe|gown|apron|vest|suit|uniform|overalls|blouse|skirt|spacesuit';
export const HAIR = 'hair|braids?|curls|ponytail|beard';
const GARMENT = new RegExp(`\\b(?:${GARMENTS})\\b`, 'iu');
const HAIRED = new RegExp(`\\b(?:${HAIR}|bald|\\p{L}+-haired)\\b`, 'iu');

const KINDS: Record<Gender, Record<Age, string>> = {
  female: { child: 'girl', adult: 'woman', old: 'old woman' },
  male: { child: 'boy', adult: 'man', old: 'old man' },
  unknown: { child: 'child', adult: 'person', old: 'old person' },
};

/** Number by which one gender's pronouns must exceed the other's to outweigh a given name. */
const SURE_PRONOUNS = 3;

/** Endings of given names that are women's in most European languages. */
const HER_NAME = /(?:[^ou]a|ette|elle|ine)$/iu;
const HIS_NAME = /^(?:luca|joshua|noah|mika|elia|ezra|sasha|nikita|ilya|andrea|attila)$/iu;

const ANIMAL_GROUPS = new Set(Object.values(ANIMAL_KINDS));

/** Returns the English words of a text in any language with a glossary. */
function englishWords(text: string, language: Language): string[] {
  const told = plainWords(text, language);
  if (language.glossary.size === 0) return told;
  return told.flatMap((word) => (language.glossary.get(word) ?? word).split(' '));
}

/** Decides kind, gender and age of a character from its name, its descriptions and the pronouns that stand for it. */
export function natureOf(
  { name, phrases }: { name: string; phrases: readonly string[] },
  heard: { female: number; male: number },
  language: Language,
): Nature {
  const titled = englishWords(name, language);
  const told = [...titled, ...phrases.flatMap((phrase) => englishWords(phrase, language))];
  const nouns = told.map((word) => (ROLE_WORDS.has(word) || word in ANIMAL_KINDS ? word : singular(word)));
  const role = nouns.map((noun) => ROLE_WORDS.get(noun)).find((one) => one !== undefined);
  const species = nouns.find((noun) => ANIMAL_WORDS.has(noun) || noun in ANIMAL_KINDS || ANIMAL_GROUPS.has(noun));
  // 'Mrs. Rabbit' is an animal, 'a woman with a cat' is not.
  const animal = species !== undefined && (role === undefined || nouns.indexOf(species) < titled.length);
  const genders = told.map((word) => ROLE_WORDS.get(word)?.gender ?? TITLE_GENDER[word] ?? 'unknown');
  const ofName = animal ? 'unknown' : genderOfName(titled, language);
  // A single pronoun may refer to somebody else; a name rarely misleads.
  const isNamed = ofName !== 'unknown' && Math.abs(heard.female - heard.male) < SURE_PRONOUNS;
  const gender = genders.find((one) => one !== 'unknown') ?? (isNamed ? ofName : (genderHeard(heard) ?? ofName));
  const years = Math.min(
    ...(/\b(?:of|aged) (\w+)|\((\d+)s?\)|\b(\d+)\b/iu.exec(phrases.join(' ')) ?? []).slice(1).map(yearsIn),
    999,
  );
  const age =
    role !== undefined && role.age !== 'adult'
      ? role.age
      : told.some((word) => /^(?:old|elderly|aged|grandma|grandpa)$/u.test(word)) || (years > 59 && years < 130)
        ? 'old'
        : years < 15 || told.includes('little')
          ? 'child'
          : (role?.age ?? 'adult');
  const dressed = animal && (GARMENT.test(phrases.join(' ')) || titled.some((word) => word in TITLE_GENDER));
  return { kind: animal ? species : KINDS[gender][age], animal, gender, age, dressed };
}

function genderHeard({ female, male }: { female: number; male: number }): Gender | null {
  return female === male ? null : female > male ? 'female' : 'male';
}

function genderOfName(parts: readonly string[], { spaced }: Language): Gender {
  for (const gender of ['female', 'male'] as const)
    if (parts.some((part) => GIVEN_NAMES[gender].has(part))) return gender;
  const [given = ''] = parts.filter((part) => !(part in TITLE_GENDER) && !ROLE_WORDS.has(part));
  return spaced && HER_NAME.test(given) && !HIS_NAME.test(given) ? 'female' : 'unknown';
}

const NUMBER_WORDS = ['three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve', 'thirteen'];

const yearsIn = (text: string | undefined): number => {
  const spelled = NUMBER_WORDS.indexOf(text?.toLowerCase() ?? '');
  return spelled >= 0 ? spelled + 3 : Number.parseInt(text ?? '999', 10) || 999;
};

const HAIR_COLOURS = ['black', 'dark brown', 'brown', 'auburn', 'blond', 'copper'] as const;
const HAIR_OF: Record<Gender, readonly [string, ...string[]]> = {
  female: ['long hair', 'hair in a bun', 'curly hair', 'short hair', 'long hair'],
  male: ['short hair', 'curly hair', 'short hair'],
  unknown: ['short hair', 'curly hair', 'long hair'],
};
const CLOTH_COLOURS = ['red', 'blue', 'green', 'yellow', 'teal', 'purple', 'rust', 'navy'] as const;
const CLOTHES_OF: Record<Gender, readonly [string, ...string[]]> = {
  female: ['coat', 'dress', 'jacket', 'sweater'],
  male: ['coat', 'jacket', 'shirt', 'sweater'],
  unknown: ['coat', 'jacket', 'sweater'],
};

/** Words for the details of a look that a story may leave open. */
export const LOOK_WORDS: readonly string[] = [
  ...HAIR_COLOURS,
  ...Object.values(HAIR_OF).flat(),
  ...CLOTH_COLOURS,
  ...Object.values(CLOTHES_OF).flat(),
  ...Object.values(KINDS).flatMap((ages) => Object.values(ages)),
  ...Object.keys(ANIMAL_KINDS),
  'grey little the',
];

const NEAR = 2;

/** Returns the hair and clothes described in a text of another language, in English: 'yellow raincoat', 'braids'. */
export function wornIn(text: string, language: Language): string[] {
  const told = plainWords(text, language).map((word) => language.worn.get(word) ?? null);
  return told.flatMap((word, at) => {
    if (word === null || !(GARMENT.test(word) || HAIRED.test(word))) return [];
    const near = language.colourLast
      ? told.slice(at + 1, at + 1 + NEAR)
      : told.slice(Math.max(0, at - NEAR), at).reverse();
    // A colour on the far side of another garment belongs to that garment.
    const colour = near.find((other) => other !== null);
    return colour !== undefined && colour !== null && colour in COLOURS ? `${colour} ${word}` : word;
  });
}

/**
 * Returns the look of a character for a prompt: the story's details, and a kind, hair and clothes where the story
 * leaves them open. The same name always gets the same look.
 */
export function lookOf(
  { name, nature }: { name: string; nature: Nature },
  told: readonly string[],
  language: Language,
): string {
  const text = [...told, ...told.flatMap((phrase) => wornIn(phrase, language))].join(', ');
  const random = createRandom(`look ${name.toLowerCase()}`);
  const colour = random.pick(HAIR_COLOURS);
  const hair = random.pick(HAIR_OF[nature.gender]);
  const cloth = random.pick(CLOTH_COLOURS);
  const garment = random.pick(CLOTHES_OF[nature.gender]);
  const nouns = words(`${text}`).map(({ plain }) => singular(plain));
  const saysKind = nature.animal
    ? nouns.some((noun) => noun === nature.kind)
    : nouns.some((noun) => {
        const gender = ROLE_WORDS.get(noun)?.gender;
        return gender !== undefined && (gender === nature.gender || nature.gender === 'unknown');
      });
  const small = nature.age === 'child' && nature.animal ? 'little ' : '';
  const open = [
    saysKind ? '' : `${small}${nature.kind}`,
    text,
    nature.animal || HAIRED.test(text) ? '' : `${nature.age === 'old' ? 'grey' : colour} ${hair}`,
    GARMENT.test(text) || (nature.animal && !nature.dressed) ? '' : `${cloth} ${garment}`,
  ];
  return open.filter((part) => part !== '').join(', ');
}

/** Returns the hair and the coloured clothes that a sentence gives to somebody: 'his blue jacket'. */
export function traitsIn(sentence: string): string[] {
  const colour = `(?:(?:dark|light|pale|bright|thick|old|new|long|short|heavy|worn)\\s)*(?:${Object.keys(COLOURS).join('|')})`;
  const worn = new RegExp(
    `\\b(?:[Hh]is|[Hh]er|[Ii]ts|[Aa]n?|the)\\s(${colour}\\s(?:\\p{Ll}+\\s)?(?:${GARMENTS}|${HAIR}))\\b`,
    'gu',
  );
  return Array.from(sentence.matchAll(worn), ([, trait = '']) => trait);
}
