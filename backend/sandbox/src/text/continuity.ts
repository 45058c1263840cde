import { ENGLISH } from '../language/english';
import { OTHER_THINGS, SUBJECT_WORDS } from '../language/lexicon';
import { capitalized, nounPhrases, termFinder, uncapitalized } from '../language/words';
import { readStory } from '../language/story-reading';

const MAX_LINES = 8;
const MAX_DETAILS = 4;

/** Visible things that are no props, such as buildings, animals and furniture. */
const NO_PROPS = new Set(
  `lighthouse house castle tower bridge tree door window table bird gull fish planet rainbow cat dog horse fox deer bear
  wolf rabbit owl whale dragon fire bed chair`.split(/\s+/u),
);
const findThings = termFinder<string>({
  ...Object.fromEntries(Object.entries(SUBJECT_WORDS).filter(([kind]) => !NO_PROPS.has(kind))),
  other: OTHER_THINGS,
});

/** Returns a line for each character, place and thing: its name and its descriptions in the story's own phrases. */
export function readContinuity(story: string): { characters: string; environments: string; props: string } {
  const { cast, language, places, sentences } = readStory(story);
  const environments = new Map<string, string[][]>();
  const props = new Map<string, string[][]>();
  for (const { mark, narrated, place, text } of sentences) {
    if (place !== null) {
      const phrases = language === ENGLISH ? described(narrated, place.term) : [];
      environments.set(place.term, [...(environments.get(place.term) ?? []), phrases]);
    }
    for (const { term } of language === ENGLISH && !mark ? findThings(text) : [])
      props.set(term, [...(props.get(term) ?? []), described(text, term)]);
  }
  const telling = [...props].filter(([, mentions]) => mentions.length > 1 || mentions.flat().length > 0);
  return {
    characters: lines(cast.map(({ name, phrases }) => line(name, phrases))),
    environments: lines([...places.slice(0, 4), ...inventory([...environments])]),
    props: lines(inventory(telling)),
  };
}

/** Returns phrases with more detail than a determiner: 'a small brass key' for 'key', but not 'the key'. */
const described = (text: string, term: string): string[] =>
  nounPhrases(text, term, ENGLISH)
    .filter((phrase) => phrase.split(' ').length > term.split(' ').length + 1)
    .map(uncapitalized);

const lines = (all: readonly string[]): string => all.slice(0, MAX_LINES).join('\n');

const inventory = (found: readonly (readonly [term: string, mentions: string[][]])[]): string[] =>
  [...found].sort(([, a], [, b]) => b.length - a.length).map(([term, mentions]) => line(term, mentions.flat()));

/**
 * Returns the name, with details if the story gives any. 'the brass key' is left out beside 'a small brass key', which
 * contains it.
 */
function line(name: string, details: readonly string[]): string {
  const all = [...new Set(details)].filter((detail) => detail !== '');
  const rest = (phrase: string): string => phrase.slice(phrase.indexOf(' '));
  const told = all.filter((one) => !all.some((other) => other.length > one.length && other.endsWith(rest(one))));
  return `${capitalized(name)}${told.length === 0 ? '' : `: ${told.slice(0, MAX_DETAILS).join(', ')}`}`;
}
