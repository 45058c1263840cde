import { SCENE_HEADING, sentenceSpans } from '@storyreel/contracts';
import type { Span } from '@storyreel/contracts';
import type { Language } from './language';
import { languageOf } from './languages';
import { plainWords } from './words';

export interface Sentence extends Span {
  text: string;
  /** Index of its paragraph. */
  paragraph: number;
  /** True when the sentence begins within somebody's speech. */
  opensSpoken: boolean;
  /** True when at least a part of the sentence is speech. */
  spoken: boolean;
  /** The sentence without speech in quotation marks, also when the speech began or ends in another sentence. */
  narrated: string;
  /**
   * True for a line that is not a sentence of the story: a heading, a script's scene line, a speaker's name above
   * dialogue.
   */
  mark: boolean;
  words: number;
}

const hasText = (text: string): boolean => /\S/u.test(text);

/** Divides a story at blank lines; in a story without any, each line is a paragraph. */
function paragraphs(story: string): Span[] {
  const divider = /\n[^\S\n]*\n/u.test(story) ? /\n(?:[^\S\n]*\n)+/gu : /\n+/gu;
  const spans: Span[] = [];
  let start = 0;
  for (const match of story.matchAll(divider)) {
    if (hasText(story.slice(start, match.index))) spans.push({ start, end: match.index });
    start = match.index + match[0].length;
  }
  if (hasText(story.slice(start))) spans.push({ start, end: story.length });
  return spans;
}

/** Matches a script's scene line: 'INT. KITCHEN - NIGHT'. */
export const SCENE_LINE = SCENE_HEADING;
/** Matches a dividing line: '***', '---', 'Chapter 3', '# Title', a scene line. */
export const DIVIDER =
  /^(?:[*#=~_–—-]\s*){2,}$|^#{1,6}\s|^(?:chapter|part|act|scene|kapitel|chapitre|capítulo)\b.{0,40}$|^第.{1,4}[章节話幕]/iu;
/** Matches the speaker's name above a script's line or before it: 'MARA (whispers)', 'MARA: …'. */
export const CUE = /^(\p{Lu}[\p{Lu} .'’-]{0,24}\p{Lu})(?:\s*\([^)\n]*\))?(?=:\s|\n)/u;

/** Matches a mark that opens or closes speech. A nested mark does not close it. */
const SPEECH_MARK = /["“”„«»「」]/u;
/** True for a line that is not part of the sentence after it. */
const standsAlone = (line: string): boolean =>
  CUE.test(`${line}\n`) || SCENE_LINE.test(line) || DIVIDER.test(line.trim());

const ENDED = /[.!?…。！？:,;—–"”»«」』]$/u;

/** Returns all sentences of a story in order; together they contain every character that is not white space. */
export function sentences(story: string, language: Language = languageOf(story)): Sentence[] {
  const spans = paragraphs(story);
  // When most lines end without punctuation, as in some verse, only the first can be recognized as a heading.
  const open = spans.filter(({ start, end }) => !ENDED.test(story.slice(start, end).trimEnd())).length;
  return spans.flatMap((span, paragraph) => {
    const whole = story.slice(span.start, span.end);
    const isHeading =
      !whole.trim().includes('\n') &&
      whole.length < 90 &&
      !ENDED.test(whole.trimEnd()) &&
      (paragraph === 0 || open < spans.length / 2);
    const cue = CUE.exec(whole);
    let inSpeech = false;
    return sentenceSpans(whole, language.tag, standsAlone).map((part, index): Sentence => {
      const raw = whole.slice(part.start, part.end);
      const text = raw.trim();
      const start = span.start + part.start + raw.search(/\S/u);
      const opensSpoken = inSpeech;
      let narrated = '';
      for (const character of text) {
        const isMark = SPEECH_MARK.test(character);
        if (isMark) inSpeech = !inSpeech;
        narrated += isMark ? ' ' : inSpeech ? '' : character;
      }
      narrated = narrated.replace(/\s+/gu, ' ').trim();
      const spoken = cue !== null || /^[—–]\s?\p{L}/u.test(text) || opensSpoken || SPEECH_MARK.test(text);
      return {
        start,
        end: start + text.length,
        text,
        paragraph,
        opensSpoken,
        spoken,
        narrated: cue === null ? narrated : index === 0 ? (cue[1] ?? '') : '',
        mark:
          isHeading || SCENE_LINE.test(text) || DIVIDER.test(text) || (cue !== null && index === 0 && text === cue[0]),
        words: plainWords(text, language).length,
      };
    });
  });
}

const BOUNDARY =
  /[,;:.!?…，。、！？]{0,4}\s{0,2}["“”„«»「」『』]|[,;:](?=\s|$)|[.!?…]{1,4}\s*$|\s[—–-]\s|—|[，。、；：！？（）()]/gu;
const ENDING = /[.!?…。！？;；]/u;

export interface Phrase {
  text: string;
  spoken: boolean;
  /** `first`: the phrase begins its sentence or the speech within it; `last`: the phrase ends one of them. */
  first: boolean;
  last: boolean;
  /** The text after the phrase in its sentence. */
  rest: string;
}

/** Returns the texts between punctuation marks; anything shorter may not be a complete phrase. */
export function phrases({ text, opensSpoken, spoken, narrated }: Sentence): Phrase[] {
  const found: Phrase[] = [];
  let open = opensSpoken || (spoken && narrated !== text && !SPEECH_MARK.test(text));
  let start = 0;
  let first = true;
  for (const { 0: mark, index } of [...text.matchAll(BOUNDARY), { 0: '.', index: text.length }]) {
    const asked = /^[?!？！]/u.exec(mark)?.[0] ?? '';
    const piece = `${text.slice(start, index).replace(/\s+/gu, ' ').trim()}${asked}`;
    const turns = SPEECH_MARK.test(mark);
    const ends = turns || ENDING.test(mark) || index + mark.length >= text.length;
    if (/[\p{L}\p{N}]/u.test(piece)) {
      found.push({ text: piece, spoken: open, first, last: ends, rest: text.slice(index + mark.length).trim() });
      first = false;
    }
    if (turns) open = !open;
    // The text after speech is mostly a tag: 'said the captain'.
    first = turns ? open : first || ends;
    start = index + mark.length;
  }
  return found;
}
