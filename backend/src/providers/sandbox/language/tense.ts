import nlp from 'compromise';

/** Conversions that compromise gets wrong; the sentence then stays as the story has it. */
const BROKEN = /\b(?:coulds|woulds|shoulds|mights|lays|likes (?:a|an|the|it|this)|(?:sits|stands|lies|sat|lay|stood) (?:\w+s) in|,?\s*packs in|one tears|an? \w+s \w+)\b/iu;

/** 'Mara climbed the stairs.' → 'Mara climbs the stairs.': a prompt tells what is seen, not what was. */
export function toPresent(sentence: string): string {
  const view = nlp(sentence);
  view.sentences().toPresentTense();
  const converted = view.text().trim();
  return BROKEN.test(converted) || converted === '' || converted.split(' ').length < sentence.split(' ').length - 2 ? sentence : converted;
}
