import { LIMITS, sceneRange } from '@storyreel/contracts';
import type { StoryScene } from './questions';
import type { Language } from '../language/language';
import { DIVIDER, SCENE_LINE } from '../language/sentences';
import { timeIn } from '../language/setting';
import { readStory, type SentenceReading } from '../language/story-reading';
import { plainWords } from '../language/words';
import { chooseCuts } from './choose-cuts';
import { titleOf } from './scene-title';

const WORDS_A_SCENE = 54;

/**
 * Cuts a story into beats: stretches with one time, place and company. Every character that is not white space is in
 * exactly one scene, in the story's order.
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
    return { title: titleOf(part, language, { taken, position: index + 1 }), text: story.slice(from, to) };
  });
}

/** How much speaks for a new scene right before sentence `index`; below 0 something speaks against it. */
function strengthAt(sentences: readonly SentenceReading[], index: number, language: Language): number {
  const before = sentences[index - 1];
  const here = sentences[index];
  if (before === undefined || here === undefined) return 0;
  // A heading, and the name above a line, belong to what follows.
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

/** 'By noon', 'Meanwhile', '三天以后': a sentence that begins with a time, or with a word for a turn. */
function isTurn({ text, time }: SentenceReading, language: Language): boolean {
  const opening = text.slice(0, language.spaced ? 28 : 8);
  if (time !== null && timeIn(opening, language) !== null) return true;
  return language.spaced
    ? language.turning.has(plainWords(opening, language)[0] ?? '')
    : [...language.turning].some((word) => opening.includes(word));
}
