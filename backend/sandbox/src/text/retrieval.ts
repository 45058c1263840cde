import { ENGLISH, INFINITIVES } from '../language/english';
import { set } from '../language/language';
import type { SentenceReading, StoryReading } from '../language/story-reading';
import { plainWords, singular } from '../language/words';

/** Words of a question that say nothing of what is asked about. */
const ASKING = set(
  `tell say says said about happen happens happened story scene please explain time times day place places location
  locations setting settings environment environments character characters people person cast play plays take takes
  protagonist hero describe`,
);

/** What a question asks about, without the words of asking: 'Where does the lamp burn?' → lamp, burn. */
export function askedWords(question: string, { language, cast }: StoryReading): { all: string[]; nameless: string[] } {
  const small = (word: string): boolean => ENGLISH.small.has(word) || language.small.has(word) || ASKING.has(word);
  const stemsOf = (text: string): string[] => [
    ...new Set(
      plainWords(text, language)
        .filter((word) => !small(word))
        .map(stem),
    ),
  ];
  const nameless = cast.reduce((text, { pattern }) => text.replace(new RegExp(pattern, 'giu'), ' '), question);
  return { all: stemsOf(question), nameless: stemsOf(nameless) };
}

/** Sentences that speak of what is asked, best first: each word counts the more, the fewer sentences have it. */
export function rankSentences(question: string, reading: StoryReading): SentenceReading[] {
  const { language } = reading;
  const asked = askedWords(question, reading).all;
  const told = withPeople(reading).map(({ sentence, names }) => ({
    sentence,
    has: new Set(plainWords(`${sentence.text} ${names}`, language).map(stem)),
  }));
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

/** Each sentence with the names of those whom its pronoun means: who was named last. */
function withPeople({ sentences, language }: StoryReading): { sentence: SentenceReading; names: string }[] {
  const pronoun = new RegExp(`^\\P{L}*${language.pronoun}(?!\\p{L})`, 'u');
  let named = '';
  return sentences.map((sentence) => {
    if (sentence.people.length > 0) named = sentence.people.map(({ name }) => name).join(' ');
    return { sentence, names: pronoun.test(sentence.text) ? named : '' };
  });
}

/** 'lost' and 'losing' as 'lose': a word without what only its grammar asks for. */
function stem(word: string): string {
  const infinitive = INFINITIVES.get(word) ?? singular(word);
  return infinitive.replace(/(?<=[aeiouy].*)(?:ing|ed|ly|e)$/u, '').replace(/(.)\1$/u, '$1');
}
