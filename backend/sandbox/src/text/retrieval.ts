import { ENGLISH } from '../language/english';
import type { SentenceReading, StoryReading } from '../language/story-reading';
import { plainWords, singular } from '../language/words';

/** Words of a question that say nothing of what is asked about. */
const ASKING = new Set('tell say says said about happen happens happened story scene please explain'.split(' '));

/** Sentences that speak of what is asked, best first: each word counts the more, the fewer sentences have it. */
export function rankSentences(question: string, { sentences, language }: StoryReading): SentenceReading[] {
  const stems = (text: string): Set<string> => new Set(plainWords(text, language).map((word) => stem(singular(word))));
  const small = (word: string): boolean => ENGLISH.small.has(word) || language.small.has(word) || ASKING.has(word);
  const asked = [
    ...stems(
      plainWords(question, language)
        .filter((word) => !small(word))
        .join(' '),
    ),
  ];
  const told = sentences.map((sentence) => ({ sentence, has: stems(sentence.text) }));
  const weights = new Map(
    asked.map((word) => [word, Math.log(1 + told.length / (1 + told.filter(({ has }) => has.has(word)).length))]),
  );
  const scored = told
    .map(({ sentence, has }) => ({
      sentence,
      score: asked.reduce((sum, word) => sum + (has.has(word) ? (weights.get(word) ?? 0) : 0), 0),
    }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  const best = scored[0]?.score ?? 0;
  return scored.filter(({ score }) => score > best * 0.45).map(({ sentence }) => sentence);
}

const stem = (word: string): string => word.replace(/(?:ing|ed|ly)$/u, '').replace(/(.)\1$/u, '$1');
