import { ENGLISH, IRREGULAR_VERBS, isAdverb, NO_NAMES, PLACE_SUFFIXES } from './english';
import { anyOf } from './language';
import type { Language } from './language';
import { ANIMAL_KINDS, FEATURE_WORDS, OTHER_THINGS, SUBJECT_WORDS } from './lexicon';
import { natureOf, traitsIn } from './looks';
import type { Nature } from './looks';
import type { Sentence } from './sentences';
import { capitalized, determined, singular, uncapitalized, words } from './words';

export interface Names {
  /** The form used most in the story, the most frequent name first; `forms` lists its other forms. */
  people: { name: string; forms: string[] }[];
  places: string[];
}

const MAX_NAMES = 40;

/**
 * Finds names such as 'Mara', 'Old Tom' and 'Captain Reyes': words that the text uses for a person, with capitals that
 * no grammar rule explains.
 */
export function readNames(list: readonly Sentence[], language: Language): Names {
  const told = list.filter(({ mark, spoken }) => !mark || spoken);
  const text = told.map((sentence) => sentence.text.replace(/\s+/gu, ' ')).join('\n');
  if (language.speaker !== null) {
    const speakers = Array.from(text.matchAll(language.speaker), ([, name = '']) => name);
    return { people: grouped(mostFrequent(speakers, text, 2), language), places: [] };
  }
  const name = nameSource(language);
  const isName = nameFilter(text, language);
  const placed = matches(text, `(?<=\\s)(?:${anyOf(language.placing)}) ${name}`, language).filter(isName);
  const isPlace = (one: string): boolean =>
    PLACE_SUFFIXES.has(one.split(' ').at(-1)?.toLowerCase() ?? '') || (language === ENGLISH && isLocated(one, text));
  const cues = told.filter(({ mark }) => mark).map(({ narrated }) => narrated);
  const evidence = somebody(name, language).flatMap((source) => matches(text, source, language));
  const named = [...cues, ...evidence].filter(isName);
  // Each name is looked up in the whole text, so only once.
  const ofPlaces = new Set([...new Set(named)].filter(isPlace));
  const people = mostFrequent(
    named.filter((one) => !ofPlaces.has(one)),
    text,
  );
  const places = placed.filter((one) => !people.some(([person]) => shares(person, one, language)));
  return { people: grouped(people, language), places: mostFrequent(places, text).map(([place]) => place) };
}

/** True for a name that the text mostly uses like a place's: 'on Skarn', 'the island of Skarn'. */
function isLocated(name: string, text: string): boolean {
  const all = text.split(new RegExp(`(?<![\\p{L}’'])${anyOf([name])}(?![\\p{L}])`, 'u'));
  const located = all.filter((before) =>
    /\b(?:[IOA][nt]|in|on|at|near|(?:island|town|city|village|port|bay|isle) of)\s$/u.test(before),
  ).length;
  return located * 2 > all.length - 1;
}

const WORD = "\\p{Lu}[\\p{L}’'-]*\\p{L}(?<!['’]s)";
const titleSource = ({ titles }: Language): string => `(?:${anyOf([...titles].map(capitalized))})\\.? `;
const nameSource = (language: Language): string =>
  `(?<![\\p{L}’'])((?:${titleSource(language)}){0,2}${WORD}(?: ${WORD}){0,2})`;

/**
 * Returns patterns for evidence that a name is a person's: speech, a title, 'Mara, a girl', and in English a verb after
 * the name.
 */
function somebody(name: string, language: Language): string[] {
  const { article, being, people, saying } = language;
  const said = `(?:${anyOf(saying)})(?!\\p{L})`;
  const role = `(?<!\\p{L})(?:${anyOf(people)})(?!\\p{L})`;
  const found = [
    `${said} ${name}`,
    `${name} ${said}`,
    `(?<!\\p{L})(${titleSource(language)}${WORD}(?: ${WORD})?)`,
    `${role}, ${name},`,
    `${role} (?:called|named) ${name}`,
    // For 'Their names were Flopsy, Mopsy and Peter': finds the first name, then each one that follows.
    `(?:names were|were called|were named) ${name}`,
    `(?:names were|were called|were named) [^.;:!?]{0,80}?(?:, and|,| and) ${name}`,
    `(?:names were|were called|were named) [^.;:!?]{0,80}(?:, and|,| and) ${name}`,
    `${name}(?:, [\\p{Ll}\\d-]{1,20})?(?:, |${being})(?:${article}) [^.;:!?]{0,40}?${role}`,
  ];
  const verb = `(?:${anyOf(IRREGULAR_VERBS)}|\\p{L}{2,}ed|\\p{L}{2,}[^s’']s)(?!\\p{L})`;
  return language === ENGLISH ? [...found, `${name} ${verb}`] : found;
}

/** Returns the names that a pattern finds, without a sentence's leading small words and without names after 'the'. */
function matches(text: string, source: string, { small, determiners }: Language): string[] {
  return Array.from(text.matchAll(new RegExp(source, 'gu'))).flatMap(({ 0: all, 1: name = '', index }) => {
    const at = index + all.indexOf(name);
    const parts = `${/\p{L}* $/u.exec(text.slice(Math.max(0, at - 20), at))?.[0] ?? ' '}${name}`.split(' ');
    const from = parts.findLastIndex((part) => small.has(part.toLowerCase())) + 1;
    const bare = parts.slice(Math.max(1, from)).join(' ');
    return bare === '' || determiners.has(parts[Math.max(1, from) - 1]?.toLowerCase() ?? '') ? [] : [bare];
  });
}

/** Rejects calendar words, words that the story also writes in lower case, and words known for things. */
function nameFilter(text: string, language: Language): (name: string) => boolean {
  const small = new Set(text.match(/(?<![\p{L}’'])\p{Ll}[\p{L}’'-]*/gu));
  const lexicons = [language.time, language.weather, language.place, SUBJECT_WORDS];
  const nouns = new Set([...lexicons.flatMap(Object.values<readonly string[]>).flat(), ...OTHER_THINGS]);
  const ordinary = [small, nouns, language.people, language.animals, language.titles, language.turning];
  return (name) => {
    const [only = '', ...more] = name.toLowerCase().split(/[\s.]+/u);
    if ([only, ...more].some((part) => NO_NAMES.has(part))) return false;
    if (language === ENGLISH && isAdverb(only)) return false;
    return more.length > 0 || !ordinary.some((words) => words.has(only) || words.has(singular(only)));
  };
}

const MAX_COUNTED = 4 * MAX_NAMES;

/** Counts each name in the text and sorts by that count. */
function mostFrequent(found: readonly string[], text: string, least = 1): [name: string, count: number][] {
  const evidence = new Map<string, number>();
  for (const name of found) evidence.set(name, (evidence.get(name) ?? 0) + 1);
  return [...evidence]
    .sort((a, b) => b[1] - a[1])
    .slice(0, MAX_COUNTED)
    .map(([name]): [string, number] => [name, text.split(name).length - 1])
    .filter(([, count]) => count >= least)
    .sort((a, b) => b[1] - a[1])
    .slice(0, MAX_NAMES);
}

/**
 * Groups 'Tom', 'TOM' and 'Old Tom' into one person, named by the most frequent form that is not all capitals, as in a
 * script.
 */
function grouped(names: readonly [name: string, count: number][], language: Language): Names['people'] {
  const groups: string[][] = [];
  for (const [name] of names) {
    const group = groups.find((forms) => forms.some((form) => shares(form, name, language)));
    if (group === undefined) groups.push([name]);
    else group.push(name);
  }
  const isShouted = (form: string): boolean => form === form.toUpperCase() && form !== form.toLowerCase();
  return groups.map((forms) => ({ name: forms.find((form) => !isShouted(form)) ?? forms[0] ?? '', forms }));
}

/** Returns a name's parts without titles: 'Old Tom Perry' → ['Tom', 'Perry']. */
function bareParts(name: string, { titles }: Language): string[] {
  const parts = name.split(/[\s.]+/u);
  const bare = parts.filter((part) => !titles.has(part.toLowerCase()));
  return bare.length > 0 ? bare : parts;
}

function shares(a: string, b: string, language: Language): boolean {
  const [one, two] = [bareParts(a.toLowerCase(), language), bareParts(b.toLowerCase(), language)];
  return one.every((part) => two.includes(part)) || two.every((part) => one.includes(part));
}

export interface Character {
  /** The form used most in the story; a role such as 'dog' for an unnamed character. */
  name: string;
  named: boolean;
  /** Matches every form of the name in a text. */
  pattern: RegExp;
  /** Descriptions quoted from the story: 'a girl of eleven with red braids'. */
  phrases: string[];
  nature: Nature;
}

const MAX_PHRASES = 4;
const MAX_PHRASE = 110;

/** Reads the people and animals of a story, the most frequent first, and the names of its places. */
export function readCast(list: readonly Sentence[], language: Language): { cast: Character[]; places: string[] } {
  const { people, places } = readNames(list, language);
  const cast = people.map(({ name, forms }) => character(name, true, aliases(forms, language), language));
  for (const [role, introduction] of rolesIn(list, cast, language)) {
    cast.push(character(role, false, [role], language));
    tell(cast.at(-1), introduction);
  }
  tellPhrases(list, cast, language);
  if (language === ENGLISH) tellTraits(list, cast);
  for (const one of cast) one.nature = natureOf(one, pronounsFor(one, list, cast, language), language);
  if (language === ENGLISH) tellFamilies(list, cast);
  const present = uniteMother(cast, list)
    .map((one) => ({ one, count: list.filter(({ text }) => one.pattern.test(text)).length }))
    .filter(({ one, count }) => one.named || count > 0);
  return { cast: present.sort((a, b) => b.count - a.count).map(({ one }) => one), places };
}

const NOBODY: Nature = { kind: 'person', animal: false, gender: 'unknown', age: 'adult', dressed: false };

function patternOf(forms: readonly string[], spaced: boolean): RegExp {
  // 'Mrs. Rabbit' is not every rabbit: a form with a capital letter only matches text with one.
  const source = anyOf(forms.flatMap((form) => [form, form.toUpperCase(), capitalized(form)]));
  return spaced
    ? new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])`, 'u')
    : new RegExp(`(?:${source})`, 'u');
}

function character(name: string, named: boolean, forms: readonly string[], { spaced }: Language): Character {
  return { name, named, pattern: patternOf(forms, spaced), phrases: [], nature: NOBODY };
}

/** Counts the pronouns from each sentence that names only this character up to the next name or paragraph. */
function pronounsFor(
  one: Character,
  list: readonly Sentence[],
  cast: readonly Character[],
  { gendered }: Language,
): { female: number; male: number } {
  const heard = { female: 0, male: 0 };
  let alone = false;
  let paragraph = -1;
  for (const { narrated, mark, paragraph: here } of list) {
    if (mark || narrated === '') continue;
    const named = cast.filter(({ pattern }) => pattern.test(narrated));
    if (named.length > 0 || here !== paragraph) alone = named.length === 1 && named[0] === one;
    paragraph = here;
    if (!alone) continue;
    heard.female += narrated.match(gendered.female)?.length ?? 0;
    heard.male += narrated.match(gendered.male)?.length ?? 0;
  }
  return heard;
}

/**
 * Adds a trait such as 'blue jacket' to the character that the sentence names if it names only one, else to the last
 * character that an earlier sentence named alone.
 */
function tellTraits(list: readonly Sentence[], cast: readonly Character[]): void {
  let meant: Character | undefined;
  let since = 0;
  for (const { narrated } of list) {
    const named = cast.filter(({ pattern }) => pattern.test(narrated));
    if (named.length > 0) [meant, since] = [named.length === 1 ? named[0] : undefined, 0];
    else since++;
    if (meant === undefined || since > 4) continue;
    for (const trait of traitsIn(narrated))
      if (!meant.phrases.some((phrase) => phrase.includes(trait.split(' ').at(-1) ?? trait))) tell(meant, trait);
  }
}

/**
 * Gives all members of a family their kind: in 'four little Rabbits, and their names were Flopsy, Mopsy and Peter' all
 * are rabbits.
 */
function tellFamilies(list: readonly Sentence[], cast: readonly Character[]): void {
  for (const { text } of list) {
    const all = words(text);
    const noun = all.find(({ plain }) => plain !== singular(plain) && singular(plain) in ANIMAL_KINDS);
    if (noun === undefined || !/\b(?:names were|were called|were named)\b/u.test(text)) continue;
    const little = all.some(({ plain }) => plain === 'little' || plain === 'young');
    for (const one of cast)
      if (one.pattern.test(text))
        one.nature = {
          ...one.nature,
          ...{ kind: singular(noun.plain), animal: true, age: little ? 'child' : one.nature.age, dressed: true },
        };
  }
}

/** Turns relatives in a story about animals into animals, and merges 'mother' with the character called 'Mrs.'. */
function uniteMother(cast: readonly Character[], list: readonly Sentence[]): Character[] {
  const [kind, ...others] = new Set(
    cast.filter(({ named, nature }) => named && nature.animal && nature.dressed).map(({ nature }) => nature.kind),
  );
  const mothers = cast.filter(
    ({ named, name, nature }) => named && nature.kind === kind && /^(?:Mrs|Mother)\b/u.test(name),
  );
  if (kind === undefined || others.length > 0) return [...cast];
  return cast.flatMap((one) => {
    if (one.named || !/^(?:mother|father|brother|sister|cousin|son|daughter)$/u.test(one.name)) return one;
    const [only] = mothers;
    if (one.name === 'mother' && only !== undefined && mothers.length === 1 && list.length > 0) {
      only.pattern = new RegExp(`${only.pattern.source}|(?<!\\p{L})[Mm]other(?!\\p{L})`, 'u');
      return [];
    }
    return { ...one, nature: { ...one.nature, kind, animal: true, dressed: true } };
  });
}

/** Returns every form by which a text may refer to somebody: 'the captain' is Captain Ibsen. */
function aliases(forms: readonly string[], language: Language): string[] {
  const titles = forms.flatMap((form) => (form.includes(' ') ? (form.split(' ')[0]?.toLowerCase() ?? []) : []));
  const parts = forms
    .flatMap((form) => bareParts(form, language))
    .filter((part) => part.length > 1 && !(singular(part.toLowerCase()) in ANIMAL_KINDS));
  return [...new Set([...forms, ...parts, ...titles.filter((title) => language.people.has(title))])];
}

/** Finds recurring characters without a name ('the dog', 'the stranger') and the phrase that introduces each. */
function rolesIn(
  list: readonly Sentence[],
  cast: readonly Character[],
  language: Language,
): [string, string | undefined][] {
  const { article, being, people, animals, spaced, within } = language;
  const aged = language === ENGLISH ? '(?:(?:old|young) (?=man|woman|lady))?' : '';
  const role = `(${aged}(?:${anyOf([...people, ...animals])}))`;
  // 'He was a broad old man', 'like a dog' and 'Mara, a girl' introduce no new character.
  const pattern = spaced
    ? `(?<!\\p{L}|${being}|\\p{Lu}\\p{L}+,\\s|(?:like|as|wie|comme)\\s)${determined(role, language)}(?:\\s(?:${within})\\s[^,.;:!?]{1,80}(?=[,.;:!?]))?(?!\\s(?:called|named)\\s)`
    : `(?<!${being}[^，。！？；、]{0,12})(?:(?:${article})[^，。！？；、]{0,8}?)?${role}`;
  const introducing = new RegExp(`^(?:${article})${spaced ? '\\s' : ''}`, 'iu');
  const found = new Map<string, { count: number; introduction?: string }>();
  for (const { narrated } of list.filter(({ mark }) => !mark))
    for (const [phrase, noun = ''] of narrated.matchAll(new RegExp(pattern, 'gu'))) {
      const { count, introduction } = found.get(noun) ?? { count: 0 };
      const brings = introducing.test(phrase) ? uncapitalized(phrase) : undefined;
      found.set(noun, { count: count + 1, introduction: introduction ?? brings });
    }
  // An unnamed character must occur twice, unless the story has no names and no role occurs twice.
  const most = Math.max(0, ...Array.from(found.values(), ({ count }) => count));
  const enough = cast.length > 0 ? 2 : Math.min(2, most);
  return [...found]
    .filter(([noun, { count }]) => count >= enough && !cast.some((one) => one.pattern.test(noun)))
    .map(([noun, { introduction }]) => [noun, introduction]);
}

function tellPhrases(list: readonly Sentence[], cast: readonly Character[], language: Language): void {
  const { pronoun, being, article, within, spaced } = language;
  const phrase = `(${language.phrase ?? `(?:${article})\\s[^,.;:!?]{1,160}(?:,\\s(?:${within})\\s[^,.;:!?]{1,160}){0,2}`})`;
  const patterns = new Map(
    cast.map((one) => {
      const beside = spaced ? `|(?:,\\s[\\p{Ll}\\d-]+)?,\\s(?!${ABSOLUTE})${phrase}(?=[,.;:!?])` : '';
      return [one, new RegExp(`${one.pattern.source}(?:${being}${phrase}${beside})`, 'u')];
    }),
  );
  const calling = new Map(
    cast.map((one) => [
      one,
      new RegExp(`((?:^|\\s)(?:[Aa]n?|[Tt]he)\\s[^,.;:!?]{1,80}?)\\s(?:called|named)\\s${one.pattern.source}`, 'u'),
    ]),
  );
  // A script introduces somebody as 'RUTH (34), red parka, black hair in a braid'.
  const script = new Map(
    cast.map((one) => [
      one,
      new RegExp(`${one.pattern.source}\\s\\((\\d{1,2}s?)\\)((?:,\\s[^,.;:!?]{2,40}){0,4})`, 'u'),
    ]),
  );
  const led = new RegExp(`^${pronoun}${being}${phrase}`, 'u');
  list.forEach(({ text, narrated }, index) => {
    for (const one of cast.filter(({ pattern }) => pattern.test(text))) {
      const [, told, beside] = patterns.get(one)?.exec(text) ?? [];
      tell(one, told ?? beside);
      tell(one, calling.get(one)?.exec(text)?.[1]);
      const [, years, traits = ''] = script.get(one)?.exec(text) ?? [];
      if (years !== undefined)
        for (const trait of [years, ...traits.split(', ')])
          if (trait === years || words(trait).some(({ plain }) => FEATURE_WORDS.has(plain))) tell(one, trait);
    }
    const having = language === ENGLISH ? HAVING.exec(narrated)?.[1] : undefined;
    const looks = words(having ?? '').some(({ plain }) => FEATURE_WORDS.has(plain)) ? having : undefined;
    const told = led.exec(narrated)?.[1] ?? looks;
    const before = list[index - 1];
    if (told === undefined || before === undefined) return;
    // 'She' is unambiguous only when the sentence before names exactly one character.
    const meant = cast.filter(({ pattern }) => pattern.test(before.narrated === '' ? before.text : before.narrated));
    if (meant.length === 1) tell(meant[0], told);
  });
}

/** Matches the beginning of 'a lamp in her hand' after 'Mara,': the phrase describes a lamp, not Mara. */
const ABSOLUTE = 'an?\\s\\S+(?:\\s\\S+)?\\s(?:in|on|under|over|at|behind|round|around)\\s(?:his|her|their|its)\\s';
const HAVING = /^(?:He|She|It)\s(?:had|wore|has|wears)\s([^.;:!?]+)/u;

function tell(one: Character | undefined, phrase: string | undefined): void {
  const told = phrase?.replace(/\s+/gu, ' ').trim() ?? '';
  const short = told.length <= MAX_PHRASE ? told : (told.split(/,|\s(?=(?:who|which|that)\b)/u)[0] ?? '');
  if (one === undefined || short === '' || short.length > MAX_PHRASE || one.phrases.length >= MAX_PHRASES) return;
  // 'Man: a man' adds no information.
  if (short.toLowerCase().replace(/^\S+\s/u, '') === one.name.toLowerCase() && short.includes(' ')) return;
  if (!one.phrases.includes(short)) one.phrases.push(short);
}
