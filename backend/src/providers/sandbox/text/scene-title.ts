import { cutText } from '@storyreel/contracts';
import type { SentenceReading } from '../language/story-reading';

const MAX_WORDS = 9;
const MAX_LENGTH = 90;

const FILLER = /^(?:and|but|so|then|now|suddenly|finally|meanwhile|still|at last|of course)[,\s]+/iu;

/** Ends that leave a fragment hanging. */
const HANGING =
  /\s+(?:and|or|but|of|the|a|an|in|on|at|to|with|for|from|by|her|his|their|its|was|were|had|that|which|who|into|over|under|as|then|not|no)$/iu;

/** A short fragment out of the beat that tells it from the others, in the story's own words. */
export function titleOf(part: readonly SentenceReading[], taken: Set<string>): string {
  const scored = part
    .map((sentence, index) => ({ sentence, score: score(sentence, index) }))
    .sort((a, b) => b.score - a.score);
  for (const { sentence } of scored) {
    const title = fragment(sentence);
    if (title !== '' && !taken.has(title.toLowerCase())) {
      taken.add(title.toLowerCase());
      return title;
    }
  }
  const fallback = clip(part[0]?.text ?? '');
  taken.add(fallback.toLowerCase());
  return fallback;
}

/** What happens to somebody somewhere makes a title; talk and bare remarks do not. */
function score(sentence: SentenceReading, index: number): number {
  let value = Math.min(sentence.words, 14) / 14;
  if (sentence.people.length > 0) value += 0.8;
  if (sentence.people.some(({ name }) => sentence.text.includes(name))) value += 0.6;
  if (sentence.place !== null) value += 0.5;
  if (sentence.spoken) value -= 0.9;
  if (sentence.words < 4) value -= 0.8;
  if (/^(?:\S+\s){1,3}(?:was|were|is|are|had been)\s+(?:an?|the)\b/iu.test(sentence.text)) value -= 0.7;
  return value - index * 0.12;
}

function fragment(sentence: SentenceReading): string {
  const told = sentence.narrated !== '' && sentence.narrated.split(' ').length >= 4 ? sentence.narrated : sentence.text;
  const source = named(told, sentence).replace(APPOSITION, '$1 ');
  const clauses = source
    .replace(/["“”«»]/gu, '')
    .split(/(?<=[\p{L}\d])\s*[,;:—–]\s+|[.!?…]+(?:\s|$)/u)
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '');
  const telling = clauses.find((clause) => clause.split(/\s+/u).length >= 4) ?? clauses[0] ?? source;
  return clip(telling.replace(FILLER, ''));
}

/** 'Mara, a girl of eleven, sat' → 'Mara sat'. */
const APPOSITION = /^(\p{Lu}[\p{L}'’]*(?:\s\p{Lu}[\p{L}'’]*)*),\s+(?:an?|the|her|his|their)\s[^,]{2,90},\s+/u;

/** A fragment that stands alone should say who 'she' is. */
function named(text: string, sentence: SentenceReading): string {
  const who = /^(?:She|He)\b/u.test(text) ? sentence.people[0] : undefined;
  return who === undefined || who.gender === 'unknown' ? text : text.replace(/^(?:She|He)\b/u, who.name);
}

function clip(text: string): string {
  const words = text.trim().split(/\s+/u);
  let title = words.slice(0, MAX_WORDS).join(' ');
  if (words.length > MAX_WORDS) {
    const phrase = /^(?:\S+\s+){3,}?\S+(?=\s+(?:with|and|while|as|that|who|which|because|of)\s[^]*$)/u.exec(title);
    title = phrase !== null && /\s(?:an?|the|his|her)\s\S+$/u.test(title) ? phrase[0] : title;
    for (let round = 0; round < 3; round++) title = title.replace(HANGING, '');
  }
  title = title.replace(/[\s,;:—–.-]+$/u, '');
  title = cutText(title, MAX_LENGTH);
  const [first = ''] = title;
  return first.toLocaleUpperCase() + title.slice(first.length);
}
