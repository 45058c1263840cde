/** A range of a text in UTF-16 code units; the end is exclusive. */
export interface Span {
  start: number;
  end: number;
}

/** Abbreviations that never end a sentence, without their full stop. */
const ABBREVIATIONS = [
  'Mr Mrs Ms Mx Dr Prof St Mt Ft Capt Cpt Sgt Lt Col Gen Cmdr Rev Hon Gov Sen Rep Pres Supt Messrs vs viz approx',
  'Hr Hrn Fr Frl bzw ca Bd vgl sog evtl ggf geb',
  'MM Mme Mmes Mlle Mgr Me cf env',
  'Sr Sra Srta Sres Dña Ud Uds Dn Exmo Exma Sta Sto',
  'Sig Sigg Dott Avv Ing Geom Rag',
  'Dhr Mevr bijv',
  'prof inż mgr ul np tzw',
  'INT EXT EST INT/EXT I/E',
].flatMap((line) => line.split(' '));
/** Abbreviations of 'number', 'page' and the like, but only before a number; otherwise 'No.' is a whole sentence. */
const BEFORE_NUMBERS = 'No Nos Nr Vol Fig Ch Art Abb Kap S p pp'.split(' ');
const MONTHS =
  'Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember|Jahrhundert|Klasse|Stock|Etage|Tag|Mal';

const OPENING = `["'“‘„«»‹›「『(\\[¿¡]`;
const before = (words: string): RegExp => new RegExp(`(?:^|[\\s\\-–—]|${OPENING})(?:${words})\\.\\s*$`, 'u');
const ABBREVIATED = before(ABBREVIATIONS.join('|'));
/**
 * Single letters with full stops, such as 'z. B.', 'd.h.', 'e.g.', 'J. K.' and 'U.S.', but not the pronoun 'I' alone.
 */
const INITIALS = before(`\\p{Lu}(?<!I)|(?:\\p{L}\\.\\s?)+\\p{L}`);
const LETTER = before('\\p{L}');
const BEFORE_NUMBER = before(BEFORE_NUMBERS.join('|'));
/** The number of a list's entry, as in '1. Once upon a time'. */
const LIST_NUMBER = /^\s*\d{1,3}\.\s*$/u;
const ORDINAL = /(?:^|[\s(])\d{1,2}\.\s*$/u;
const MONTH = new RegExp(`^(?:${MONTHS})`, 'u');
const TIME_OF_DAY = before('[ap]\\.\\s?m');

/**
 * Returns true when the full stop at the end of `text` belongs to an abbreviation, so that the sentence continues with
 * `after`.
 */
export const isAbbreviated = (text: string, after = ''): boolean =>
  ABBREVIATED.test(text) ||
  (LETTER.test(text) && /^\s*\p{L}\./u.test(after)) ||
  (INITIALS.test(text) && !(TIME_OF_DAY.test(text) && /^\s*\p{Lu}/u.test(after))) ||
  (BEFORE_NUMBER.test(text) && /^\s*\d/u.test(after)) ||
  LIST_NUMBER.test(text) ||
  (ORDINAL.test(text) && MONTH.test(after.trimStart()));

/** Marks that close speech, brackets or emphasis. Some of them open speech in other languages. */
const CLOSING = `["'”’“»«›‹」』）)\\]*_]`;
const ENDS = new RegExp(`[.!?…。！？｡．؟۔।॥։።။។]${CLOSING}*\\s*$`, 'u');
const ENDS_CLAUSE = new RegExp(`[,;:،؛、，；：–—]${CLOSING}*\\s*$`, 'u');

/** Returns the unit of language that ends after a word: 'said,' ends a clause, while 'Mr.' ends nothing. */
export function unitEnd(word: string, next = ''): 'sentence' | 'clause' | null {
  if (ENDS.test(word)) return isAbbreviated(word, next) ? null : 'sentence';
  return ENDS_CLAUSE.test(word) ? 'clause' : null;
}

/**
 * UTF-16 code units per call of the segmenter, each of whose steps takes time in proportion to the whole text of the
 * call.
 */
const WINDOW = 2_000;

/** Segments a text window by window, in linear rather than quadratic time. */
function* segments(text: string, segmenter: Intl.Segmenter): Iterable<Span> {
  let start = 0;
  let size = WINDOW;
  while (start < text.length) {
    const isLast = start + size >= text.length;
    const found = Array.from(segmenter.segment(text.slice(start, start + size)));
    // The last segment may continue after the window.
    if (!isLast) found.pop();
    for (const { segment, index } of found) yield { start: start + index, end: start + index + segment.length };
    const last = found.at(-1);
    if (isLast) return;
    // A sentence that is longer than the window needs a larger window.
    size = last === undefined ? size * 2 : WINDOW;
    start += last === undefined ? 0 : last.index + last.segment.length;
  }
}

const segmenters = new Map<string, Intl.Segmenter>();

function segmenterOf(granularity: 'sentence' | 'word', locale: string): Intl.Segmenter {
  const key = `${granularity} ${locale}`;
  const known = segmenters.get(key) ?? new Intl.Segmenter(locale, { granularity });
  segmenters.set(key, known);
  return known;
}

/** Number of characters at a sentence's end that suffice to decide whether the sentence continues. */
const TAIL = 40;
const OPENS = new RegExp(`[“„«「『(（]\\s*$`, 'u');
const CLOSED = /[」』”]\s*$/u;
/**
 * Words by which a sentence continues after quoted speech that itself ends like a sentence: '「行こう。」と言った', '“走吧！”他说'.
 */
const SAID = /^(?:と|って|[\p{Script=Han}]{1,4}(?:说|說|问|問|喊|叫|答|道))/u;
/** Matches the end of a sentence at an ellipsis, as in '… Then', where the segmenter finds none. */
const ELLIPSIS = new RegExp(`…+${CLOSING}*\\s+(?=${OPENING}*\\p{Lu})|…+${CLOSING}*(?=\\p{Script=Han})`, 'gu');
/** Marks that open German speech, by the marks that close it; in other languages, these closing marks open speech. */
const COUNTERPARTS: Readonly<Record<string, string>> = { '“': '„', '«': '»' };

function closes(sentence: string, mark: string): boolean {
  const counterpart = COUNTERPARTS[mark];
  return counterpart !== undefined && sentence.slice(0, sentence.lastIndexOf(mark)).includes(counterpart);
}

const LINE_BREAK = /[\n\u2028\u2029]/u;

const goesOn = (text: string, after: string): boolean =>
  isAbbreviated(text, after) ||
  /^\s*["”»«“』」’')\]]*\s*(?:\p{Ll}|$)/u.test(after) ||
  (CLOSED.test(text) && SAID.test(after));

const hasText = (text: string): boolean => /\S/u.test(text);

/** Number of words from which a sentence is cut: in text without punctuation (`plain`), and in any other. */
const LONG = { plain: 30, any: 70 };
/** Minimum number of words in a part when text without punctuation is cut at the ends of its lines. */
const LEAST = 8;

/** Matches a single line break within a paragraph, as in verse or hard-wrapped text. */
const WRAP = /(?<=\S[^\S\n]*)\n(?=[^\S\n]*\S)/gu;

/**
 * Splits a text into sentences. They are adjacent, and together they contain all of the text except blank space. A
 * blank line ends a sentence; a single line break does not. A sentence that is too long is cut at the end of a line,
 * after a clause, at a space or, as a last resort, between two words.
 * @param locale BCP 47 tag
 * @param standsAlone returns true for lines that do not belong to the sentence after them, such as a script's scene
 * heading
 */
export function sentenceSpans(
  original: string,
  locale = 'und',
  standsAlone: (line: string) => boolean = () => false,
): Span[] {
  const text = original.replace(WRAP, (_, at: number) =>
    standsAlone(original.slice(original.lastIndexOf('\n', at - 1) + 1, at)) ? '\n' : ' ',
  );
  const spans: Span[] = [];
  for (const segment of withEllipses(text, segments(text, segmenterOf('sentence', locale)))) {
    const last = spans.at(-1);
    const tail = last === undefined ? '' : text.slice(Math.max(last.start, last.end - TAIL), last.end);
    const after = text.slice(segment.start, segment.end);
    if (last !== undefined && (!hasText(after) || (!LINE_BREAK.test(tail.slice(-1)) && goesOn(tail, after))))
      last.end = segment.end;
    else {
      // An opening mark belongs to the following sentence.
      const opening = last === undefined ? null : OPENS.exec(tail);
      if (last !== undefined && opening !== null && !closes(text.slice(last.start, last.end), opening[0].trim()))
        last.end -= opening[0].length;
      spans.push({ start: last?.end ?? segment.start, end: segment.end });
    }
  }
  return spans.filter(({ start, end }) => hasText(text.slice(start, end))).flatMap((span) => cutLong(original, span));
}

function* withEllipses(text: string, spans: Iterable<Span>): Iterable<Span> {
  for (const { start, end } of spans) {
    let from = start;
    for (const { 0: mark, index } of text.slice(start, end).matchAll(ELLIPSIS)) {
      const at = start + index + mark.length;
      if (at < end) yield { start: from, end: at };
      from = at < end ? at : from;
    }
    yield { start: from, end };
  }
}

/** Scripts without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Returns the ends of a text's words, which are the only places where it may be cut. */
function wordEnds(text: string): number[] {
  if (!UNSPACED.test(text)) return Array.from(text.matchAll(/\S+\s*/gu), ({ 0: word, index }) => index + word.length);
  const ends: number[] = [];
  // A sentence as long as the window is cut in any case, so the places where windows end do not matter.
  for (let at = 0; at < text.length; at += WINDOW)
    for (const { segment, index, isWordLike } of segmenterOf('word', 'und').segment(text.slice(at, at + WINDOW)))
      if (isWordLike) ends.push(at + index + segment.length);
      else if (ends.length > 0) ends[ends.length - 1] = at + index + segment.length;
  return ends;
}

/** Counts words, also in scripts without spaces. */
export const countWords = (text: string): number => (hasText(text) ? Math.max(1, wordEnds(text).length) : 0);

const CUT_COSTS = { line: 0, clause: 0.15, joining: 0.3, space: 0.45, word: 0.6 };
const JOINING =
  /^(?:and|but|then|so|because|when|while|until|und|aber|dann|weil|als|et|mais|puis|quand|y|pero|luego|cuando|e|ma|poi|и|но|а)\s/iu;

/** Cuts a sentence that is too long into parts of similar length, each at the best place near its ideal end. */
function cutLong(text: string, span: Span): Span[] {
  const whole = text.slice(span.start, span.end);
  // A text with so few characters is too short for a cut in any script.
  if (whole.length < LONG.plain) return [span];
  const ends = wordEnds(whole);
  const isPlain = !/[,;:.!?…،؛、，；：。！？।–—]/u.test(whole.trimEnd().slice(0, -1));
  const most = isPlain ? LONG.plain : LONG.any;
  const lines = isPlain && LINE_BREAK.test(whole.trim());
  if (ends.length <= (lines ? LEAST * 2 : most)) return [span];
  const wanted = ends.length / Math.max(2, Math.round(ends.length / (most * 0.6)));
  const parts: Span[] = [];
  let from = 0;
  let done = 0;
  while (ends.length - done > wanted * 1.5) {
    let best = { cost: Infinity, index: done };
    const [least, last] = [done + Math.max(1, Math.floor(wanted / 2)), done + Math.ceil(wanted * 1.5)];
    for (let index = least; index <= Math.min(last, ends.length - 1); index++) {
      const cost = costOf(whole, ends[index - 1] ?? 0) + Math.abs(index - done - wanted) / (wanted * 2);
      if (cost < best.cost) best = { cost, index };
    }
    const to = ends[best.index - 1] ?? whole.length;
    parts.push({ start: span.start + from, end: span.start + to });
    [from, done] = [to, Math.max(best.index, done + 1)];
  }
  return [...parts, { start: span.start + from, end: span.end }];
}

function costOf(text: string, at: number): number {
  const [head, tail] = [text.slice(Math.max(0, at - TAIL), at), text.slice(at, at + TAIL)];
  if (/[\n\u2028\u2029]\s*$/u.test(head)) return CUT_COSTS.line;
  if (ENDS_CLAUSE.test(head) || ENDS.test(head)) return CUT_COSTS.clause;
  if (JOINING.test(tail)) return CUT_COSTS.joining;
  return /\s$/u.test(head) ? CUT_COSTS.space : CUT_COSTS.word;
}

/**
 * Splits a text into sentences and each sentence into clauses, which together contain every character of the sentence.
 */
export const clauseSpans = (text: string, locale = 'und'): Span[] =>
  sentenceSpans(text, locale).flatMap(({ start, end }) => {
    const parts: Span[] = [];
    let from = start;
    for (const { 0: mark, index } of text
      .slice(start, end)
      .matchAll(/[,;:،؛](?:["'”’»«)\]])*\s+|[、，；：]["'”’」』]*|\s[–—-]\s|—/gu)) {
      const at = start + index + mark.length;
      // A mark without a space after it, as in '1,200' and '7:30', and a mark at the sentence's end begin no new
      // clause.
      if (at >= end) break;
      parts.push({ start: from, end: at });
      from = at;
    }
    return [...parts, { start: from, end }];
  });

/** Returns the sentences of a text, trimmed. */
export const sentencesOf = (text: string, locale = 'und'): string[] =>
  sentenceSpans(text, locale).map(({ start, end }) => text.slice(start, end).trim());

export const SPOKEN_WORDS_PER_MINUTE = 150;
/** Pace of speech per second: in syllables for Han, Kana and Hangul, in characters for other scripts without spaces. */
const PACE = { han: 4.2, kana: 7, hangul: 4.5, others: 13 };

/**
 * Estimates the seconds that a text takes to speak: at 150 words a minute, or the equivalent in syllables for scripts
 * without spaces.
 */
export function spokenSeconds(text: string): number {
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  const unspaced =
    count(/\p{Script=Han}/gu) / PACE.han +
    count(/[\p{Script=Hiragana}\p{Script=Katakana}ー]/gu) / PACE.kana +
    count(/[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu) / PACE.others;
  const spaced = (unspaced === 0 ? text : text.replace(new RegExp(`${UNSPACED.source}+`, 'gu'), ' ')).match(
    /[^\s]*[\p{L}\p{N}][^\s]*/gu,
  );
  return unspaced + ((spaced?.length ?? 0) * 60) / SPOKEN_WORDS_PER_MINUTE;
}
