import { ENGLISH } from './english';
import { anyOf, type Language } from './language';
import { FEATURE_WORDS, type Gender, ROLE_WORDS, TITLE_GENDER } from './lexicon-people';
import { bareParts, readNames } from './names';
import { determined } from './noun-phrase';
import type { Sentence } from './sentences';
import { plainWords, uncapitalized, words } from './words';

export interface Character {
  /** As the story calls them most; a role such as 'dog' when it gives no name. */
  name: string;
  named: boolean;
  /** Finds them in a text. */
  pattern: RegExp;
  /** What the story says of them, in its own phrases: 'a girl of eleven with red braids'. */
  phrases: string[];
  /** Both only when the story says so. */
  animal: boolean;
  gender: Gender;
}

const MAX_PHRASES = 4;
const MAX_PHRASE = 110;

/** The people and animals of a story, the most present first, and the names of its places. */
export function readCast(list: readonly Sentence[], language: Language): { cast: Character[]; places: string[] } {
  const { people, places } = readNames(list, language);
  const cast = people.map(({ name, forms }) => character(name, true, aliases(forms, language), language));
  for (const [role, introduction] of rolesIn(list, cast, language)) {
    cast.push(character(role, false, [role], language));
    tell(cast.at(-1), introduction);
  }
  tellPhrases(list, cast, language);
  const present = cast.map((one) => {
    const told = plainWords([one.name, ...one.phrases].join(' '), language);
    const genders = told.map((word) => ROLE_WORDS.get(word)?.gender ?? TITLE_GENDER[word] ?? 'unknown');
    one.animal = !told.some((word) => language.people.has(word)) && told.some((word) => language.animals.has(word));
    one.gender = genders.find((gender) => gender !== 'unknown') ?? 'unknown';
    return { one, count: list.filter(({ text }) => one.pattern.test(text)).length };
  });
  return { cast: present.sort((a, b) => b.count - a.count).map(({ one }) => one), places };
}

function character(name: string, named: boolean, forms: readonly string[], { spaced }: Language): Character {
  const source = `(?:${anyOf(forms)})`;
  const pattern = spaced ? new RegExp(`(?<![\\p{L}\\p{N}])${source}(?![\\p{L}\\p{N}])`, 'iu') : new RegExp(source, 'u');
  return { name, named, pattern, phrases: [], animal: false, gender: 'unknown' };
}

/** All that a text may call somebody by; 'the captain' is Captain Ibsen. */
function aliases(forms: readonly string[], language: Language): string[] {
  const titles = forms.flatMap((form) => (form.includes(' ') ? (form.split(' ')[0]?.toLowerCase() ?? []) : []));
  const parts = forms.flatMap((form) => bareParts(form, language)).filter((part) => part.length > 1);
  return [...new Set([...forms, ...parts, ...titles.filter((title) => language.people.has(title))])];
}

/** 'the dog', 'the stranger': who comes back without ever getting a name, and the phrase that brings them in. */
function rolesIn(
  list: readonly Sentence[],
  cast: readonly Character[],
  language: Language,
): [string, string | undefined][] {
  const { article, being, people, animals, spaced, within } = language;
  const role = `(${anyOf([...people, ...animals])})`;
  // 'He was a broad old man', 'like a dog' and 'Mara, a girl' bring in nobody else.
  const pattern = spaced
    ? `(?<!\\p{L}|${being}|\\p{Lu}\\p{L}+,\\s|(?:like|as|wie|comme)\\s)${determined(role, language)}(?:\\s(?:${within})\\s[^,.;:!?]{1,80}(?=[,.;:!?]))?`
    : `(?<!${being}[^，。！？；、]{0,12})(?:(?:${article})[^，。！？；、]{0,8}?)?${role}`;
  const introducing = new RegExp(`^(?:${article})${spaced ? '\\s' : ''}`, 'iu');
  const found = new Map<string, { count: number; introduction?: string }>();
  for (const { narrated } of list.filter(({ mark }) => !mark))
    for (const [phrase, noun = ''] of narrated.matchAll(new RegExp(pattern, 'gu'))) {
      const { count, introduction } = found.get(noun) ?? { count: 0 };
      const brings = introducing.test(phrase) ? uncapitalized(phrase) : undefined;
      found.set(noun, { count: count + 1, introduction: introduction ?? brings });
    }
  // Somebody without a name comes back, unless nobody does.
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
  const led = new RegExp(`^${pronoun}${being}${phrase}`, 'u');
  list.forEach(({ text, narrated }, index) => {
    for (const one of cast.filter(({ pattern }) => pattern.test(text))) {
      const [, told, beside] = patterns.get(one)?.exec(text) ?? [];
      tell(one, told ?? beside);
    }
    const having = language === ENGLISH ? HAVING.exec(narrated)?.[1] : undefined;
    const looks = words(having ?? '').some(({ plain }) => FEATURE_WORDS.has(plain)) ? having : undefined;
    const told = led.exec(narrated)?.[1] ?? looks;
    const before = list[index - 1];
    if (told === undefined || before === undefined) return;
    // 'She' is sure to be meant only when the sentence before names nobody else.
    const meant = cast.filter(({ pattern }) => pattern.test(before.narrated === '' ? before.text : before.narrated));
    if (meant.length === 1) tell(meant[0], told);
  });
}

/** 'Mara, a lamp in her hand, …' tells of a lamp. */
const ABSOLUTE = 'an?\\s\\S+(?:\\s\\S+)?\\s(?:in|on|under|over|at|behind|round|around)\\s(?:his|her|their|its)\\s';
const HAVING = /^(?:He|She|It)\s(?:had|wore|has|wears)\s([^.;:!?]+)/u;

function tell(one: Character | undefined, phrase: string | undefined): void {
  const told = phrase?.replace(/\s+/gu, ' ').trim() ?? '';
  const short = told.length <= MAX_PHRASE ? told : (told.split(/,|\s(?=(?:who|which|that)\b)/u)[0] ?? '');
  if (one === undefined || short === '' || short.length > MAX_PHRASE || one.phrases.length >= MAX_PHRASES) return;
  if (!one.phrases.includes(short)) one.phrases.push(short);
}
