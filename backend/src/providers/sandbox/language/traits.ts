import nlp from 'compromise';
import { AGE_WORDS, COLOURS, FEATURE_WORDS, ROLE_WORDS } from './lexicon-people';
import { words } from './words';

const JOINING =
  /\s+(?:with|and|in|wearing)\s+(?:an?\s+|the\s+|his\s+|her\s+|their\s+)?|,\s*(?:with\s+|and\s+)?(?:an?\s+|the\s+|his\s+|her\s+)?/iu;
const CLAUSE = /\s+(?:who|that|which|whose|when|where|because|but|as|since|until|while|whom)\b.*$/iu;
const DETERMINER = /^(?:an?|the|his|her|their|its|some|one|no)\s+/iu;

const VERBAL = '(#Copula|#Auxiliary|#PastTense|#PresentTense|#Modal)';

/** 'a broad old man with a grey beard and a blue cap' → ['broad old man', 'grey beard', 'blue cap']. */
export function splitTraits(phrase: string): string[] {
  return phrase
    .replace(/^(?:an?|the)\s+/iu, '')
    .split(JOINING)
    .map((part) => part.replace(CLAUSE, '').replace(DETERMINER, '').trim())
    .filter((part) => isTrait(part));
}

/** Short, about a person or a feature of one, and no clause of its own. */
function isTrait(part: string): boolean {
  const list = words(part);
  if (list.length === 0 || list.length > 5 || part.length < 3) return false;
  const telling = list.some(
    ({ plain }) => ROLE_WORDS.has(plain) || FEATURE_WORDS.has(plain) || plain in COLOURS || plain in AGE_WORDS,
  );
  return (
    telling &&
    !(
      list.length > 2 &&
      nlp(part).has(VERBAL) &&
      !list.some(({ plain }) => ROLE_WORDS.has(plain) || FEATURE_WORDS.has(plain))
    )
  );
}

const STOP = new Set(
  'the a an his her their its my your our and or of in on at to with for from by as into over out up down off under one two'.split(
    ' ',
  ),
);

/** What makes a feature somebody's: 'her yellow raincoat', 'with white hair', "Elias's old coat". */
const BELONGS = /(?:\b(?:his|her|their|its|with|wore|wearing|had|in)|['’]s)\s+(?:an?\s+|the\s+)?$/iu;

/** 'white hair and patient hands', 'her yellow raincoat': features with the adjectives before them. */
export function featurePhrases(text: string): string[] {
  const list = words(text);
  const phrases: string[] = [];
  list.forEach((word, index) => {
    if (!FEATURE_WORDS.has(word.plain)) return;
    const before: string[] = [];
    for (let at = index - 1; at >= Math.max(0, index - 2); at--) {
      const plain = list[at]?.plain ?? '';
      const gap = text.slice(list[at]?.end ?? 0, list[at + 1]?.start ?? 0);
      if (STOP.has(plain) || gap.trim() !== '' || !isAdjective(plain)) break;
      before.unshift(plain);
    }
    const first = list[index - before.length];
    if (before.length === 0 || first === undefined) return;
    if (
      BELONGS.test(text.slice(Math.max(0, first.start - 24), first.start)) ||
      (phrases.length > 0 && /\band\s+(?:an?\s+)?$/iu.test(text.slice(0, first.start)))
    ) {
      phrases.push([...before, word.plain].join(' '));
    }
  });
  return phrases;
}

const adjectives = new Map<string, boolean>();
export function isAdjective(word: string): boolean {
  if (word in COLOURS || word in AGE_WORDS) return true;
  const known = adjectives.get(word);
  if (known !== undefined) return known;
  const verdict = nlp(`a ${word} thing`).match('^a [.] thing', 0).has('#Adjective');
  if (adjectives.size < 20_000) adjectives.set(word, verdict);
  return verdict;
}

/** Keeps the fuller of two phrases that say the same. */
export function mergeTraits(traits: readonly string[], limit: number): string[] {
  const kept: string[] = [];
  for (const trait of traits.map((value) => value.toLowerCase().trim())) {
    const own = new Set(trait.split(' '));
    if (trait === '' || kept.some((other) => [...own].every((word) => other.split(' ').includes(word)))) continue;
    const weaker = kept.findIndex((other) => other.split(' ').every((word) => own.has(word)));
    if (weaker >= 0) kept[weaker] = trait;
    else kept.push(trait);
  }
  return kept.slice(0, limit);
}
