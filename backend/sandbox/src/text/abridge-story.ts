import { spokenSeconds, spokenText } from '@storyreel/contracts';
import type { Language } from '../language/language';
import { DIVIDER } from '../language/sentences';
import { readStory } from '../language/story-reading';
import type { SentenceReading } from '../language/story-reading';
import { isTurn } from './split-story';

/** Sentences that only make sense together: a speech over several of them, or a heading and what follows. */
interface Unit {
  sentences: SentenceReading[];
  seconds: number;
  value: number;
}

/** Share of the wanted time that is spoken: scenes begin and end with a pause for breath. */
const SPOKEN_SHARE = 0.92;
/** Length of a stretch in seconds: the best unit of every stretch is chosen before any other units. */
const STRETCH = 8;

/**
 * Shortens a story to its most telling sentences, verbatim and in order: its beginning and end, and sentences that
 * introduce somebody, name a place or time, or mark a turn. Every part keeps about the same share.
 */
export function abridgeStory(story: string, seconds: number): string {
  const { sentences, language } = readStory(story);
  const units = unitsOf(sentences, language);
  const budget = seconds * SPOKEN_SHARE;
  const kept = new Set<Unit>();
  let left = budget;
  const keep = (unit: Unit | undefined): void => {
    if (unit === undefined || kept.has(unit) || unit.seconds > left) return;
    kept.add(unit);
    left -= unit.seconds;
  };
  keep(units[0]);
  keep(units.at(-1));
  const stretches = Math.max(1, Math.floor(left / STRETCH));
  for (let stretch = 0; stretch < stretches; stretch++)
    keep(best(partOf(units, stretch, stretches).filter((unit) => unit.seconds <= left)));
  for (const unit of [...units].sort((a, b) => valueBeside(b, units, kept) - valueBeside(a, units, kept))) keep(unit);
  if (kept.size === 0) keep(units.toSorted((a, b) => a.seconds - b.seconds).find(() => (left = Infinity)));
  return written(units.filter((unit) => kept.has(unit)));
}

function unitsOf(sentences: readonly SentenceReading[], language: Language): Unit[] {
  const units: Unit[] = [];
  const seen = new Set<object>();
  let joins = false;
  for (const [index, sentence] of sentences.entries()) {
    // A dividing line without words is left out.
    if (DIVIDER.test(sentence.text) && !/\p{L}/u.test(sentence.text)) continue;
    const worth = valueOf(sentence, { language, seen, follows: index > 0 });
    const last = units.at(-1);
    if (last !== undefined && (joins || sentence.opensSpoken)) {
      last.sentences.push(sentence);
      last.seconds += secondsOf(sentence);
      last.value = Math.max(last.value, worth);
    } else units.push({ sentences: [sentence], seconds: secondsOf(sentence), value: worth });
    joins = sentence.mark;
  }
  return units;
}

const secondsOf = ({ text }: SentenceReading): number => spokenSeconds(spokenText(text));

function valueOf(
  sentence: SentenceReading,
  { language, seen, follows }: { language: Language; seen: Set<object>; follows: boolean },
): number {
  const fresh = sentence.people.filter((person) => !seen.has(person));
  for (const person of sentence.people) seen.add(person);
  const turns = isTurn(sentence, language);
  // 'She' and 'It' refer to the previous sentence, which may be left out.
  const leans =
    follows && !turns && new RegExp(`^(?:["“«„]\\s?)?${language.pronoun}(?:\\P{L}|$)`, 'u').test(sentence.text);
  return (
    Math.min(2, fresh.length) * 1.2 +
    (sentence.people.length > 0 ? 0.7 : 0) +
    (sentence.place === null ? 0 : 0.5) +
    (sentence.time === null ? 0 : 0.3) +
    (turns ? 1 : 0) -
    (leans ? 0.9 : 0) -
    (sentence.spoken ? 0.3 : 0) -
    // A sentence loses value if it is too short to tell something, or too long for the remaining time.
    Math.abs(secondsOf(sentence) - 5) * 0.05
  );
}

/** Returns a unit's value, with a bonus if the unit before it is kept, since it continues that one. */
function valueBeside(unit: Unit, units: readonly Unit[], kept: ReadonlySet<Unit>): number {
  const before = units[units.indexOf(unit) - 1];
  return unit.value + (before !== undefined && kept.has(before) ? 0.6 : 0);
}

const best = (units: readonly Unit[]): Unit | undefined =>
  units.reduce<Unit | undefined>((a, b) => (a === undefined || b.value > a.value ? b : a), undefined);

const partOf = (units: readonly Unit[], part: number, parts: number): Unit[] =>
  units.slice(Math.floor((units.length * part) / parts), Math.floor((units.length * (part + 1)) / parts));

/** Joins sentences; sentences of different paragraphs stay apart. */
function written(units: readonly Unit[]): string {
  const all = units.flatMap(({ sentences }) => sentences);
  return all
    .map(({ text, paragraph, mark }, index) => {
      const before = all[index - 1];
      if (before === undefined) return text;
      const apart = mark || before.mark || before.paragraph !== paragraph;
      return `${apart ? '\n\n' : SPACELESS.test(before.text) ? '' : ' '}${text}`;
    })
    .join('');
}

/** Matches marks that no space follows. */
const SPACELESS = /[。！？」』…]$/u;
