import { LIMITS, NEW_SCENE, sceneRange, titleOfScene } from '@storyreel/contracts';
import type { Language } from '../language/language';
import { DIVIDER, phrases, SCENE_LINE } from '../language/sentences';
import type { Phrase } from '../language/sentences';
import { timeIn } from '../language/setting';
import { readStory } from '../language/story-reading';
import type { SentenceReading } from '../language/story-reading';
import { capitalized, plainWords } from '../language/words';
import type { StoryScene } from './questions';

/** Maximum number of candidate cuts; in a longer story, only the strongest of each stretch is considered. */
const MAX_PLACES = 1_200;
/** Minimum gain that justifies one more scene. */
const SCENE_PRICE = 0.4;

/** A sentence as input for the cuts: its length, and how well a scene can begin with it. */
export interface Cuttable {
  strength: number;
  words: number;
}

/** Returns the indices of sentences at which a scene may begin, from 0, then the number of sentences. */
function placesToCut(list: readonly Cuttable[]): number[] {
  const stretch = Math.max(1, Math.ceil(list.length / MAX_PLACES));
  const places = [0];
  for (let from = 1; from < list.length; from += stretch) {
    let best = from;
    for (let at = from + 1; at < Math.min(list.length, from + stretch); at++)
      if ((list[at]?.strength ?? 0) > (list[best]?.strength ?? 0)) best = at;
    places.push(best);
  }
  return [...places, list.length];
}

/**
 * Chooses the cuts with the greatest strength and the most even lengths by dynamic programming over the candidates;
 * their number (from `fewest` to `most` scenes) is part of the choice. Scenes beyond three times the ideal length are
 * not tried. When one endless sentence makes the number impossible, the nearest smaller one that works is taken.
 */
function chooseCuts(list: readonly Cuttable[], fewest: number, most: number, ideal: number): number[] {
  const places = placesToCut(list);
  const sums = [0];
  for (const { words } of list) sums.push((sums.at(-1) ?? 0) + words);
  const wordsTo = places.map((place) => sums[place] ?? 0);
  const strengthAt = places.map((place) => (place === 0 ? 0 : (list[place]?.strength ?? 0)));
  const last = places.length - 1;

  let costs = places.map((place) => (place === 0 ? 0 : Infinity));
  const parents: number[][] = [];
  const totals: number[] = [];
  for (let scene = 1; scene <= most; scene++) {
    const next = places.map(() => Infinity);
    const parent = places.map(() => 0);
    for (let end = scene; end <= last; end++) {
      for (let start = end - 1; start >= scene - 1; start--) {
        const length = (wordsTo[end] ?? 0) - (wordsTo[start] ?? 0);
        if (end - start > 1 && length > ideal * 3 + 40) break;
        const cost = (costs[start] ?? Infinity) + unevenness(length / ideal) - (strengthAt[start] ?? 0);
        if (cost < (next[end] ?? Infinity)) {
          next[end] = cost;
          parent[end] = start;
        }
      }
    }
    parents.push(parent);
    costs = next;
    totals.push((next[last] ?? Infinity) + scene * SCENE_PRICE);
  }

  const cheapest = Math.min(...totals.slice(fewest - 1));
  const scenes =
    1 + (cheapest < Infinity ? totals.lastIndexOf(cheapest) : totals.findLastIndex((total) => total < Infinity));
  const cuts: number[] = [];
  let end = last;
  for (const parent of parents.slice(0, scenes).reverse()) {
    end = parent[end] ?? 0;
    if (end > 0) cuts.unshift(places[end] ?? 0);
  }
  return cuts;
}

const unevenness = (ratio: number): number => (ratio > 1 ? (ratio - 1) ** 2 * 2.2 : (1 - ratio) ** 2 * 2.6);

const MAX_WORDS = 8;
const MAX_LENGTH = 90;

/** Picks a whole phrase of the beat that no other title uses, or the beginning of a sentence when none is short enough. */
function titleOf(part: readonly SentenceReading[], language: Language, taken: Set<string>): string {
  const best = part
    .flatMap((sentence, index) =>
      phrases(sentence).flatMap((phrase) => {
        const told = withoutJoining(phrase.text, language);
        const title = capitalized(told);
        const words = plainWords(title, language);
        const fits = words.length > 0 && words.length <= MAX_WORDS && title.length <= MAX_LENGTH;
        return fits && standsAlone(phrase, told, words, language) && !taken.has(title.toLowerCase())
          ? [{ title, score: score(sentence, phrase, title, words.length) - index * 0.12 }]
          : [];
      }),
    )
    .reduce<{ title: string; score: number } | null>((a, b) => (a === null || b.score > a.score ? b : a), null);
  const others = part.map(({ text }) => titleOfScene(text)).filter((one) => one !== '');
  const title = best?.title ?? others.find((one) => !taken.has(one.toLowerCase())) ?? others[0] ?? NEW_SCENE.title;
  taken.add(title.toLowerCase());
  return title;
}

/** Removes a joining word: 'and the gulls screamed' → 'the gulls screamed'. */
function withoutJoining(phrase: string, { joining }: Language): string {
  const [first = '', ...rest] = phrase.split(' ');
  return rest.length > 0 && joining.has(first.toLowerCase()) ? rest.join(' ') : phrase;
}

/**
 * True for a complete phrase: rejects fragments such as 'who ran along the edge', or 'She was' of 'She was, however,
 * late'.
 */
function standsAlone(
  { first, last, rest }: Phrase,
  told: string,
  words: readonly string[],
  language: Language,
): boolean {
  // A speaker's name before dialogue.
  if (/^\p{Lu}[\p{Lu}\s.'’-]+$/u.test(told)) return false;
  if (first && last) return true;
  const names = /^\p{Lu}/u.test(told) || language.determiners.has(words[0] ?? '');
  const begins = names || new RegExp(`^${language.pronoun}\\s`, 'u').test(capitalized(told));
  // In 'It was then that Mr. Fox, a baker, …' the clause continues after the apposition.
  const goesOn = !last && new RegExp(`^(?:${language.article})\\s`, 'u').test(rest);
  return (first || begins) && !goesOn && words.length >= 3 && !language.small.has(words.at(-1) ?? '');
}

/** Prefers phrases that name a character, a place or a time; rates speech and headings low. */
function score(sentence: SentenceReading, phrase: Phrase, title: string, words: number): number {
  let value = Math.min(words, 6) / 6;
  if (phrase.first && phrase.last) value += 0.5;
  else if (!phrase.first) value -= 0.4;
  if (sentence.people.some(({ pattern }) => pattern.test(title))) value += 0.7;
  if (sentence.place !== null || sentence.time !== null) value += 0.3;
  if (phrase.spoken) value -= 0.9;
  if (sentence.mark) value -= 1.5;
  if (words < 3) value -= 0.5;
  return value;
}

const WORDS_A_SCENE = 54;

/**
 * Cuts a story into beats: passages with one time, place and set of characters. Every character that is not white space
 * is in exactly one scene, in the story's order.
 */
export function splitStory(story: string, maxScenes?: number): StoryScene[] {
  const { sentences, language } = readStory(story);
  if (sentences.length === 0) return [];
  const words = sentences.reduce((sum, sentence) => sum + sentence.words, 0);
  const limit = Math.max(1, Math.floor(maxScenes ?? LIMITS.scenesPerStory));
  const { fewest, most } = sceneRange(words, limit);
  const cuts = chooseCuts(
    sentences.map((sentence, index) => ({ words: sentence.words, strength: strengthAt(sentences, index, language) })),
    Math.min(fewest, sentences.length),
    Math.min(most, sentences.length),
    Math.max(WORDS_A_SCENE, words / most),
  );
  const bounds = [0, ...cuts, sentences.length];
  const taken = new Set<string>();
  return bounds.slice(1).map((end, index) => {
    const start = bounds[index] ?? 0;
    const part = sentences.slice(start, end);
    const from = part[0]?.start ?? 0;
    const to = part[part.length - 1]?.end ?? story.length;
    return { title: titleOf(part, language, taken), text: story.slice(from, to) };
  });
}

/** Rates the start of a new scene right before sentence `index`; negative values count against it. */
function strengthAt(sentences: readonly SentenceReading[], index: number, language: Language): number {
  const before = sentences[index - 1];
  const here = sentences[index];
  if (before === undefined || here === undefined) return 0;
  // A heading, or a speaker's name above a line, belongs to the text after it.
  if (before.mark) return -6;
  if (SCENE_LINE.test(here.text) || DIVIDER.test(here.text)) return 6;
  const turns = isTurn(here, language);
  let strength = before.paragraph === here.paragraph ? -1.1 : 0.7;
  if (turns) strength += 1.3;
  const earlier = sentences.slice(Math.max(0, index - 8), index);
  const time = earlier.findLast((sentence) => sentence.time !== null)?.time;
  if (here.time !== null && time !== undefined && here.time !== time) strength += 1.2;
  const place = earlier.findLast((sentence) => sentence.place !== null)?.place?.place;
  const next = sentences[index + 1];
  const placeHere = (here.place ?? (next?.paragraph === here.paragraph ? next.place : null))?.place;
  if (placeHere !== undefined && place !== undefined && placeHere !== place) strength += 0.9;
  const company = new Set(earlier.slice(-4).flatMap(({ people }) => people));
  if (here.people.length > 0 && !here.people.some((person) => company.has(person))) strength += 0.6;
  if (before.spoken && here.spoken) strength -= 1.3;
  else if (here.spoken && !turns) strength -= 0.5;
  const [first = ''] = plainWords(here.text.slice(0, 40), language);
  if (language.spaced && language.small.has(first) && !language.determiners.has(first) && !turns) strength -= 0.35;
  return strength;
}

/** True for a sentence that begins with a time or a turning word: 'By noon', 'Meanwhile', '三天以后'. */
export function isTurn({ text, time }: SentenceReading, language: Language): boolean {
  const opening = text.slice(0, language.spaced ? 28 : 8);
  if (time !== null && timeIn(opening, language) !== null) return true;
  return language.spaced
    ? language.turning.has(plainWords(opening, language)[0] ?? '')
    : [...language.turning].some((word) => opening.includes(word));
}
