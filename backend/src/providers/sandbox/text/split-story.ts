import { LIMITS } from '@storyreel/contracts';
import type { StoryScene } from '../../text/text-provider';
import { readStory, type SentenceReading } from '../language/story-reading';
import { titleOf } from './scene-title';

const WORDS_A_SCENE = 54;
/** What one more scene has to be worth. */
const SCENE_PRICE = 0.4;
const MIN_SCENES = 4;
/** More would be no storyboard of a short film any more. */
export const MAX_SCENES: number = LIMITS.scenesPerStory;

/** "The next morning", "Meanwhile": a story's own way to say that a new beat begins. */
const TURN =
  /^(?:["“]?)(?:the next|the following|next|later|that (?:night|evening|morning|afternoon|day)|at (?:dawn|dusk|noon|midnight|night|last|sunrise|sunset)|in the (?:morning|evening|afternoon|night)|by (?:noon|dawn|dusk|nightfall|evening|morning)|night fell|meanwhile|suddenly|then|one (?:day|night|morning|evening|summer|winter)|when|after|years|days|weeks|hours|a (?:week|year|month|day|moment) later|soon|finally|once|far (?:away|below)|outside|inside|back (?:in|at|home))\b/iu;

/** A line of its own that divides: '***', '---', 'Chapter 3', '# Title'. */
const DIVIDER = /^(?:[*#=~_–—-]\s*){2,}$|^#{1,6}\s|^(?:chapter|part|act|scene)\b.{0,40}$/iu;

/** The fewest and the most scenes for a story of so many words. */
export function sceneRange(words: number, maxScenes = MAX_SCENES): { fewest: number; most: number } {
  const most = Math.max(1, Math.min(maxScenes, MAX_SCENES, Math.ceil(words / 18)));
  const fewest = words >= 120 ? MIN_SCENES : words >= 60 ? 2 : 1;
  return { fewest: Math.min(fewest, most), most };
}

/**
 * Cuts a story into beats: stretches with one time, place and company. Every character that is not white space is in
 * exactly one scene, in the story's order.
 */
export function splitStory(story: string, maxScenes?: number): StoryScene[] {
  const { sentences } = readStory(story);
  if (sentences.length === 0) return [];
  const words = sentences.reduce((sum, sentence) => sum + sentence.words, 0);
  const limit = Math.max(1, Math.floor(maxScenes ?? MAX_SCENES));
  const { fewest, most } = sceneRange(words, limit);
  const cuts = chooseCuts(
    sentences,
    Math.min(fewest, sentences.length),
    Math.min(most, sentences.length),
    Math.max(WORDS_A_SCENE, words / most),
  );
  const bounds = [0, ...cuts, sentences.length];
  const titles = new Set<string>();
  return bounds.slice(1).map((end, index) => {
    const start = bounds[index] ?? 0;
    const part = sentences.slice(start, end);
    const from = part[0]?.start ?? 0;
    const to = part[part.length - 1]?.end ?? story.length;
    return { title: titleOf(part, titles), text: story.slice(from, to) };
  });
}

/** How much speaks for a new scene right before sentence `index`; below 0 something speaks against it. */
export function cutStrength(sentences: readonly SentenceReading[], index: number): number {
  const before = sentences[index - 1];
  const here = sentences[index];
  if (before === undefined || here === undefined) return 0;
  if (DIVIDER.test(here.text)) return 6;
  if (DIVIDER.test(before.text) || isHeading(before, here)) return -6;
  let strength = before.paragraph === here.paragraph ? -1.1 : 0.7;
  if (TURN.test(here.text)) strength += 1.3;
  const earlier = sentences.slice(Math.max(0, index - 8), index);
  const time = earlier.findLast((sentence) => sentence.time !== null)?.time;
  if (here.time !== null && time !== undefined && here.time !== time) strength += 1.2;
  const place = earlier.findLast((sentence) => sentence.place !== null)?.place?.place;
  const placeHere =
    here.place?.place ??
    (sentences[index + 1]?.paragraph === here.paragraph ? sentences[index + 1]?.place?.place : undefined);
  if (placeHere !== undefined && place !== undefined && placeHere !== place) strength += 0.9;
  const company = new Set(earlier.slice(-4).flatMap(({ people }) => people));
  if (here.people.length > 0 && !here.people.some((person) => company.has(person))) strength += 0.6;
  if (before.spoken && here.spoken) strength -= 1.3;
  else if (here.spoken && !TURN.test(here.text)) strength -= 0.5;
  if (/^(?:she|he|it|they|him|her|his|this|and|but|so)\b/iu.test(here.text)) strength -= 0.35;
  return strength;
}

/** A short first line without a full stop is the title: it belongs to what follows. */
const isHeading = (before: SentenceReading, here: SentenceReading): boolean =>
  before.words <= 9 && before.paragraph !== here.paragraph && !/[.!?…"”]$/u.test(before.text);

/** Places that are weighed against each other; a long story has more, and the strongest of each stretch stands for it. */
const MAX_PLACES = 1_200;

/** Where scenes may begin: 0, then indices of sentences, and their number at the end. */
function placesToCut(strengths: readonly number[]): number[] {
  const total = strengths.length;
  const stretch = Math.max(1, Math.ceil(total / MAX_PLACES));
  const places = [0];
  for (let from = 1; from < total; from += stretch) {
    let best = from;
    for (let at = from + 1; at < Math.min(total, from + stretch); at++) {
      if ((strengths[at] ?? 0) > (strengths[best] ?? 0)) best = at;
    }
    places.push(best);
  }
  return [...places, total];
}

/**
 * The cuts with the most strength and the most even lengths, by dynamic programming over the places for them; how many
 * there are (from `fewest` to `most` scenes) is part of the choice. Scenes beyond three times the ideal length are not
 * tried.
 */
function chooseCuts(sentences: readonly SentenceReading[], fewest: number, most: number, ideal: number): number[] {
  const strengths = sentences.map((_, index) => cutStrength(sentences, index));
  const places = placesToCut(strengths);
  const sums = [0];
  for (const { words } of sentences) sums.push((sums[sums.length - 1] ?? 0) + words);
  const wordsTo = Float64Array.from(places, (place) => sums[place] ?? 0);
  const strengthAt = Float64Array.from(places, (place) => (place === 0 ? 0 : (strengths[place] ?? 0)));
  const last = places.length - 1;
  const costOf = (length: number): number => {
    const ratio = length / ideal;
    return ratio > 1 ? (ratio - 1) ** 2 * 2.2 : (1 - ratio) ** 2 * 2.6;
  };
  let costs = new Float64Array(last + 1).fill(Infinity);
  costs[0] = 0;
  const parents: Int32Array[] = [];
  let count = most;
  let cheapest = Infinity;
  for (let scene = 1; scene <= most; scene++) {
    const next = new Float64Array(last + 1).fill(Infinity);
    const parent = new Int32Array(last + 1).fill(-1);
    for (let end = scene; end <= last; end++) {
      for (let start = end - 1; start >= scene - 1; start--) {
        const length = (wordsTo[end] ?? 0) - (wordsTo[start] ?? 0);
        if (end - start > 1 && length > ideal * 3 + 40) break;
        const cost = (costs[start] ?? Infinity) + costOf(length) - (strengthAt[start] ?? 0);
        if (cost < (next[end] ?? Infinity)) {
          next[end] = cost;
          parent[end] = start;
        }
      }
    }
    parents.push(parent);
    costs = next;
    const cost = (next[last] ?? Infinity) + scene * SCENE_PRICE;
    if (scene >= fewest && cost < cheapest) {
      cheapest = cost;
      count = scene;
    }
  }
  return backtrack(parents, last, count).map((place) => places[place] ?? 0);
}

/** When one endless sentence makes the wanted number impossible, the nearest smaller number that works is taken. */
function backtrack(parents: readonly Int32Array[], total: number, count: number): number[] {
  for (let scenes = count; scenes >= 1; scenes--) {
    const cuts: number[] = [];
    let end = total;
    let level = scenes - 1;
    for (; level >= 0 && end > 0; level--) {
      end = parents[level]?.[end] ?? -1;
      if (end > 0) cuts.unshift(end);
    }
    if (end === 0 && level === -1) return cuts;
  }
  return [];
}
