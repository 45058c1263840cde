import { cutText, isBlank, lengthOf } from '../common/text';
import { SCENE_HEADING, scriptTitle, spokenText, storyWords } from './markup';
import { clauseSpans, countWords, isAbbreviated, sentenceSpans } from './sentences';
import type { Span } from './sentences';

const AT_THE_EDGES = /^[\s#*_>"“„«»「『]+|[\s*_"”“»«」』.,;:。、，；：…–—-]+$/gu;
/** Numbers and dashes before an entry of a list. */
const ENTRY = /^\s*(?:\d{1,3}[.)]\s+|[-–—•]\s+)/u;
const PARTS = /[\p{L}\p{N}]/u;

const trimmed = (text: string): string => text.replace(AT_THE_EDGES, '').trim();
const partOf = (text: string, { start, end }: Span): string => trimmed(text.slice(start, end));
const LEAST_WORDS = 2;

/**
 * Returns a text, or its beginning followed by an ellipsis. The beginning never ends within a word, or with an
 * abbreviation or an article.
 */
function shortened(text: string, { words, characters }: { words: number; characters: number }): string {
  const parts = text.split(' ');
  if (parts.length <= words && lengthOf(text) <= characters) return text;
  let kept = parts.slice(0, words);
  while (kept.length > 1 && lengthOf(kept.join(' ')) >= characters) kept = kept.slice(0, -1);
  // Drops last words with which a title cannot end, as in 'came to Mr.…' or 'the house of the…'.
  while (kept.length > 3 && endsNowhere(kept.at(-1) ?? '')) kept = kept.slice(0, -1);
  return `${trimmed(cutText(kept.join(' '), characters - 1))}…`;
}

const endsNowhere = (word: string): boolean => isAbbreviated(word) || /^\p{Ll}{1,3}$/u.test(word);

/** Maximum length of a title that can be read at a glance. */
const AT_A_GLANCE = { words: Infinity, characters: 60 };
/** Number of a story's first characters that are searched for a title. */
const LOOKED_AT = 4_000;

/** Returns the title that a story gives its project: its heading or its first sentence; '' without either. */
export function titleOfStory(story: string): string {
  const beginning = story.slice(0, LOOKED_AT);
  const named = trimmed(scriptTitle(beginning));
  if (named !== '') return shortened(named, AT_A_GLANCE);
  const lines = storyWords(beginning)
    .split('\n')
    .map((line) => line.trim().replace(ENTRY, ''))
    .filter((line) => PARTS.test(line));
  // A scene heading names a place, so it is not used as a title.
  const line = lines.find((one) => !SCENE_HEADING.test(one) && PARTS.test(spokenText(one))) ?? lines[0];
  if (line === undefined) return titleOfSigns(beginning);
  const [first] = sentenceSpans(line);
  return shortened(trimmed(first === undefined ? line : line.slice(first.start, first.end)), AT_A_GLANCE);
}

/** Returns a title without letters: a line of emoji can be one, a dividing line cannot. */
const titleOfSigns = (text: string): string =>
  shortened(trimmed(text.split('\n').find((line) => !isBlank(trimmed(line))) ?? ''), AT_A_GLANCE);

/** Maximum words and characters of a scene's title. */
export const SCENE_TITLE = { words: 8, characters: 60 };

const fits = (text: string): boolean =>
  PARTS.test(text) && countWords(text) <= SCENE_TITLE.words && lengthOf(text) <= SCENE_TITLE.characters;

/**
 * Returns a short title made of a scene's own words: a whole sentence or clause if one is short enough. '' without
 * words.
 */
export function titleOfScene(text: string): string {
  const words = spokenText(text).replace(/\s+/gu, ' ').slice(0, LOOKED_AT);
  const sentences = sentenceSpans(words).map((span) => partOf(words, span));
  const whole = [...sentences, ...clauseSpans(words).map((span) => partOf(words, span))].find(
    // A clause such as 'said old Mrs. Rabbit' makes no sense alone.
    (one) => fits(one) && countWords(one) >= LEAST_WORDS && !/^\p{Ll}/u.test(one),
  );
  if (whole !== undefined) return whole;
  return shortened(sentences.find((one) => PARTS.test(one)) ?? trimmed(words), SCENE_TITLE);
}

/** Returns true for titles such as 'Scene 9', which only give a position and say nothing about the scene. */
export const isNumberedTitle = (title: string): boolean =>
  /^(?:scene|szene|scène|escena|场景|シーン|part|beat)?\s*#?\d*[.:]?$/iu.test(title.trim());
