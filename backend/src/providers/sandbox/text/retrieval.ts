import { singular, words } from '../language/words';
import type { SentenceReading, StoryReading } from '../language/story-reading';

const STOP = new Set(
  'the a an and or but of in on at to for from with by is are was were be been do does did what who where when why how which that this these those it its he she they his her their i you we me my your about tell say says said there have has had can could would should will happen happens happened get got story scene please explain'.split(
    ' ',
  ),
);

const stem = (word: string): string =>
  singular(word)
    .replace(/(?:ing|ed|ly)$/u, '')
    .replace(/(.)\1$/u, '$1');

const terms = (text: string): string[] =>
  words(text)
    .map(({ plain }) => plain)
    .filter((word) => !STOP.has(word) && word.length > 1)
    .map(stem);

/** Sentences that speak of the question, best first (BM25); none when nothing matches. */
export function rankSentences(question: string, reading: StoryReading): SentenceReading[] {
  const asked = [...new Set(terms(question))];
  const documents = reading.sentences.map((sentence) => ({
    sentence,
    // Names stand in for pronouns: 'What did Mara find?' should find 'She opened the box'.
    terms: [...terms(sentence.text), ...sentence.people.flatMap(({ name }) => terms(name))],
  }));
  const average = documents.reduce((sum, document) => sum + document.terms.length, 0) / Math.max(1, documents.length);
  const scored = documents
    .map((document) => ({
      ...document,
      score: asked.reduce((sum, term) => sum + weight(term, document.terms, documents, average), 0),
    }))
    .filter(({ score }) => score > 0.6)
    .sort((a, b) => b.score - a.score);
  const best = scored[0]?.score ?? 0;
  return scored.filter(({ score }) => score > best * 0.45).map(({ sentence }) => sentence);
}

function weight(
  term: string,
  own: readonly string[],
  all: readonly { terms: readonly string[] }[],
  average: number,
): number {
  const frequency = own.filter((word) => word === term).length;
  if (frequency === 0) return 0;
  const holding = all.filter((document) => document.terms.includes(term)).length;
  const rarity = Math.log(1 + (all.length - holding + 0.5) / (holding + 0.5));
  return (rarity * frequency * 2.2) / (frequency + 1.2 * (0.25 + (0.75 * own.length) / Math.max(1, average)));
}
