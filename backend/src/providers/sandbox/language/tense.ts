import nlp from 'compromise';

/** Conversions that compromise gets wrong; the sentence then stays as the story has it. */
const BROKEN =
  /\b(?:coulds|woulds|shoulds|mights|lays|likes (?:a|an|the|it|this)|(?:sits|stands|lies|sat|lay|stood) (?:\w+s) in|,?\s*packs in|one tears|an? \w+s \w+)\b/iu;

/** Verbs of one sentence agree: when one got its -s and another did not, the conversion failed half-way. */
function disagrees(before: string, after: string): boolean {
  const [old, changed] = [before.split(/\s+/u), after.split(/\s+/u)];
  if (old.length !== changed.length) return false;
  const verbs = changed
    .filter((word, index) => word !== old[index])
    .map((word) => word.toLowerCase().replace(/[^\p{L}]/gu, ''));
  const plain = verbs.filter((verb) => !['is', 'are', 'has', 'have', 'does', 'do', 'am'].includes(verb));
  return plain.some((verb) => verb.endsWith('s')) && plain.some((verb) => !verb.endsWith('s'));
}

/** 'Mara climbed the stairs.' → 'Mara climbs the stairs.': a prompt tells what is seen, not what was. */
export function toPresent(sentence: string): string {
  const view = nlp(sentence);
  view.sentences().toPresentTense();
  const converted = view.text().trim();
  return BROKEN.test(converted) ||
    disagrees(sentence, converted) ||
    converted === '' ||
    converted.split(' ').length < sentence.split(' ').length - 2
    ? sentence
    : converted;
}
