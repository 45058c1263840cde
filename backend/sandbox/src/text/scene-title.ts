import type { Language } from '../language/language';
import { type Phrase, phrases } from '../language/phrases';
import type { SentenceReading } from '../language/story-reading';
import { capitalized, plainWords } from '../language/words';

const MAX_WORDS = 8;
const MAX_LENGTH = 90;

/** A whole phrase out of the beat that tells it from the others; 'Scene 3' when none is short enough. */
export function titleOf(
  part: readonly SentenceReading[],
  language: Language,
  { taken, position }: { taken: Set<string>; position: number },
): string {
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
  const title = best?.title ?? `Scene ${position}`;
  taken.add(title.toLowerCase());
  return title;
}

/** 'and the gulls screamed' → 'the gulls screamed' */
function withoutJoining(phrase: string, { joining }: Language): string {
  const [first = '', ...rest] = phrase.split(' ');
  return rest.length > 0 && joining.has(first.toLowerCase()) ? rest.join(' ') : phrase;
}

/** Not 'who ran along the edge', not 'She was' of 'She was, however, late'. */
function standsAlone(
  { first, last, rest }: Phrase,
  told: string,
  words: readonly string[],
  language: Language,
): boolean {
  if (first && last) return true;
  const names = /^\p{Lu}/u.test(told) || language.determiners.has(words[0] ?? '');
  const begins = names || new RegExp(`^${language.pronoun}\\s`, 'u').test(capitalized(told));
  // 'It was then that Mr. Fox, a baker, …': what has an apposition behind it goes on after that.
  const goesOn = !last && new RegExp(`^(?:${language.article})\\s`, 'u').test(rest);
  return (first || begins) && !goesOn && words.length >= 3 && !language.small.has(words.at(-1) ?? '');
}

/** What happens to somebody somewhere makes a title; talk and bare remarks do not. */
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
