import { ENGLISH, IRREGULAR_VERBS, NO_NAMES, PLACE_SUFFIXES } from './english';
import { anyOf, type Language } from './language';
import { OTHER_THINGS, SUBJECT_WORDS } from './lexicon-things';
import type { Sentence } from './sentences';
import { capitalized, singular } from './words';

export interface Names {
  /** As the story writes them most, the most frequent first; each with its other forms. */
  people: { name: string; forms: string[] }[];
  places: string[];
}

const MAX_NAMES = 40;

/** 'Mara', 'Old Tom', 'Captain Reyes': capitals that are not there for grammar, where the text says that it is somebody. */
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
  const isPlace = (one: string): boolean => PLACE_SUFFIXES.has(one.split(' ').at(-1)?.toLowerCase() ?? '');
  const cues = told.filter(({ mark }) => mark).map(({ narrated }) => narrated);
  const evidence = somebody(name, language).flatMap((source) => matches(text, source, language));
  const people = mostFrequent(
    [...cues, ...evidence].filter((one) => isName(one) && !isPlace(one)),
    text,
  );
  const places = placed.filter((one) => !people.some(([person]) => shares(person, one, language)));
  return { people: grouped(people, language), places: mostFrequent(places, text).map(([place]) => place) };
}

const WORD = "\\p{Lu}[\\p{L}’'-]*\\p{L}(?<!['’]s)";
const titleSource = ({ titles }: Language): string => `(?:${anyOf([...titles].map(capitalized))})\\.? `;
const nameSource = (language: Language): string =>
  `(?<![\\p{L}’'])((?:${titleSource(language)}){0,2}${WORD}(?: ${WORD}){0,2})`;

/** What says that a name is somebody's: speech, a title, 'Mara, a girl', and in English that they do something. */
function somebody(name: string, language: Language): string[] {
  const { article, being, people, saying } = language;
  const said = `(?:${anyOf(saying)})(?!\\p{L})`;
  const role = `(?<!\\p{L})(?:${anyOf(people)})(?!\\p{L})`;
  const found = [
    `${said} ${name}`,
    `${name} ${said}`,
    `(?<!\\p{L})(${titleSource(language)}${WORD}(?: ${WORD})?)`,
    `${role}, ${name},`,
    `${name}(?:, [\\p{Ll}\\d-]{1,20})?(?:, |${being})(?:${article}) [^.;:!?]{0,40}?${role}`,
  ];
  const verb = `(?:${anyOf(IRREGULAR_VERBS)}|\\p{L}{2,}ed|\\p{L}{2,}[^s’']s)(?!\\p{L})`;
  return language === ENGLISH ? [...found, `${name} ${verb}`] : found;
}

/** The names that a pattern finds, without small words with which the sentence began; none after 'the'. */
function matches(text: string, source: string, { small, determiners }: Language): string[] {
  return Array.from(text.matchAll(new RegExp(source, 'gu'))).flatMap(({ 0: all, 1: name = '', index }) => {
    const at = index + all.indexOf(name);
    const parts = `${/\p{L}* $/u.exec(text.slice(Math.max(0, at - 20), at))?.[0] ?? ' '}${name}`.split(' ');
    const from = parts.findLastIndex((part) => small.has(part.toLowerCase())) + 1;
    const bare = parts.slice(Math.max(1, from)).join(' ');
    return bare === '' || determiners.has(parts[Math.max(1, from) - 1]?.toLowerCase() ?? '') ? [] : [bare];
  });
}

/** No calendar words, and no words that the story writes small elsewhere or that are known for things. */
function nameFilter(text: string, language: Language): (name: string) => boolean {
  const small = new Set(text.match(/(?<![\p{L}’'])\p{Ll}[\p{L}’'-]*/gu));
  const lexicons = [language.time, language.weather, language.place, SUBJECT_WORDS];
  const nouns = new Set([...lexicons.flatMap(Object.values<readonly string[]>).flat(), ...OTHER_THINGS]);
  const ordinary = [small, nouns, language.people, language.animals, language.titles, language.turning];
  return (name) => {
    const [only = '', ...more] = name.toLowerCase().split(/[\s.]+/u);
    if ([only, ...more].some((part) => NO_NAMES.has(part))) return false;
    return more.length > 0 || !ordinary.some((words) => words.has(only) || words.has(singular(only)));
  };
}

const MAX_COUNTED = 4 * MAX_NAMES;

/** Each name once, by how often the text has it. */
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

/** 'Tom', 'TOM' and 'Old Tom' are one: the form used most stands for all, unless it is a script's capitals. */
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

/** Without titles: 'Old Tom Perry' → ['Tom', 'Perry']. */
export function bareParts(name: string, { titles }: Language): string[] {
  const parts = name.split(/[\s.]+/u);
  const bare = parts.filter((part) => !titles.has(part.toLowerCase()));
  return bare.length > 0 ? bare : parts;
}

function shares(a: string, b: string, language: Language): boolean {
  const [one, two] = [bareParts(a.toLowerCase(), language), bareParts(b.toLowerCase(), language)];
  return one.every((part) => two.includes(part)) || two.every((part) => one.includes(part));
}
