import type { StoryScene } from '../../text/text-provider';
import { readStory, type SentenceReading } from '../language/story-reading';
import { titleOf } from './scene-title';

const WORDS_A_SCENE = 54;
/** What one more scene has to be worth. */
const SCENE_PRICE = 0.4;
const MIN_SCENES = 4;
/** More would be no storyboard of a short film any more. */
export const MAX_SCENES = 20;

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

/**
 * The cuts with the most strength and the most even lengths, by dynamic programming over sentences; how many there are
 * (from `fewest` to `most` scenes) is part of the choice. Scenes beyond three times the ideal length are not tried,
 * which keeps long stories quick.
 */
function chooseCuts(sentences: readonly SentenceReading[], fewest: number, most: number, ideal: number): number[] {
  const total = sentences.length;
  const sums = [0];
  for (const { words } of sentences) sums.push((sums[sums.length - 1] ?? 0) + words);
  const strengths = sentences.map((_, index) => cutStrength(sentences, index));
  const lengthCost = (from: number, to: number): number => {
    const ratio = ((sums[to] ?? 0) - (sums[from] ?? 0)) / ideal;
    return ratio > 1 ? (ratio - 1) ** 2 * 2.2 : (1 - ratio) ** 2 * 2.6;
  };
  let costs: number[] = Array.from({ length: total + 1 }, (_, end) => (end === 0 ? 0 : Infinity));
  const parents: Int32Array[] = [];
  let count = most;
  let cheapest = Infinity;
  for (let scene = 1; scene <= most; scene++) {
    const next = Array.from({ length: total + 1 }, () => Infinity);
    const parent = new Int32Array(total + 1).fill(-1);
    for (let end = scene; end <= total; end++) {
      for (let start = end - 1; start >= scene - 1; start--) {
        if (end - start > 1 && (sums[end] ?? 0) - (sums[start] ?? 0) > ideal * 3 + 40) break;
        const cost = (costs[start] ?? Infinity) + lengthCost(start, end) - (start === 0 ? 0 : (strengths[start] ?? 0));
        if (cost < (next[end] ?? Infinity)) {
          next[end] = cost;
          parent[end] = start;
        }
      }
    }
    parents.push(parent);
    costs = next;
    const cost = (next[total] ?? Infinity) + scene * SCENE_PRICE;
    if (scene >= fewest && cost < cheapest) {
      cheapest = cost;
      count = scene;
    }
  }
  return backtrack(parents, total, count);
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
